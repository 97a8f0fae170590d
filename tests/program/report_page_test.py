"""A browser shows the page of trace2 report: usage report_page_test.py PROGRAM TRACES

Needs Chromium. With PICTURES=DIRECTORY in the environment it leaves pictures of pages there.
"""

import json
import os
import sys
import tempfile
import time
from pathlib import Path

import browser
import trace2_program
from report_test import hostile, second_command
from task_traces import Pool
from trace2_program import SMALL, Program, run_all

REPORT = "globalThis.trace2Report"
VIEW = f"{REPORT}.timeline.view"
SLICES = 200_000  # a page draws at most
MOST_PATIENCE = 30  # seconds


class Reports:
    """Makes pages, and opens them."""

    def __init__(self, trace2, page, directory):
        self.trace2, self.page, self.directory = trace2, page, directory

    def show(self, *traces, stdin=b"", link="", said=b"", env=None):
        output = Path(self.directory, "report.html")
        done = self.trace2("report", "-o", output, *traces, stdin=stdin, env=env)
        assert done.returncode == 0 and done.stdout == b"", done
        assert said is None or said in done.stderr and (said or not done.stderr), done
        state = self.page.open(output.as_uri() + link)
        problems = self.page.problems()
        assert state == "yes" and problems == [], (traces, state, problems)

    def ask(self, expression):
        return self.page.evaluate(expression)

    def texts(self, selector):
        return self.ask(f"[...document.querySelectorAll({json.dumps(selector)})].map((one) => one.textContent)")

    def settle(self, condition):
        for _ in range(1200):  # a minute, for a machine that has much to do
            if self.ask(condition):
                return
            time.sleep(0.05)
        raise AssertionError(f"never: {condition}")

    def picture(self, name):
        if "PICTURES" in os.environ:
            time.sleep(0.3)
            Path(os.environ["PICTURES"], f"{name}.png").write_bytes(self.page.picture())


def test_totals_are_those_of_the_summary(reports, trace2, traces):
    path = Path(traces, "clone-file.event")
    summary = json.loads(trace2.output("summary", "--json", path))
    reports.show(path)
    facts = dict(zip(reports.texts("#facts span"), reports.texts("#facts b")))
    assert facts["Commands"] == str(summary["process_count"]) and facts["Events"] == str(summary["events"]), facts
    assert facts["Regions"] == str(sum(row["count"] for row in summary["regions"])), facts
    assert facts["Wall"] == f"{summary['processes'][0]['wall'] * 1e3:.3f} ms", facts
    counts = {text.rsplit(" ", 1)[0]: int(text.rsplit(" ", 1)[1]) for text in reports.texts("#tabs button")}
    for name in ("Regions", "Children", "Data"):
        assert counts[name] == len(summary[name.lower()]), counts


def open_table(reports, name):
    reports.ask(f"[...document.querySelectorAll('#tabs button')].find((tab) => tab.textContent.replace(/ \\d+$/, '') === {json.dumps(name)}).click()")


CELLS = "[...document.querySelectorAll('tbody tr')].map((row) => [...row.cells].map((cell) => cell.textContent))"


def test_a_command_is_what_list_and_summary_call_one(reports, trace2, traces):
    for path, outermost in ((Path(traces), None), (Path(traces, "clone-file.event"), 1)):
        listed = json.loads(trace2("list", "--json", path).stdout)
        reports.show(path, said=b"" if outermost else None)
        tabs = {text.rsplit(" ", 1)[0]: text.rsplit(" ", 1)[1] for text in reports.texts("#tabs button")}
        facts = dict(zip(reports.texts("#facts span"), reports.texts("#facts b")))
        assert tabs["Commands"] == facts["Commands"] == str(len(listed["commands"])), (tabs, facts)
        assert "Processes" not in tabs and "Processes" not in facts
        why = trace2("why", path)
        count = reports.ask(f"{REPORT}.trace.why.candidates")
        told = f"the slowest of {count} outermost commands" in why.stdout.decode()
        assert told == (count > 1) == reports.texts("#title")[0].startswith(f"Slowest of {count} outermost commands: "), why.stdout


def test_who_was_busy_meanwhile_is_told_as_by_why(reports, trace2, traces):
    path = Path(traces, "clone-file.event")
    reports.show(path)
    lines = [line.strip() for line in trace2.output("why", path).decode().splitlines()]
    above = {line: lines[i - 1] for i, line in enumerate(lines) if line.startswith("meanwhile: ")}
    assert list(above) == ["meanwhile: git pack-objects 43.573 ms"], lines
    small = "document.querySelectorAll('#table tbody small')"
    assert reports.texts("#table tbody small") == list(above)
    row = reports.ask(f"{small}[0].closest('tr').cells[1].textContent")
    assert above[lines[lines.index("meanwhile: git pack-objects 43.573 ms")]].startswith(row), (row, above)
    assert reports.ask("document.querySelector('#path > button').title").endswith("\n" + list(above)[0])
    reports.ask("document.querySelectorAll('th button')[0].click()")
    assert reports.ask(f"{small}[0].closest('tr').cells[1].textContent") == row, "it stays with its row"


def test_phases_timers_and_their_quantiles_are_those_of_the_summary(reports, trace2, _):
    lengths = '"unit":"ns","shortest":100000001,"longest":199999999,"values":[[100000001,1],[199999999,1]]'
    event = '{"event":"%s","sid":"S","thread":"main","time":"2000-01-01T00:00:00.9Z","category":"%s",%s}\n'
    timer = event % ("timer", "db", '"name":"get","intervals":2,"t_total":0.3,"t_min":0.1,"t_max":0.2')
    kept = event % ("data_json", "db", f'"key":"get","value":{{"of":"timer",{lengths}}}')
    phase = event % ("data_json", "bench", '"key":"fill","value":{"of":"phase","whose":"process","t_total":0.25,"sums":['
                     f'{{"category":"db","name":"get","intervals":2,"t_total":0.3,{lengths}}},{{"category":"db","name":"bytes","count":30}}]}}')
    *lines, last = SMALL.splitlines(True)
    trace = "".join([*lines, phase, timer, kept, last]).encode()
    text = trace2.output("summary", "-", stdin=trace).decode()
    reports.show("-", stdin=trace)
    open_table(reports, "Phases")
    heads = reports.texts("thead th")
    assert heads == ["Phase", "In it", "Count", "Total", "Mean", "Median", "90 %", "99 %", "99.9 %", "Max"], heads
    assert reports.ask(CELLS) == [
        ["bench/fill", "", "1", "250.000 ms", "250.000 ms", "", "", "", "", ""],
        ["bench/fill", "timer db/get", "2", "300.000 ms", "150.000 ms", "100.000 ms", "200.000 ms", "200.000 ms", "200.000 ms", "200.000 ms"],
        ["bench/fill", "counter db/bytes", "30", "", "", "", "", "", "", ""]], (reports.ask(CELLS), text)
    open_table(reports, "Timers")
    assert reports.ask(CELLS) == [["db", "get", "2", "300.000 ms", "150.000 ms", "100.000 ms", "100.000 ms", "200.000 ms", "200.000 ms",
                                   "200.000 ms", "200.000 ms"]], reports.ask(CELLS)
    for section, row in (("Phases", "100.000 ms  200.000 ms"), ("Distributions", "100.000 ms")):
        assert row in text[text.index(f"\n{section}\n"):], "summary says the same"


def test_repeated_commands_have_quantiles_by_name(reports, trace2, traces):
    path = Path(traces, "checkout-parallel-workers.event")
    rows = {row["name"]: row for row in json.loads(trace2.output("summary", "--json", path))["commands"]}
    reports.show(path)
    open_table(reports, "Commands by name")
    assert reports.texts("thead th") == ["Command", "Count", "Total ▾", "Min", "Median", "Max"]
    cells = dict((row[0], row[1:]) for row in reports.ask(CELLS))
    ms = lambda name, column: f"{rows[name][column] * 1e3:.3f} ms"
    # As in summary, the total alone says how long a single one took.
    assert cells == {name: [str(row["count"]), ms(name, "total"), *(ms(name, column) if row["count"] > 1 else "" for column in ("min", "median", "max"))]
                     for name, row in rows.items()}, cells
    open_table(reports, "Regions")
    assert reports.texts("thead th") == ["Category", "Label", "Count", "Total", "Self ▾", "Lengths"]
    reports.show(Path(traces, "version.event"))
    assert not any(text.startswith("Commands by name") for text in reports.texts("#tabs button")), "as summary: only if they repeat"


def test_numbers_stand_beside_their_names(reports, _, traces):
    reports.page.resize(1920, 1080)
    reports.show(Path(traces, "clone-file.event"))
    # A long command is cut at the edge of its cell.
    ends = ("[...document.querySelectorAll('#table tbody tr')].map((row) => { const name = document.createRange(); const cells = [...row.cells];"
            " const number = cells.find((one) => one.classList.contains('number')); const cell = number.previousElementSibling;"
            " name.selectNodeContents(cell); return [Math.min(name.getBoundingClientRect().right, cell.getBoundingClientRect().right),"
            " number.getBoundingClientRect().right]; })")
    for name in ("Critical path", "Commands", "Regions", "Children", "Data"):
        open_table(reports, name)
        rows = reports.ask(ends)
        assert min(number - end for end, number in rows) < 200 and max(end for end, _ in rows) < 700, (name, rows)
        assert reports.ask("document.querySelector('#table table').offsetWidth < document.getElementById('table').clientWidth"), name
    reports.page.resize(1280, 800)

def test_the_parts_of_the_critical_path_share_its_bar(reports, _, traces):
    reports.show(Path(traces, "clone-file.event"))
    sizes, width, wall, times = reports.ask(
        "[[...document.querySelectorAll('#path > *')].map((one) => one.getBoundingClientRect().width),"
        f"document.getElementById('path').clientWidth, {REPORT}.trace.why.wall,"
        f"{REPORT}.trace.why.rows.map((row) => row[4]).filter((time) => time > 0)]")
    assert sum(times) == wall and len(times) == len(sizes)
    room = width - (len(sizes) - 1)
    assert abs(sum(sizes) - room) < 2
    assert all(abs(size - room * time / wall) < 2 for size, time in zip(sizes, times)), (sizes, times)
    assert reports.texts("#table .sum") == [f"Sum: {wall / 1e3:.3f} ms of {wall / 1e3:.3f} ms"]
    uncoloured = reports.ask("[...document.querySelectorAll('#path > .region, #path > .thread')]"
                             ".filter((one) => one.dataset.label !== undefined && !one.style.backgroundColor).length")
    assert uncoloured == 0
    before = reports.ask(VIEW)
    reports.ask("document.querySelector('#path > button').click()")
    after = reports.ask(VIEW)
    assert after["to"] - after["from"] < before["to"] - before["from"]
    assert reports.ask(f"{REPORT}.timeline.selected") >= 0


def test_a_search_counts_and_goes_on(reports, *_):
    reports.show("-", stdin=SMALL.encode())
    reports.page.key("/")
    reports.ask("document.getElementById('search').value = 'c/'")
    reports.ask("document.getElementById('search').dispatchEvent(new Event('input'))")
    assert reports.texts("#matches") == ["3 matches"]
    for expected in ("1 of 3", "2 of 3", "3 of 3", "1 of 3"):
        reports.page.key("Enter")
        assert reports.texts("#matches") == [expected]
    assert reports.texts("#details h2") == ["c/outer"]
    reports.page.key("Escape")
    assert reports.texts("#matches") == [""]


def test_keys_move_and_links_keep_the_view(reports, *_):
    reports.show("-", stdin=SMALL.encode(), link="#t=100000-300000")
    assert reports.ask(VIEW) == {"from": 100_000, "to": 300_000}
    reports.ask("document.getElementById('timeline').focus()")
    reports.page.key("w")
    assert reports.ask(f"{VIEW}.to - {VIEW}.from") < 200_000
    reports.page.key("ArrowRight")
    reports.page.key("0")
    assert reports.ask(VIEW) == {"from": 0, "to": 1_000_000}
    reports.settle("location.hash === '#t=0-1000000'")
    reports.page.key(".")
    assert reports.ask(f"{REPORT}.timeline.selected") >= 0
    reports.page.key("Escape")
    assert reports.ask(f"{REPORT}.timeline.selected") == -1


def test_a_link_cannot_lead_out_of_the_trace(reports, *_):
    for link in ("#t=0-9007199254740991", "#t=9007199254740000-9007199254740991", f"#t=0-1{'0' * 400}", "#t=5-6"):
        reports.show("-", stdin=SMALL.encode(), link=link)
        view = reports.ask(VIEW)
        assert 5 <= view["to"] - view["from"] <= 1_100_000.5 and view["from"] < 1_000_000, (link, view)


def test_a_command_is_explained_when_its_row_is_chosen(reports, *_):
    reports.show("-", stdin=second_command().encode())
    assert reports.texts("#title") == ["Slowest of 2 outermost commands: /bin/frob scan"]
    assert "Repository" not in reports.texts("#facts span")
    before = reports.texts("#path > *")
    open_table(reports, "Commands")
    reports.ask("document.querySelectorAll('tbody tr')[1].click()")
    assert reports.texts("#title") == ["One of 2 outermost commands: /bin/frob list"]
    facts = dict(zip(reports.texts("#facts span"), reports.texts("#facts b")))
    assert facts["Repository"] == "/work/tree" and facts["Wall"] == "900.000 ms", facts
    assert reports.texts("#path > *") != before
    reports.ask("document.getElementById('tab-0').click()")
    assert reports.texts("#table .sum") == ["Sum: 900.000 ms of 900.000 ms"]
    reports.ask("document.querySelector('tbody tr').click()")
    selected = reports.ask(f"{REPORT}.layout.items.row[{REPORT}.timeline.selected]")
    list_row = reports.ask(f"{REPORT}.layout.items.row[[...{REPORT}.layout.items.kind].findIndex((kind, i) => kind === 0 && "
                           f"{REPORT}.layout.items.ref[i] === {REPORT}.trace.explained[1].process - 1)]")
    assert selected >= list_row, (selected, list_row)


def test_a_wait_is_found_by_the_name_of_its_child(reports, *_):
    reports.show("-", stdin=SMALL.encode())
    reports.ask(f"{REPORT}.timeline.on.select([...{REPORT}.layout.items.kind].indexOf(3))")
    assert reports.texts("#details h2")[0] == "waits for sub"
    reports.ask("[...document.querySelectorAll('#details button')].find((one) => one.textContent === 'Find all').click()")
    assert reports.texts("#matches") == ["2 matches"], reports.texts("#matches")


def test_a_click_shows_details(reports, *_):
    reports.show("-", stdin=SMALL.encode())
    left, top = reports.ask("(({left, top}) => [left, top])(document.getElementById('timeline').getBoundingClientRect())")
    width = reports.ask(f"{REPORT}.timeline.width")
    reports.page.click(left + width * 0.45, top + reports.ask(f"{REPORT}.timeline.y(1)") + 8)
    assert reports.texts("#details h2")[0] == "c/outer"
    assert "300.000 ms  75.0 %" in reports.texts("#details dd"), reports.texts("#details dd")


def test_the_flame_graph_sums_up_own_times(reports, trace2, traces):
    path = Path(traces, "clone-file.event")
    reports.show(path)
    reports.page.key("f")
    assert reports.ask("document.getElementById('timeline').hidden && !document.getElementById('flame').hidden")
    stacks = trace2.output("convert", "--to=folded", path).decode().splitlines()
    time_of = lambda some: sum(int(stack.rsplit(" ", 1)[1]) for stack in some)
    wall = time_of(stack for stack in stacks if not stack.startswith("beside "))
    assert reports.ask(f"{REPORT}.flame.total") == wall
    reports.ask("document.getElementById('by-sum').click()")
    assert reports.ask(f"{REPORT}.flame.total") == time_of(stacks)
    reports.ask("document.getElementById('by-wall').click()")
    left, top = reports.ask("(({left, top}) => [left, top])(document.getElementById('flame').getBoundingClientRect())")
    reports.page.click(left + 40, top + 16)
    assert reports.texts("#details h2") == ["git clone"]
    reports.page.click(left + 40, top + 16 + 19)
    assert reports.ask(f"{REPORT}.flame.view.to") < reports.ask(f"{REPORT}.flame.total")
    reports.picture("flame")
    reports.page.key("f")
    assert reports.ask("document.getElementById('flame').hidden")


def runs_of(directory, count, inner):
    """Traces of a command that takes longer in one of its regions."""
    directory.mkdir()
    for i in range(count):
        text = SMALL.replace('"S', f'"S{i}').replace('"00.300000Z"', f'"00.{inner + i:06d}Z"')
        text = text.replace("00.300000Z", f"00.{inner + i:06d}Z").replace('"t_rel":0.1', f'"t_rel":{(inner + i - 200_000) / 1e6:.6f}')
        text = text.replace("01.000000Z", f"01.{i:06d}Z")
        Path(directory, f"{i}.event").write_text(text)


def test_a_difference_shows_both_sides_and_what_has_changed(reports, trace2, _):
    before, after = Path(reports.directory, "before"), Path(reports.directory, "after")
    runs_of(before, 6, 300_000)
    runs_of(after, 6, 450_000)
    output = Path(reports.directory, "diff.html")
    trace2.output("diff", "--to=html", "-o", output, before, after)
    assert reports.page.open(output.as_uri()) == "yes" and reports.page.problems() == []
    said = json.loads(trace2.output("diff", "--json", before, after))
    facts = dict(zip(reports.texts("#facts span"), reports.texts("#facts b")))
    assert facts["Runs"] == "6 before, 6 after" and facts["Wall"] == "1.000 s → 1.000 s", facts
    assert said["claims"] == 1 and facts["Result"] == f"1 of {said['tested']} tested row has changed", facts
    # The words of the program and those of the page are the same.
    lines = trace2.output("diff", "--stat", "--rows=100", before, after).decode().splitlines()
    rows = reports.ask("[...document.querySelectorAll('tbody tr')].map((row) => [...row.cells].map((cell) => cell.textContent))")
    assert len(rows) == len(said["rows"]), rows
    slower = next(row for row in rows if row[0] == "slower")
    assert (slower[8], slower[1]) == ("c/inner < c/outer < frob scan", "+150%"), slower
    assert all(any(row[8] in line and row[0] in line.split() and (not row[1] or row[1] in line.split()) for line in lines) for row in rows), (rows, lines)
    # Both commands begin at 0, one above the other.
    heads = reports.ask(f"{REPORT}.layout.headings.map(({{title}}) => title)")
    assert [head.split(":")[0] for head in heads] == ["Before", "After", "Other runs before", "Other runs after"], heads
    assert set(reports.ask(f"{REPORT}.trace.pair.typical.map(({{process}}) => {REPORT}.trace.processes.begin[process - 1])")) == {0}
    assert reports.ask("document.querySelectorAll('.lane:not([hidden]) .path').length") == 2
    assert not any("busy" in text for text in reports.texts("#signs li")), "runs that were not at once are not counted together"
    assert reports.ask("document.querySelector('.busy b').offsetHeight") == 0
    # A row leads to the run after the change.
    reports.ask("[...document.querySelectorAll('tbody tr')].find((row) => row.cells[0].textContent === 'slower').click()")
    assert reports.texts("#details h2") == ["c/inner"] and "250.00" in reports.texts("#details dd")[0], reports.texts("#details dd")
    reports.page.key("f")
    change = reports.ask(f"(({{frames}}) => frames.find(({{name}}) => name === 'c:inner').times)({REPORT}.flame)")
    assert abs(change[0] - 100_000) < 10 and abs(change[1] - 250_000) < 10, change
    assert reports.texts("#legend")[0].startswith("slower faster") and not reports.ask("document.getElementById('legend').hidden")
    reports.picture("difference-flame")
    reports.page.key("f")
    reports.picture("difference")


def pieces_by_name(reports):
    """The time of the critical path in each row of the timeline, by what the column of names calls it."""
    pieces, names = reports.ask(f"""(() => {{ const {{timeline, layout}} = {REPORT};
        return [timeline.path, layout.rows.process.length && [...Array(layout.rowCount).keys()].map((row) => timeline.nameOfRow(row, false)?.text ?? '')]; }})()""")
    times = {}
    for piece in pieces:
        times[names[piece["row"]]] = times.get(names[piece["row"]], 0) + piece["to"] - piece["from"]
    return pieces, times


def colours_at(reports, places):
    """The colours of the timeline at places in its rows: a time, a row, pixels below the top of the row."""
    ask = json.dumps(places)
    return reports.ask(f"""(() => {{ const one = {REPORT}.timeline; one.paint(); return {ask}.map(([time, row, below]) => {{
        const [r, g, b] = one.context.getImageData(Math.round(one.x(time) * devicePixelRatio), Math.round((one.y(row) + below) * devicePixelRatio), 1, 1).data;
        return '#' + [r, g, b].map((part) => part.toString(16).padStart(2, '0')).join(''); }}); }})()""")


def turn(reports, is_dark):
    """Changes the colours of a page that is shown."""
    reports.page.set_dark(is_dark)
    back = ("#14171b", "rgb(20, 23, 27)") if is_dark else ("#ffffff", "rgb(255, 255, 255)")
    reports.settle(f"{REPORT}.timeline.colours.back === '{back[0]}' && getComputedStyle(document.body).backgroundColor === '{back[1]}'")


def test_the_critical_path_is_a_line_through_the_bars(reports, trace2, traces):
    for name, wanted in (("clone-file.event", {"git index-pack": 50_177 + 1_854}), ("checkout-parallel-workers.event", {"git checkout--worker": 18_767 + 4_259}),
                         ("timer-3-threads.event", None)):
        reports.show(Path(traces, name))
        pieces, times = pieces_by_name(reports)
        wall = reports.ask(f"{REPORT}.trace.why.wall")
        assert abs(sum(times.values()) - wall) < 2 and all(one["to"] == two["from"] for one, two in zip(pieces, pieces[1:])), (name, pieces)
        assert all(abs(times[row] - time) < 2 for row, time in (wanted or {}).items()), (name, times)
        if wanted is None:  # threads
            in_threads = sum(time for row, time in times.items() if row.startswith("th"))
            rows = json.loads(trace2.output("why", "--json", Path(traces, name)))["path"]
            assert abs(in_threads - sum(row["time"] for row in rows if row["kind"] == "thread") * 1e6) < 2, (times, rows)
        for is_dark in (False, True):
            turn(reports, is_dark)
            longest = max(pieces, key=lambda one: one["to"] - one["from"])
            middle = (longest["from"] + longest["to"]) / 2
            other = next(row for row in range(reports.ask(f"{REPORT}.layout.rowCount")) if row not in {one["row"] for one in pieces})
            line, beside = colours_at(reports, [[middle, longest["row"], 1], [middle, other, 1]])
            assert line == reports.ask(f"{REPORT}.timeline.colours.path") != beside, (name, is_dark, line, beside)
        turn(reports, False)
        reports.picture(f"path-{name}")


def test_the_path_is_that_of_the_command_which_is_shown(reports, *_):
    reports.show("-", stdin=second_command().encode())
    first = reports.ask(f"{REPORT}.timeline.path")
    open_table(reports, "Commands")
    reports.ask("document.querySelectorAll('tbody tr')[1].click()")
    second = reports.ask(f"{REPORT}.timeline.path")
    assert sum(one["to"] - one["from"] for one in first) == 1_000_000 and sum(one["to"] - one["from"] for one in second) == 900_000
    assert {one["row"] for one in first}.isdisjoint(one["row"] for one in second), (first, second)


# A picture is drawn with the next frame: it is drawn here before the names are read.
NAMES = (f"({REPORT}.timeline.paint(), [...document.querySelectorAll('#names > span')].map((one) => [one.textContent, "
         "Math.round(one.getBoundingClientRect().top - document.getElementById('timeline').getBoundingClientRect().top)]))")


def test_names_stay_beside_their_rows(reports, _, traces):
    reports.show(Path(traces, "clone-file.event"))
    assert [name for name, _ in reports.ask(NAMES)] == ["git clone", "git-upload-pack, git rev-list", "git pack-objects", "git index-pack"]
    rows = reports.ask(f"[0, 1, 2, 4].map((process) => {REPORT}.layout.rows.process[process])")
    row_of = dict(zip(reports.ask(f"[...{REPORT}.trace.processes.name].map((name) => {REPORT}.trace.texts[name])"),
                      reports.ask(f"[...{REPORT}.layout.rows.process]")))
    tops = {name.split(",")[0]: top for name, top in reports.ask(NAMES)}
    assert all(top == reports.ask(f"{REPORT}.timeline.y({row_of[name]})") for name, top in tops.items()), (tops, row_of, rows)
    # Zooming to the middle leaves the names, though all bars begin to the left.
    reports.ask(f"{REPORT}.timeline.show({{from: 30000, to: 31000}}, true)")
    reports.settle(f"{VIEW}.from === 30000")
    assert [name for name, _ in reports.ask(NAMES)] == ["git clone", "git-upload-pack", "git pack-objects", "git index-pack"]
    # At another place the row has another name; rows without a bar there have none.
    reports.ask(f"{REPORT}.timeline.show({{from: 63800, to: 64200}}, true)")
    assert [name for name, _ in reports.ask(NAMES)] == ["git clone", "git rev-list"]
    assert reports.ask("(({left}) => left)(document.getElementById('names').getBoundingClientRect())") == 0
    reports.ask("document.querySelectorAll('#names > span')[1].click()")
    assert reports.texts("#details h2") == ["git rev-list"]
    reports.show(Path(traces, "timer-3-threads.event"))
    assert [name for name, _ in reports.ask(NAMES)] == ["test-tool trace2", "th01:ut_101", "th02:ut_101", "th03:ut_101"]
    for width in (800, 400):
        reports.page.resize(width, 800)
        reports.settle(f"{REPORT}.timeline.width === document.getElementById('plot').clientWidth")
        assert 80 <= reports.ask("document.getElementById('names').clientWidth") <= width / 3
    reports.page.resize(1280, 800)


def test_a_graph_shows_how_many_are_busy(reports, _, traces):
    reports.show("-", stdin=SMALL.encode())
    assert reports.texts(".busy b") == ["1 process"], "as many processes as threads are told once"
    busy = lambda *moments: reports.ask(f"{list(moments)}.map((at) => {REPORT}.timeline.busyAt(at))")
    # frob waits for sub from 500 to 800 ms; sub is there from 600 to 700.
    assert busy(300_000, 550_000, 650_000, 750_000, 900_000) == [f"{n} {'process' if n == 1 else 'processes'} and {n} {'thread' if n == 1 else 'threads'}"
                                                                 for n in (1, 0, 1, 0, 1)]
    head = -5  # pixels above the first row: the lower end of the graph
    colours = colours_at(reports, [[at, 0, head] for at in (300_000, 550_000, 650_000, 750_000)])
    assert colours[0] == colours[2] == reports.ask(f"{REPORT}.timeline.colours.process") and colours[1] == colours[3] == "#ffffff", colours
    reports.show(Path(traces, "timer-3-threads.event"))
    assert reports.texts(".busy b") == ["1 process", "4 threads"]
    assert busy(30_000) == ["1 process and 4 threads"]
    top = reports.ask(f"-{REPORT}.timeline.y(0) + 24 + 6")
    assert colours_at(reports, [[30_000, 0, top], [30_000, 0, head], [1, 0, top]]) == [
        *reports.ask(f"[{REPORT}.timeline.colours.thread, {REPORT}.timeline.colours.process]"), "#ffffff"]
    left, y, width = reports.ask("(({left, top, width}) => [left, top, width])(document.getElementById('timeline').getBoundingClientRect())")
    reports.page.call("Input.dispatchMouseEvent", type="mouseMoved", x=left + width / 2, y=y + 40)
    assert reports.texts("#tip") == ["1 process and 4 threads busy"]
    assert reports.ask("document.getElementById('timeline').getAttribute('aria-label')").endswith("busy at once are at most 1 process and 4 threads")


LEGEND = "#signs li"


def test_a_legend_explains_each_colour_and_mark(reports, trace2, traces):
    every = ["critical path", "busy: alive, and not waiting for a child", "command"]
    reports.show(Path(traces, "clone-file.event"))
    assert reports.texts(LEGEND) == [*every, "region, a hue for each category", "self time: in no inner region", "waits for a child",
                                     "start and end of a process", "value or message", "timer or counter"], reports.texts(LEGEND)
    reports.show("-", stdin=SMALL.encode())
    assert "that failed or has errors" in reports.texts(LEGEND) and "error or signal" in reports.texts(LEGEND)
    assert "timer or counter" not in reports.texts(LEGEND), "a legend is short: it has what the trace has"
    reports.show(Path(traces, "timer-3-threads.event"))
    assert reports.texts(LEGEND) == [*every, "thread", "timer or counter"]
    for is_dark in (False, True):
        turn(reports, is_dark)
        for name in ("process", "thread", "path"):
            shown = reports.ask(f"getComputedStyle(document.querySelector('.sign.{name}')).backgroundColor")
            wanted = reports.ask(f"{REPORT}.timeline.colours['{name}']")
            assert shown == f"rgb({', '.join(str(int(wanted[i:i + 2], 16)) for i in (1, 3, 5))})", (name, shown, wanted)
    turn(reports, False)
    reports.show(Path(traces), said=None)
    assert len(reports.texts(LEGEND)) == 13, reports.texts(LEGEND)
    sizes = reports.ask("[...document.querySelectorAll('.sign')].map((one) => [one.className, one.offsetWidth, one.offsetHeight])")
    assert all(2 < width <= 22 and 2 < height <= 14 for _, width, height in sizes), sizes
    # It can be folded, by the keyboard too, and is not in the way of the flame graph.
    high = "document.getElementById('signs').offsetHeight"
    before = reports.ask(high)
    assert 0 < before < 60
    reports.ask("document.querySelector('#signs summary').focus()")
    reports.page.key("Enter")
    assert reports.ask("document.getElementById('signs').open") is False and reports.ask(high) < before + 1
    assert reports.ask("document.querySelector('#signs ul').checkVisibility()") is False
    reports.page.key("Enter")
    assert reports.ask("document.getElementById('signs').open") is True
    reports.page.key("f")
    assert reports.ask(high) == 0
    assert reports.ask("document.getElementById('plot').clientWidth === innerWidth"), "the flame graph has all of the width"
    reports.page.key("f")


def test_the_timeline_is_as_high_as_its_rows(reports, _, traces):
    sizes = f"[document.getElementById('stage').clientHeight, {REPORT}.timeline.contentHeight, document.getElementById('table').clientHeight]"
    for width, height in ((1280, 800), (1920, 1080), (800, 900)):
        reports.page.resize(width, height)
        for name in ("clone-file.event", "grep-threads.event", "timer-3-threads.event", "version.event"):
            reports.show(Path(traces, name))
            high, content, table = reports.ask(sizes)
            assert high == content, (name, width, high, content)
            below = reports.ask("document.getElementById('bottom').getBoundingClientRect().top - document.getElementById('signs').getBoundingClientRect().bottom")
            assert 0 <= below <= 1, (name, width, below)
            assert reports.ask("document.getElementById('scroller').hidden")
    # Many rows get a part of the screen, and are scrolled.
    lines = [f'{{"event":"start","sid":"S{i}","thread":"main","time":"2000-01-01T00:00:00.{i:06d}Z","t_abs":0.0,"argv":["c{i}"]}}\n'
             f'{{"event":"atexit","sid":"S{i}","thread":"main","time":"2000-01-01T00:00:01.{i:06d}Z","t_abs":1.0,"code":0}}\n' for i in range(200)]
    for width, height in ((1280, 800), (1920, 1080), (800, 900)):
        reports.page.resize(width, height)
        reports.show("-", stdin="".join(lines).encode())
        high, content, table = reports.ask(sizes)
        assert height / 4 < high < height * 0.65 and content > 200 * 17 and table > 60, (width, high, content, table)
        assert not reports.ask("document.getElementById('scroller').hidden")
        reports.ask("document.getElementById('scroller').scrollTop = 100000")
        reports.settle(f"{REPORT}.timeline.top === {content - high}")
        reports.settle("[...document.querySelectorAll('#names > span')].some((one) => one.textContent === 'c199')")
        reports.ask("document.getElementById('timeline').focus()")
        reports.page.key("ArrowUp")
        reports.settle(f"document.getElementById('scroller').scrollTop === {content - high - 57}")
    reports.page.resize(1280, 800)


def test_what_is_odd_is_told_below_the_title(reports, *_):
    inner, outer = (f'"category":"c","label":"{name}"' for name in ("inner", "outer"))
    lines = SMALL.splitlines(keepends=True)
    ends = [number for number, line in enumerate(lines) if "region_leave" in line]
    assert inner in lines[ends[0]] and outer in lines[ends[1]], lines
    reports.show("-", stdin=SMALL.encode())
    assert reports.ask("document.getElementById('remarks').hidden") is True
    for number in ends:  # The outer region ends before the inner one.
        lines[number] = lines[number].replace("inner", "?").replace("outer", "inner").replace("?", "outer")
    lines[ends[0]], lines[ends[1]] = (lines[at].replace('"t_rel":0.1', '"t_rel":0.2').replace('"t_rel":0.4', '"t_rel":0.3') for at in ends)
    reports.show("-", stdin="".join(lines).encode(), said=b"overlaps")
    assert reports.ask("document.getElementById('remarks').hidden") is False
    assert "overlap" in reports.texts("#remarks")[0], reports.texts("#remarks")


def test_what_is_left_out_is_drawn_and_told_where_it_was(reports, *_):
    reports.show("-", stdin=many_regions(SLICES + 30_001))
    count, drawn = reports.ask(f"[{REPORT}.trace.more.reduce((sum, one) => sum + one.count, 0), {REPORT}.layout.more.ref.length]")
    assert count == 30_001 and drawn > 10, (count, drawn)
    assert "are drawn as sums where they were" in reports.texts("#losses")[0], reports.texts("#losses")
    match = reports.ask(f"{REPORT}.layout.items.count + {REPORT}.trace.marks.count")
    reports.ask(f"{REPORT}.timeline.zoomTo({match})")
    found = reports.ask(f"(() => {{ const {{timeline: one, layout}} = {REPORT}; const row = layout.more.row[0];"
                        "return one.matchAt(one.x((layout.more.begin[0] + layout.more.end[0]) / 2), one.y(row) + 2); })()")
    assert found >= 0, found
    reports.ask(f"{REPORT}.timeline.on.select({match})")
    assert " more, total " in reports.texts("#details h2")[0], reports.texts("#details h2")
    reports.picture("left-out")


def test_tables_sort_filter_and_lead_to_the_timeline(reports, _, traces):
    reports.show(Path(traces, "clone-file.event"))
    reports.ask("[...document.querySelectorAll('#tabs button')].find((tab) => tab.textContent.startsWith('Regions')).click()")
    column = "[...document.querySelectorAll('tbody tr')].map((row) => row.cells[1].textContent)"
    reports.ask("document.querySelectorAll('th button')[1].click()")
    labels = reports.ask(column)
    assert labels == sorted(labels, key=str.lower) and len(labels) > 5, labels
    reports.ask("document.querySelectorAll('th button')[1].click()")
    assert reports.ask(column)[0] == labels[-1]
    reports.ask("document.getElementById('filter').value = 'unpack'")
    reports.ask("document.getElementById('filter').dispatchEvent(new Event('input'))")
    assert 0 < len(reports.ask(column)) < len(labels)
    reports.ask("document.querySelector('tbody tr').focus()")
    reports.page.key("Enter")
    assert "unpack" in reports.texts("#details h2")[0]


def test_tasks_are_a_table_as_the_others(reports, trace2, _):
    trace = Pool(7).text()
    tasks = json.loads(trace2.output("summary", "--json", "-", stdin=trace))["tasks"]
    heads = ["Category", "Label", "Count", "Total ▾", "Running", "Waiting", "Median", "Max", "Unfinished"]
    column = "[...document.querySelectorAll('tbody tr')].map((row) => row.cells[1].textContent)"
    for is_dark in (False, True):
        reports.page.set_dark(is_dark)
        reports.show("-", stdin=trace)
        reports.ask("[...document.querySelectorAll('#tabs button')].find((tab) => tab.textContent.startsWith('Tasks')).click()")
        assert reports.texts("thead th") == heads
        assert reports.ask("document.documentElement.scrollWidth <= innerWidth")
        reports.picture(f"tasks-{'dark' if is_dark else 'light'}")
    reports.page.set_dark(False)
    assert reports.ask(column) == [row["label"] for row in tasks]
    reports.ask("document.querySelectorAll('th button')[5].click()")
    assert reports.ask(column) == [row["label"] for row in sorted(tasks, key=lambda row: -row["waiting"])]
    assert reports.ask("document.querySelectorAll('th')[5].ariaSort") == "descending"
    reports.ask("document.querySelector('tbody tr').focus()")
    reports.page.key("ArrowDown")
    assert reports.ask("[...document.querySelectorAll('tbody tr')].indexOf(document.activeElement)") == 1
    reports.page.key("Enter")
    assert reports.ask(f"{REPORT}.timeline.selected") == -1 and reports.page.problems() == []
    reports.ask("document.getElementById('filter').value = 'no such task'")
    reports.ask("document.getElementById('filter').dispatchEvent(new Event('input'))")
    assert reports.ask(column) == []
    reports.ask("dispatchEvent(new Event('beforeprint'))")
    assert "Tasks" in reports.texts("#print h2")


def test_hostile_texts_are_texts(reports, *_):
    for name in ("</script><script>document.title = 'hit'</script>", "<img src=x onerror=document.title='hit'>",
                 "\u202e\u2066\u200f\u2028", "x" * 1_000_000, "__proto__"):
        reports.show("-", stdin=hostile(name))
        for tab in range(reports.ask("document.querySelectorAll('#tabs button').length")):
            reports.ask(f"document.querySelectorAll('#tabs button')[{tab}].click()")
            reports.ask("document.querySelector('tbody tr').click()")
        assert reports.page.problems() == []
        assert reports.ask("document.querySelectorAll('img, script:not([type=module])').length") == 0
        assert reports.ask("document.title") != "hit"
        assert not reports.ask("/[\\u202a-\\u202e\\u2066-\\u2069\\u200f]/.test(document.body.textContent)")
        assert reports.ask("document.documentElement.scrollWidth <= innerWidth")


def test_both_colour_schemes_and_all_sizes_show_the_page(reports, _, traces):
    for path in (Path(traces, "clone-file.event"), Path(traces, "timer-3-threads.event")):
        for width, height in ((1280, 800), (1920, 1080), (600, 900)):
            reports.page.resize(width, height)
            for is_dark in (False, True):
                reports.page.set_dark(is_dark)
                reports.show(path)
                back = reports.ask("getComputedStyle(document.body).backgroundColor")
                assert (back == "rgb(255, 255, 255)") != is_dark, back
                assert reports.ask("document.documentElement.scrollWidth <= innerWidth"), width
                reports.picture(f"{path.stem}-{width}-{'dark' if is_dark else 'light'}")
    reports.page.resize(1280, 800)
    reports.page.set_dark(False)


def test_everything_has_a_name_and_can_be_reached(reports, *_):
    reports.show("-", stdin=SMALL.encode())
    nameless = ("[...document.querySelectorAll('button, input, canvas')].filter((one) => !one.textContent.trim() && "
                "!one.getAttribute('aria-label')).length")
    assert reports.ask(nameless) == 0
    assert reports.ask("document.querySelectorAll('[role=tab][aria-selected=true]').length") == 1
    assert reports.ask("document.getElementById('timeline').tabIndex") == 0
    # The Tab key stops once in a table; arrows go through its rows.
    stops = "[...document.querySelectorAll('tbody tr')].flatMap((row, i) => (row.tabIndex === 0 ? [i] : []))"
    reports.ask("document.querySelectorAll('#tabs button')[1].click()")
    assert reports.ask(stops) == [0]
    reports.ask("document.querySelector('tbody tr').focus()")
    reports.page.key("ArrowDown")
    assert reports.ask(stops) == [1]
    reports.ask("document.querySelector('[role=tab][aria-selected=true]').focus()")
    reports.page.key("End")
    assert reports.ask("document.activeElement === document.querySelector('#tabs').lastElementChild")
    reports.page.key("Home")
    assert reports.ask("document.activeElement.id") == "tab-0"


def test_paper_has_the_critical_path_and_all_tables_and_cuts_nothing(reports, _, traces):
    path = next(Path(traces).rglob("clone-file.event"))
    reports.page.set_dark(True)
    reports.show(path)
    reports.ask("addEventListener('beforeprint', () => { globalThis.isPrinted = true; })")
    paper = reports.page.call("Page.printToPDF", printBackground=True)
    assert paper["data"].startswith("JVBERi") and reports.ask("globalThis.isPrinted"), "a PDF"
    assert reports.ask("document.getElementById('print').childElementCount") == 0, "the screen is as before"
    names = [text.rsplit(" ", 1)[0] for text in reports.texts("#tabs button")]
    reports.page.resize(720, 1000)
    reports.page.call("Emulation.setEmulatedMedia", media="print")
    reports.ask("dispatchEvent(new Event('beforeprint'))")
    assert reports.texts("#print h2") == names
    sizes = reports.ask("[...document.querySelectorAll('#print table')].map((one) => one.rows.length - 1)")
    assert sizes == [int(text.rsplit(" ", 1)[1]) for text in reports.texts("#tabs button")], sizes
    cut = reports.ask("[...document.querySelectorAll('#print td, #print th, h1, #facts li')].filter((one) => one.scrollWidth > one.clientWidth + 1 "
                      "&& getComputedStyle(one).overflowX !== 'visible' || one.getBoundingClientRect().right > innerWidth).map((one) => one.textContent)")
    assert cut == [], cut
    assert reports.ask("document.documentElement.scrollHeight > 1000 && getComputedStyle(document.body).overflow === 'visible'")
    assert reports.ask("document.getElementById('path').getBoundingClientRect().height > 20")
    assert reports.ask("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)", "though the screen is dark"
    assert reports.ask(f"{REPORT}.timeline.colours.back") == "#ffffff"
    reports.picture("paper")
    reports.ask("dispatchEvent(new Event('afterprint'))")
    reports.page.call("Emulation.setEmulatedMedia", media="")
    reports.page.resize(1280, 800)
    reports.page.set_dark(False)


def test_two_fingers_zoom(reports, *_):
    reports.show("-", stdin=SMALL.encode())
    left, top, width = reports.ask("(({left, top, width}) => [left, top, width])(document.getElementById('timeline').getBoundingClientRect())")
    touch = lambda kind, *places: reports.page.call("Input.dispatchTouchEvent", type=kind, touchPoints=[
        {"x": left + width * place, "y": top + 60, "id": i} for i, place in enumerate(places)])
    touch("touchStart", 0.4)
    touch("touchStart", 0.4, 0.6)
    touch("touchMove", 0.2, 0.8)
    reports.settle(f"{VIEW}.to - {VIEW}.from < 400000")
    view = reports.ask(VIEW)
    assert abs(view["to"] - view["from"] - 1_000_000 / 3) < 2_000 and abs(view["from"] + view["to"] - 1_000_000) < 2_000, view
    touch("touchEnd")
    reports.settle(f"{REPORT}.timeline.fingers.size === 0")


def test_a_screen_reader_finds_names_for_everything(reports, _, traces):
    reports.show(next(Path(traces).rglob("clone-file.event")))
    reports.ask("[...document.querySelectorAll('#tabs button')].find((tab) => tab.textContent.startsWith('Regions')).click()")
    nodes = [node for node in reports.page.call("Accessibility.getFullAXTree")["nodes"] if not node["ignored"]]
    name_of = lambda node: node.get("name", {}).get("value", "").strip()
    by_role = {}
    for node in nodes:
        by_role.setdefault(node["role"]["value"], []).append(name_of(node))
    assert len(by_role["heading"]) >= 3 and by_role["heading"][0].startswith("git clone"), by_role["heading"]
    for role in ("button", "tab", "searchbox", "columnheader", "application", "tabpanel", "tablist", "image", "group", "list"):
        assert by_role.get(role) and all(by_role[role]), (role, by_role.get(role))
    assert any(name.startswith("Timeline of 5 processes and ") for name in by_role["application"]), by_role["application"]
    assert "Critical path" in by_role["group"] and "Details" in by_role["complementary"]
    assert sum(name.split()[1:5] == ["index-pack", "50.177", "ms", "74.4"] and "meanwhile: git pack-objects" in name for name in by_role["button"]) == 1, "a part of the critical path"
    assert any("region" in name for name in by_role["image"]), "a histogram in words"
    chosen = [name_of(node) for node in nodes if node["role"]["value"] == "tab"
              and any(one["name"] == "selected" and one["value"]["value"] for one in node.get("properties", []))]
    assert len(chosen) == 1 and chosen[0].startswith("Regions"), chosen


# SMALL on the main thread of process 0x42, and when it was sampled, in milliseconds: from 300 to 400 it slept.
SAMPLED = SMALL.replace('"sid":"S', '"sid":"20000101T000000.000000Z-Hlocalhost-P00000042')
STACKS = {
    range(0, 100): ("main",), range(100, 200): ("main", "load"), range(200, 300): ("main", "load", "parse"),
    range(400, 500): ("main", "load", "hash", "hash"),
}


def sample(at, *functions, tid=0x42):
    frames = "".join(f"\t 1 {name}+0x1f (/usr/bin/frob)\n" for name in reversed(functions))
    return f"frob {0x42}/{tid} 2000-01-01 00:00:{at / 1e3:09.6f} 1.500000: 1000000 cpu-clock:ppp: \n{frames}\n"


def show_samples(reports, *options):
    """A page with samples in the middle of each millisecond, and with ten of a thread that tells no number."""
    script = "".join(sample(at + 0.5, *functions) for times, functions in STACKS.items() for at in times)
    script += "".join(sample(at + 0.5, "start_thread", "worker", tid=68) for at in range(700, 710))
    path = Path(reports.directory, "a script")
    path.write_text(script)
    reports.show(f"--samples={path}", *options, "-", stdin=SAMPLED.encode(), env=os.environ | {"TZ": "UTC"})


FUNCTIONS = "[...document.querySelectorAll('#details .functions tbody tr')].map((row) => [...row.cells].map((cell) => cell.textContent))"


def select_named(reports, name):
    reports.ask(f"(({{timeline, layout, trace}}) => timeline.on.select([...layout.items.kind].findIndex((kind, i) => kind === 2 && "
                f"trace.names[trace.slices.label[layout.items.ref[i]]] === {json.dumps(name)})))({REPORT})")


def facts_shown(reports):
    return dict(zip(reports.texts("#details dt"), (text.replace("\xa0", " ") for text in reports.texts("#details dd"))))


def test_a_span_of_time_shows_the_functions_that_samples_met_in_it(reports, *_):
    show_samples(reports)
    assert reports.texts("#facts .sampled b") == [
        "410 samples of cpu-clock:ppp, one in 1.000 ms; 10 in threads that tell no number (TRACE2_THREAD_IDS=1)"]
    reports.ask(f"{REPORT}.timeline.on.measure({{from: 150000, to: 450000}})")
    assert facts_shown(reports)["Samples"] == "200 samples: 67 % on a processor, 33 % waiting", facts_shown(reports)
    assert reports.ask(FUNCTIONS) == [
        ["parse (frob)", "50 % ±7", "50 % ±7"], ["load (frob)", "25 % ±6", "100 % ±1"], ["hash (frob)", "25 % ±6", "25 % ±6"],
        ["main (frob)", "0 % ±1", "100 % ±1"]], reports.ask(FUNCTIONS)
    reports.ask("[...document.querySelectorAll('#details th button')].find((one) => one.textContent.startsWith('With')).click()")
    assert [row[0] for row in reports.ask(FUNCTIONS)[:2]] == ["load (frob)", "main (frob)"], reports.ask(FUNCTIONS)
    # Nobody knows how long threads without a number were there.
    reports.ask(f"{REPORT}.timeline.on.measure({{from: 705000, to: 720000}})")
    facts = facts_shown(reports)
    assert (facts["Samples"], facts["Of other threads"]) == ("0 samples", "5 samples"), facts
    assert reports.ask(FUNCTIONS)[0] == ["worker (frob)", "100 % ±22", "100 % ±22"], reports.ask(FUNCTIONS)


def test_a_drag_with_shift_selects_a_span(reports, *_):
    show_samples(reports)
    left, top, width = reports.ask("(({left, top, width}) => [left, top, width])(document.getElementById('timeline').getBoundingClientRect())")
    for kind, part in (("mousePressed", 0.12), ("mouseMoved", 0.3), ("mouseReleased", 0.3)):
        reports.page.call("Input.dispatchMouseEvent", type=kind, x=left + part * width, y=top + 90, button="left", buttons=1, clickCount=1, modifiers=8)
    span = reports.ask(f"{REPORT}.timeline.span")
    inside = sum(span["from"] <= at * 1e3 + 500 < span["to"] for times in STACKS for at in times)
    assert inside > 100 and facts_shown(reports)["Samples"].startswith(f"{inside} samples: "), (span, inside, facts_shown(reports))
    assert {row[0] for row in reports.ask(FUNCTIONS)} == {"main (frob)", "load (frob)", "parse (frob)"}
    reports.picture("samples-span")


def test_regions_and_processes_show_their_functions_as_why_does(reports, trace2, _):
    show_samples(reports)
    select_named(reports, "c/outer")
    facts = facts_shown(reports)
    assert facts["Samples"] == "300 samples: 75 % on a processor, 25 % waiting", facts
    assert facts["In its self time"] == "200 samples: 67 % on a processor, 33 % waiting" and "Meanwhile" not in facts, facts
    assert reports.ask(FUNCTIONS)[0] == ["load (frob)", "33 % ±6", "100 % ±1"], reports.ask(FUNCTIONS)
    why = trace2("why", f"--samples={Path(reports.directory, 'a script')}", "-", stdin=SAMPLED.encode(), env=os.environ | {"TZ": "UTC"})
    assert facts["In its self time"].replace(" %", "%") in why.stdout.decode(), why
    select_named(reports, "c/inner")
    facts = facts_shown(reports)
    assert facts["Samples"] == "100 samples: 100 % on a processor, 0 % waiting" and "In its self time" not in facts, facts
    reports.ask(f"{REPORT}.timeline.on.select([...{REPORT}.layout.items.kind].indexOf(3))")
    facts = facts_shown(reports)
    assert (facts["Samples"], facts["Meanwhile"]) == ("0 samples: 0 % on a processor, 100 % waiting", "10 samples of other threads of the process"), facts
    reports.ask(f"{REPORT}.timeline.on.select([...{REPORT}.layout.items.kind].indexOf(0))")
    facts = facts_shown(reports)
    assert (facts["Samples"], facts["Of other threads"]) == ("400 samples: 40 % on a processor, 60 % waiting", "10 samples"), facts


def test_functions_of_the_flame_graph_have_shares_and_a_legend(reports, *_):
    show_samples(reports)
    assert not any("function" in text for text in reports.texts("#signs li"))
    reports.page.key("f")
    assert any(text.startswith("function(): time of its samples") for text in reports.texts("#signs li")), reports.texts("#signs li")
    assert not reports.ask("document.getElementById('signs').hidden")
    select = f"((name) => {REPORT}.flame.select({REPORT}.flame.frames.findIndex((one) => one.name === name)))"
    reports.ask(f"{select}('parse()')")
    assert facts_shown(reports)["Share of samples"] == "100 of 100 samples in c/inner: 100 % ±2", facts_shown(reports)
    reports.ask(f"{select}('c:outer')")
    facts = facts_shown(reports)
    assert facts["Self time"] == "300.000 ms" and facts["Samples"] == "200 samples: 67 % on a processor, 33 % waiting", facts
    assert "50 % ±7" in reports.ask(f"(({{flame}}) => flame.tipOf(flame.frames.findIndex(({{name}}) => name === 'hash()')))({REPORT})")
    reports.picture("samples-flame")
    reports.show("-", stdin=SMALL.encode())
    reports.page.key("f")
    assert reports.ask("document.getElementById('signs').hidden"), "without samples nothing needs an explanation"


def many_regions(count):
    """A process with regions in three levels."""
    lines = SMALL.splitlines(True)[:2]
    line = ('{"event":"region_%s","sid":"S","thread":"main","time":"2000-01-01T00:00:%09.6fZ","nesting":%d,'
            '"category":"c%d","label":"l%d"%s}\n')
    at = 0
    for i in range(count // 3):
        names = [(level, (i * 7 + level) % 11, (i * 3 + level) % 17) for level in (1, 2, 3)]
        for level, category, label in names:
            lines.append(line % ("enter", (at + level) / 1e6, level, category, label, ""))
        for level, category, label in reversed(names):
            lines.append(line % ("leave", (at + 60 - level) / 1e6, level, category, label,
                                 ',"t_rel":%.6f' % ((60 - 2 * level) / 1e6)))
        at += 60 + i % 40
    return "".join(lines).encode()


def test_many_regions_are_shown_at_once(reports, *_):
    reports.show("-", stdin=many_regions(SLICES + 30_001))
    drawn = reports.ask(f"{REPORT}.trace.slices.count")
    assert drawn == SLICES, drawn
    assert "30 001 shorter regions (" in reports.texts("#losses")[0], reports.texts("#losses")
    times = reports.ask("performance.getEntriesByType('measure').map(({name, duration}) => [name, duration])")
    frames = [reports.ask(f"({REPORT}.timeline.zoom(0.8), {REPORT}.timeline.paint(), {REPORT}.timeline.lastPaint)")
              for _ in range(20)]
    search = reports.ask(f"(() => {{ const begin = performance.now(); {REPORT}.finder.searchFor('c5/l'); return performance.now() - begin; }})()")
    own = reports.ask(f"{REPORT}.flame.total")
    assert own == reports.ask(f"{REPORT}.trace.wall"), own
    size = Path(reports.directory, "report.html").stat().st_size
    # A busy machine takes longer; the printed numbers are for quiet ones.
    assert dict(times)["first picture"] < 1e3 * MOST_PATIENCE, times
    print(f"   {SLICES} regions: {size} bytes, {dict(times)} ms, worst frame {max(frames):.1f} ms, search {search:.0f} ms")
    reports.picture("many")


def main(program, traces):
    path = browser.find()
    if path is None:
        trace2_program.skip("no Chromium")
    trace2 = Program(program)
    with browser.Browser(path) as page, tempfile.TemporaryDirectory() as directory:
        page.set_dark(False)
        run_all(globals(), Reports(trace2, page, directory), trace2, traces)


if __name__ == "__main__":
    main(*sys.argv[1:])
