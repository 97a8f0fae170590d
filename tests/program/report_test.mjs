// The pure functions of a report's page: usage node --test report_test.mjs
import assert from 'node:assert/strict';
import {test} from 'node:test';

const page = new URL('../../examples/trace2/report/', import.meta.url);
const load = (name) => import(new URL(name, page));
const {shownChange, shownDuration, shownExit, shownMoment, shownShare, shownText} = await load('format.mjs');
const {complete, decode, labelOf, MARK, processesInside} = await load('trace.mjs');
const {arrange, KIND, pack} = await load('layout.mjs');
const {itemAt, itemName, itemOfPath, markText, meanwhileOf, pathName, regionLabel, search, sumsInside} = await load('query.mjs');
const {clamped, nextVisible, pinched, stepOf, zoomed} = await load('view.mjs');
const {changeOf, frameName, framesOf, stacksBy} = await load('flame.mjs');
const {changeName, changesTable, shownMedian, verdictOf} = await load('changes.mjs');
const {histogramScale, histogramText} = await load('histogram.mjs');
const {coarser, outside, pathPieces, shared, united} = await load('path.mjs');
const {busyOf, countsOf} = await load('busy.mjs');
const {meaningsOf} = await load('signs.mjs');
const {commonCommand, join, typicalOf} = await load('pair.mjs');
const {filtered, sorted, tablesOf, valuesOf} = await load('tables.mjs');
const {factsOf, marksIn} = await load('details.mjs');
const {headerFacts, linkOfView, pairFacts, viewOfLink} = await load('page.mjs');

/** A command with a region that holds another one and a wait for a child, and a second thread. */
function sample() {
  return decode({
    program: 'trace2 0', begin: 946684800e6, wall: 1000,
    texts: ['', '…', 'frob scan', 'frob', 'sid', 'main', 'worker', 'c', 'outer', 'inner', '?', 'sub', 'k', '5', 'no 1', 'a.c:7'],
    labels: {category: [7, 7, 10, 7], name: [8, 9, 11, 12]},
    processes: {name: [2, 11], command: [3, 11], repository: [0, 0], sid: [4, 4], parent: [0, 1], child: [0, 1],
      begin: [0, 500], wall: [1000, 100], code: [1, 4], state: [1, 1], errors: [0, 1], on_path: [1, 1]},
    threads: {name: [5, 6, 5], process: [0, 0, 1], main: [1, 0, 1], begin: [0, 100, 400], wall: [1000, 200, 100],
      path_from: [0, 0, 0], path_wall: [0, 0, 0]},
    slices: {thread: [0, 0, 1], begin: [100, 50, 0], wall: [700, 100, 50], inside: [400, 0, 0], depth: [0, 1, 0],
      label: [0, 1, 1], message: [0, 0, 0], place: [15, 0, 0], unfinished: [0, 0, 0]},
    children: {thread: [0], depth: [1], label: [2], command: [11], begin: [450], wall: [201], waited: [200], pid: [10], code: [4],
      on_path: [1], path_from: [0], path_wall: [0]},
    waits: {child: [0], begin: [450], wall: [200]},
    marks: {kind: [0, 1], thread: [0, 2], at: [160, 390], depth: [2, 0], label: [4, 0], text: [13, 14]},
    explained: [{command: 'frob', process: 1, wall: 1000, candidates: 1, code: 1, unfinished: 0,
      rows: [['region', '', '', 1, 600, 1]], meanwhile: [], hints: []}],
    summary: {commands: [], regions: [], children: [], timers: [], counters: [], data: [], errors: [], losses: [], left_out: []},
    left_out: [], stacks: [], histograms: [], histogram_steps: [], more_slices: [], more_processes: [],
  });
}

test('differences become values', () => {
  const trace = sample();
  assert.deepEqual([...trace.slices.begin], [100, 150, 150]);
  assert.deepEqual([...trace.slices.thread], [0, 0, 1]);
  assert.deepEqual([...trace.marks.at], [160, 550]);
  assert.deepEqual(trace.names, ['c/outer', 'c/inner', '?/sub', 'c/k']);
});

test('durations read as those of the program do', () => {
  assert.deepEqual([0, 999, 3456, 78_901_000, 725e6, 11_040e6].map(shownDuration),
    ['0 µs', '999 µs', '3.456 ms', '78.901 s', '12m05s', '3h04m']);
});

test('scales have as many digits as their steps', () => {
  assert.equal(shownMoment(1500, 500), '1500 µs');
  assert.equal(shownMoment(12_500, 1000), '13 ms');
  assert.equal(shownMoment(2_500_000, 1e6), '3 s');
  assert.deepEqual([shownMoment(5e5, 5e5, 5e6), shownMoment(3_020_000, 1e4, 4e6), shownMoment(3_020_000, 1e3, 4e6)], ['0.5 s', '3.02 s', '3020 ms']);
  assert.deepEqual([stepOf(1000, 10), stepOf(1001, 10), stepOf(999, 2)], [100, 200, 500]);
});

test('texts can neither hide nor reverse what stands beside them', () => {
  assert.equal(shownText('a\u202egnp.exe\u0007\u200b'), 'a\\u202egnp.exe\\u0007\\u200b');
  assert.equal(shownText('two\nlines\tand'), 'two lines and');
  assert.equal(shownText('<b>ä 漢字</b>'), '<b>ä 漢字</b>');
});

test('exit codes are those of the trace', () => {
  assert.deepEqual([shownExit(0, 0), shownExit(1, 1), shownExit(130, 1), shownExit(138, 2), shownExit(0, 3), shownExit(0, 1)],
    ['unfinished', '0', '129', 'killed by signal 9', 'became another program', 'ended']);
  assert.equal(shownShare(1, 3), '33.3 %');
  assert.equal(shownShare(-1, 3000), '0.0 %');
});

test('blocks share rows unless they overlap', () => {
  const blocks = [[0, 10, 2], [10, 20, 3], [5, 15, 1], [16, 18, 1]].map(([begin, end, height]) => ({begin, end, height}));
  assert.equal(pack(blocks), 6);
  assert.deepEqual(blocks.map((block) => block.y), [0, 3, 2, 0]);
});

test('no two bars of a row overlap, whatever overlaps in time', () => {
  let seed = 1;
  const random = (most) => (seed = seed * 48271 % 2147483647) % most;
  const blocks = Array.from({length: 300}, () => {
    const begin = random(1000);
    return {begin, end: begin + 1 + random(80), height: 1 + random(4)};
  });
  pack(blocks);
  for (const a of blocks)
    for (const b of blocks)
      if (a !== b && a.begin < b.end && b.begin < a.end) assert.ok(a.y + a.height <= b.y || b.y + b.height <= a.y);
});

test('a crowd of blocks is packed without comparing each with all others', () => {
  const blocks = Array.from({length: 60_000}, (_, i) => ({begin: i, end: 1e6, height: 1 + i % 2}));
  const begin = performance.now();
  assert.equal(pack(blocks), 90_000);
  assert.ok(performance.now() - begin < 10_000);
  const ends = new Float64Array(90_000);
  for (const {y, height, end, begin: at} of blocks)
    for (let row = y; row < y + height; ++row) {
      assert.ok(ends[row] <= at);
      ends[row] = end;
    }
});

test('a child lies below the wait for it', () => {
  const trace = sample();
  const {items, rowCount, marks} = arrange(trace);
  const rows = Array.from(items.row, (row, i) => [row, itemName(trace, items, i)]);
  assert.deepEqual(rows, [[0, 'frob scan'], [1, 'c/outer'], [2, 'c/inner'], [2, 'waits for sub'],
    [3, 'worker'], [3, 'sub'], [4, 'c/inner']]);
  assert.equal(rowCount, 5);
  assert.deepEqual([...marks.row], [2, 3]);
});

test('what is at a place is found, also if it is narrow', () => {
  const trace = sample();
  const layout = arrange(trace);
  assert.equal(itemName(trace, layout.items, itemAt(layout, 2, 200, 0)), 'c/inner');
  assert.equal(regionLabel(trace, layout.items, itemAt(layout, 2, 200, 0)), 'inner');
  assert.equal(itemAt(layout, 2, 300, 10), -1);
  assert.equal(itemName(trace, layout.items, itemAt(layout, 2, 255, 10)), 'c/inner');
});

test('a search finds names, command lines, values and messages, by time', () => {
  const trace = sample();
  const layout = arrange(trace);
  const {count} = layout.items;
  assert.deepEqual([...search(trace, layout, 'INNER').matches].map((i) => layout.items.begin[i]), [150, 150]);
  assert.deepEqual([...search(trace, layout, 'no 1').matches], [count + 1]);
  assert.deepEqual([...search(trace, layout, 'c/k').matches], [count]);
  assert.deepEqual(Array.from(search(trace, layout, '?/sub').matches, (i) => itemName(trace, layout.items, i)), ['waits for sub']);
  assert.equal(search(trace, layout, '  ').matches.length, 0);
  assert.equal(search(trace, layout, 'absent').matches.length, 0);
});

test('a span of time sums up what is inside', () => {
  const trace = sample();
  assert.deepEqual(sumsInside(trace, arrange(trace), 200, 300), {
    regions: [{name: 'c/outer', count: 1, time: 100, self: 50}, {name: 'c/inner', count: 1, time: 50, self: 50}],
    waited: 0, processes: 1, threads: 2, marks: 0});
  const {regions, waited, marks} = sumsInside(trace, arrange(trace), 440, 560);
  assert.deepEqual([regions[0].self, waited, marks], [10, 110, 1]);
});

test('rows of the critical path have names and places', () => {
  const trace = sample();
  const layout = arrange(trace);
  const name = (row) => itemName(trace, layout.items, itemOfPath(trace, layout, row, trace.why));
  assert.equal(pathName(trace, trace.why.rows[0]), 'c/outer');
  assert.equal(name(trace.why.rows[0]), 'c/outer');
  assert.equal(name(['startup', '', 'sub', 0, 100, 1]), 'sub');
  assert.equal(name(['self', '', '', 0, 100, 1]), 'frob scan');
  assert.equal(name(['thread', '', 'worker', 0, 100, 1]), 'worker');
  assert.equal(itemOfPath(trace, layout, ['thread', '', 'loader', 0, 100, 1], trace.why), -1);
  assert.equal(pathName(trace, ['task', 'git x', 'no 7', 2, 1, 1]), 'git x: task c/inner no 7');
  assert.equal(pathName(trace, ['phase', 'git x', '', 2, 1, 1]), 'git x: phase c/inner');
  assert.equal(pathName(trace, ['self', '', '', 0, 1, 1]), 'self, outside of any region');
  assert.equal(pathName({...trace, why: {...trace.why, filtered: 1}}, ['self', '', '', 0, 1, 1]), 'self, or in other categories');
  assert.equal(pathName(trace, ['task_wait', '', '', 2, 1, 1]), 'task c/inner: waited');
  assert.equal(itemOfPath(trace, layout, ['task', '', 'sub', 2, 1, 1], trace.why), -1);
  assert.equal(pathName(trace, ['wait', 'git x', 'hook', 2, 1, 1]), 'git x: hook: waited for in c/inner');
});

test('a path leads to what its own command did, though another did the same for longer', () => {
  const trace = sample();
  [trace.slices.thread[2], trace.slices.begin[2]] = [2, 510];
  const layout = arrange(trace);
  const sub = {...trace.why, process: 2};
  const ofRow = (row) => layout.items.begin[itemOfPath(trace, layout, row, sub)];
  assert.equal(ofRow(['region', '', '', 2, 50, 1]), 510);
  assert.equal(itemOfPath(trace, layout, ['region', '', '', 1, 50, 1], sub), -1);
  assert.equal(ofRow(['self', '', '', 0, 50, 1]), 500);
  assert.deepEqual([...processesInside(trace, 1)], [0, 1]);
  assert.deepEqual([...processesInside(trace, 0)], [1, 1]);
  assert.deepEqual([...processesInside(trace, -1)], [1, 1]);
});

test('labels are told apart by both of their names', () => {
  const texts = ['', 'a', 'b', 'c', 'a/b', 'b/c'];
  const trace = {texts, labels: {category: Float64Array.of(4, 1), name: Float64Array.of(3, 5)}};
  assert.deepEqual([labelOf(trace, 'a', 'b/c'), labelOf(trace, 'a/b', 'c'), labelOf(trace, 'a', 'c')], [1, 0, -1]);
});

test('the header tells of the command that is shown', () => {
  const trace = sample();
  trace.summary = {...trace.summary, process_count: 2, thread_count: 3, events: 9};
  trace.texts.push('/work tree');
  trace.processes.repository[1] = trace.texts.length - 1;
  trace.processes.state[1] = 2;
  const facts = (why) => Object.fromEntries(headerFacts(trace, why));
  assert.equal(facts(trace.why).Repository, undefined);
  assert.equal(facts(trace.why).Exit, '0');
  assert.equal(facts({...trace.why, code: 138, signal: 9}).Exit, 'killed by signal 9');
  const sub = facts({...trace.why, process: 2, wall: 100, code: 138});
  assert.deepEqual([sub.Repository, sub.Wall, sub.Exit, sub['Whole trace']], ['/work tree', '100 µs', 'killed by signal 9', '1.000 ms']);
});

test('a zoom keeps the moment under the pointer, and never leaves the trace', () => {
  const limits = {from: 0, to: 1000};
  assert.deepEqual(zoomed({from: 0, to: 1000}, 0.5, 500, limits), {from: 250, to: 750});
  assert.deepEqual(zoomed({from: 0, to: 1000}, 0.5, 0, limits), {from: 0, to: 500});
  assert.equal(zoomed({from: 0, to: 10}, 1e-6, 5, limits).to - zoomed({from: 0, to: 10}, 1e-6, 5, limits).from, 5);
  assert.deepEqual(clamped({from: 5000, to: 5100}, limits), {from: 950, to: 1050});
  assert.deepEqual(clamped({from: 0, to: 1e15}, limits), {from: 450, to: 1550});
});

test('a scale has steps that can be told apart, however large its moments are', () => {
  const limits = {from: 0, to: 9e18};
  for (const view of [clamped({from: 8e18, to: 8e18 + 20}, limits), zoomed({from: 8e18, to: 8.1e18}, 1e-20, 8e18, limits)]) {
    const step = stepOf(view.to - view.from, 20);
    assert.ok(view.from + step > view.from && view.to > view.from);
  }
});

test('a long bar is drawn, though it begins on the pixel of a short one', () => {
  const items = {begin: [0, 1, 2, 3, 50], end: [1, 2, 3, 40, 60]};
  assert.equal(nextVisible(items, 0, 5, 10), 3);
  assert.equal(nextVisible(items, 3, 5, 10), 4);
  assert.equal(nextVisible(items, 4, 5, 100), 5);
});

test('links keep the view', () => {
  assert.deepEqual(viewOfLink(linkOfView({from: 1200.4, to: 5600})), {from: 1200, to: 5600});
  for (const bad of ['', '#t=5-5', '#t=9-1', '#t=a-b', '#t=1-2"><img src=x>', `#t=0-1${'0'.repeat(400)}`]) assert.equal(viewOfLink(bad), null);
});

test('stacks become frames, the longer ones first, whose times sum up', () => {
  const {frames, total, rowCount} = framesOf([{stacks: ['beside git;th 5', 'git 10', 'git;c:a 20', 'git;c:b x;child:y 30'], runs: 1}]);
  assert.deepEqual(frames.map(({name, begin, time, self}) => [name, begin, time, self]), [
    ['beside git', 60, 5, 0], ['th', 60, 5, 5], ['git', 0, 60, 10], ['c:a', 30, 20, 20],
    ['c:b x', 0, 30, 0], ['child:y', 0, 30, 30]]);
  assert.deepEqual([total, rowCount], [65, 3]);
  assert.deepEqual(['c:a', 'child:y', 'git', 'task:c:a', 'f::g()'].map(frameName), ['c/a', 'child y', 'git', 'task c/a', 'f::g()']);
  assert.deepEqual(framesOf([{stacks: [], runs: 1}]), {frames: [], total: 0, rowCount: 0});
});

test('what ran beside a command is a part of its sum, and none of its wall time', () => {
  const stacks = ['beside git;git;th 5', 'beside git;helper;c:a 7', 'beside git 2', 'git 10', 'git;c:a 20'];
  assert.deepEqual(stacksBy(stacks, false), ['git 10', 'git;c:a 20']);
  assert.deepEqual(stacksBy(stacks, true), ['git;th 5', 'git;helper;c:a 7', 'git 2', 'git 10', 'git;c:a 20']);
  const {frames, total} = framesOf([{stacks: stacksBy(stacks, true), runs: 1}]);
  assert.deepEqual([total, frames[0].name, frames[0].self], [44, 'git', 12]);
});

test('the flame graph of two sides has the mean of their runs, and what is new or gone', () => {
  const {frames, total} = framesOf([{stacks: ['git 20', 'git;c:old 40'], runs: 2}, {stacks: ['git 10', 'git;c:new 30'], runs: 1}]);
  assert.deepEqual(frames.map(({name, times, time}) => [name, times, time]),
    [['git', [30, 40], 35], ['c:old', [20, 0], 10], ['c:new', [0, 30], 15]]);
  assert.equal(total, 35);
  assert.deepEqual(frames.map(({times}) => changeOf(times)), [0.25, -1, 1]);
  assert.equal(changeOf([0, 0]), 0);
});

test('two moments stay below two fingers', () => {
  assert.deepEqual(pinched({a: 100, b: 200}, [0, 50], 100), {from: 100, to: 300});
  assert.deepEqual(pinched({a: 200, b: 100}, [75, 25], 100), {from: 50, to: 250});
  assert.equal(pinched({a: 100, b: 200}, [10, 12], 100), null);
});

/** The sample as one side of a comparison, later and with another command line. */
function sampleOf(begin, texts = {}) {
  const trace = sample();
  trace.processes.began = trace.processes.began.map((at) => at + begin);
  trace.texts = trace.texts.map((text) => texts[text] ?? text);
  trace.processes.begin = trace.processes.begin.map((at) => at + begin);
  for (const [table, column] of [['threads', 'begin'], ['slices', 'begin'], ['children', 'begin'], ['waits', 'begin'], ['marks', 'at']])
    trace[table][column] = trace[table][column].map((at) => at + begin);
  return complete(trace);
}

const COMPARISON = {test: 'T', before: {ended: 2, unfinished: 0}, after: {ended: 2, unfinished: 1}, tested: 0, claims: 0, left_out: [],
  rows: [{kind: 'command', command: 'frob scan', path: [], before: {n: 1, median: 0.001}, after: {n: 1, median: 0.0015}, change: 0.5, verdict: 'too few'},
    {kind: 'region', command: 'frob scan', path: ['c/outer', 'c/inner'], before: {n: 1, median: 0.0001}, after: {n: 0}, verdict: 'gone'}]};

test('two traces become one, in which every command begins at 0', () => {
  const both = join(sampleOf(0), sampleOf(500, {inner: 'changed', outer: 'outer'}), COMPARISON);
  assert.deepEqual([both.processes.count, both.slices.count, both.marks.count], [4, 6, 4]);
  assert.deepEqual([...both.processes.begin], [0, 500, 0, 500]);
  assert.deepEqual([...both.slices.begin], [100, 150, 150, 100, 150, 150]);
  assert.deepEqual([...both.marks.at], [160, 550, 160, 550]);
  assert.deepEqual([...both.processes.parent], [0, 1, 0, 3]);
  assert.deepEqual([...both.side], [0, 0, 1, 1]);
  // Labels of the same names are one, so that they have one colour.
  assert.deepEqual([...both.slices.label], [0, 1, 1, 0, 4, 4]);
  assert.deepEqual(both.names, ['c/outer', 'c/inner', '?/sub', 'c/k', 'c/changed']);
  assert.deepEqual([...both.only], [1, 3]);
  assert.deepEqual(both.pair.typical.map(({process}) => process), [1, 3]);
  assert.deepEqual(both.processes.began[2] - both.processes.began[0], 500);
});

test('the typical commands lie above each other, and others below them', () => {
  const both = join(sampleOf(0), sampleOf(500), COMPARISON);
  const {items, headings} = arrange(both);
  assert.deepEqual(headings.map(({title}) => title), ['Before', 'After']);
  const rowOf = (process) => items.row[items.ref.findIndex((ref, i) => items.kind[i] === KIND.process && ref === process)];
  assert.ok(headings[0].row < rowOf(0) && rowOf(0) < headings[1].row && headings[1].row < rowOf(2));
  for (let i = 0; i < items.count; ++i) assert.ok(headings.every(({row}) => row !== items.row[i]));
});

test('what is compared is the command of both sides that took longest, and its run closest to the median', () => {
  const walls = (names, values) => ({texts: ['', 'a', 'b'], processes: {count: names.length, name: names, parent: names.map(() => 0), child: names.map(() => 0), wall: values}});
  const [before, after] = [walls([1, 1, 1, 2], [10, 30, 99, 500]), walls([1], [20])];
  assert.equal(commonCommand(before, after), 'a');
  before.explained = [{process: 4, wall: 500}, {process: 3, wall: 99}, {process: 2, wall: 30}, {process: 1, wall: 10}];
  assert.equal(typicalOf(before, 'a').process, 2);
});

test('changes read as those of the program do, and lead to the timeline', () => {
  assert.deepEqual([0.081, -0.12, 11, 1.5, 99, -0.0004].map((change) => shownChange(change)), ['+8.1%', '-12.0%', 'x12', '+150%', 'x100', '0.0%']);
  assert.deepEqual([shownChange(0.12, false), shownChange(-0.01, false)], ['+12%', '-1.0%']);
  assert.deepEqual([shownMedian(0.0015, 'command'), shownMedian(2e-7, 'timer'), shownMedian(2.5, 'counter'), shownMedian(null, 'region')],
    ['1.500 ms', '200 ns', '2.5', '']);
  assert.equal(changeName(COMPARISON.rows[1]), 'c/inner < c/outer < frob scan');
  assert.equal(verdictOf(COMPARISON), 'too few runs for any claim');
  assert.equal(verdictOf({rows: [{p: 0.01, verdict: 'slower'}], tested: 1, claims: 1}), '1 of 1 tested row has changed');
  const both = join(sampleOf(0), sampleOf(500), COMPARISON);
  const layout = arrange(both);
  const {columns, rows, find} = changesTable(both, layout);
  assert.deepEqual(rows.map((row) => columns.map((column) => column.show(column.of(row), row))), [
    ['few', '+50.0%', '1.000 ms', '1.500 ms', '', '', '1/1', 'command', 'frob scan'],
    ['gone', '', '100 µs', '', '', '', '1/0', 'region', 'c/inner < c/outer < frob scan']]);
  assert.equal(layout.items.ref[find(rows[0])], 2);
  assert.equal(itemName(both, layout.items, find(rows[1])), 'c/inner');
  assert.deepEqual(tablesOf(both, layout).map(({name}) => name).slice(0, 3), ['Changes', 'Critical path', 'Commands']);
  const facts = Object.fromEntries(pairFacts(both));
  assert.equal(facts.Texts, 'as traced, but for secrets');
  assert.equal(Object.fromEntries(pairFacts({...both, anonymous: 1})).Texts, 'anonymised');
  assert.deepEqual([facts.Wall, facts.Change, facts.Runs, facts.Unfinished], ['1.000 ms → 1.500 ms', '+50.0%', '1 before, 1 after', '1']);
});

test('what is left out is drawn where it was', () => {
  const trace = sample();
  trace.more = [{isProcess: false, place: 0, depth: 2, begin: 160, wall: 20, count: 30, time: 12}, {isProcess: true, place: 1, depth: 0, begin: 600, wall: 50, count: 2, time: 40}];
  const layout = arrange(trace);
  const {items, more} = layout;
  assert.deepEqual([more.ref, [...more.begin], [...more.end]], [[0], [160], [180]]);
  assert.equal(more.row[0], layout.first[0] + 2);
  const process = items.kind.indexOf(KIND.more);
  assert.deepEqual([items.begin[process], items.end[process], itemName(trace, items, process)], [600, 650, '2 more processes, total 40 µs']);
  const match = items.count + trace.marks.count;
  assert.equal(factsOf(trace, layout, match).title, '30 more, total 12 µs');
  assert.deepEqual(Object.fromEntries(factsOf(trace, layout, match).facts).Thread, 'main');
});

test('timers and counters are sums at the end of what they sum up', () => {
  const trace = sample();
  [trace.marks.kind, trace.texts[13], trace.texts[14]] = [[MARK.timer, MARK.counter], '1500 3', '12345'];
  trace.marks.label[1] = 1;
  assert.deepEqual([markText(trace, 0), markText(trace, 1)], ['1.500 ms in 3 intervals', '12 345']);
  assert.equal(factsOf(trace, arrange(trace), arrange(trace).items.count).facts[0][0], 'Sum');
});

test('histograms share a scale, and are told in words', () => {
  assert.deepEqual(histogramScale([[0, 0, 2, 0, 1], [4, 0, 0, 7]]), {first: 1, last: 3});
  assert.equal(histogramScale([]), null);
  assert.equal(histogramText([1, 0, 0, 2], [0, 1000, 2000, 4000]), '0 µs to 1 µs: 1 region\n4 µs to 8 µs: 2 regions');
  assert.equal(histogramText([0, 3, 1], [256, 512, 1000]), '512 ns to 1 µs: 3 regions\n1 µs to 2 µs: 1 region');
});

test('spans are joined, shared, and cut out of each other', () => {
  assert.deepEqual(united([[5, 9], [0, 2], [2, 3], [6, 7], [4, 4]]), [[0, 3], [5, 9]]);
  assert.deepEqual(shared([[0, 4], [6, 9]], [[1, 2], [3, 7]]), [[1, 2], [3, 4], [6, 7]]);
  assert.deepEqual(outside([[0, 4], [6, 9]], [[1, 2], [3, 7]]), [[0, 1], [2, 3], [7, 9]]);
  assert.deepEqual(outside([[0, 4]], []), [[0, 4]]);
});

test('the critical path goes from bar to bar, and has all of the time', () => {
  const trace = sample();
  const layout = arrange(trace);
  const path = () => pathPieces(trace, layout, trace.why).map(({row, from, to}) => [row, from, to]);
  const [process, child] = layout.rows.process;
  // The child is there from 450 to 650, and its process from 500 to 600.
  assert.deepEqual(path(), [[process, 0, 450], [child, 450, 500], [child, 500, 600], [child, 600, 650], [process, 650, 1000]]);
  [trace.threads.path_from[1], trace.threads.path_wall[1]] = [50, 150];
  assert.deepEqual(path().slice(0, 3), [[process, 0, 150], [layout.rows.thread[1], 150, 300], [process, 300, 450]]);
  trace.children.path_from[0] = 100;
  trace.children.path_wall[0] = 50;
  assert.deepEqual(path().slice(2, 5), [[process, 300, 550], [child, 550, 600], [process, 600, 1000]]);
  trace.children.on_path[0] = trace.processes.on_path[1] = 0;
  assert.deepEqual(path().slice(-1), [[process, 300, 1000]]);
  // What a child becomes is in the same time.
  const later = sample();
  later.processes.state[1] = 3;
  const longer = (column, value) => Float64Array.from([...column, value]);
  for (const [name, value] of Object.entries({name: 11, command: 11, repository: 0, sid: 4, parent: 2, child: 0, begin: 610, wall: 20, code: 1, state: 1, errors: 0, on_path: 1}))
    later.processes[name] = longer(later.processes[name], value);
  later.processes.count = 3;
  assert.deepEqual(pathPieces(later, arrange(later), later.why).map(({from, to}) => [from, to]),
    [[0, 450], [450, 500], [500, 600], [600, 610], [610, 630], [630, 650], [650, 1000]]);
  // From exec to the beginning of the next program nobody runs.
  const became = sample();
  [became.waits.count, became.children.on_path[0], became.processes.child[1], became.processes.state[0]] = [0, 0, 0, 3];
  became.processes.wall[0] = 400;
  assert.deepEqual(pathPieces(became, arrange(became), became.why).map(({from, to}) => [from, to]), [[0, 500], [500, 600]]);
});

test('a path that goes to and fro within pixels is drawn where it was most', () => {
  const pieces = [[0, 0, 40], [1, 40, 43], [0, 43, 45], [1, 45, 49], [0, 49, 90], [2, 95, 96]].map(([row, from, to]) => ({row, from, to}));
  assert.deepEqual(coarser(pieces, 0), pieces);
  assert.deepEqual(coarser(pieces, 10).map(({row, from, to}) => [row, from, to]), [[0, 0, 40], [1, 40, 49], [0, 49, 90], [2, 95, 96]]);
  assert.deepEqual(coarser([], 10), []);
});

test('who waits is not busy', () => {
  assert.deepEqual(countsOf([[0, 4], [2, 6], [4, 5]]), {at: [0, 2, 4, 5, 6], count: [1, 2, 2, 1, 0], most: 2});
  const {processes, threads} = busyOf(sample());
  // frob waits from 450 to 650, sub runs from 500 to 600, the second thread from 100 to 300.
  assert.deepEqual([processes.at, processes.count], [[0, 450, 500, 600, 650, 1000], [1, 0, 1, 0, 1, 0]]);
  assert.deepEqual([threads.at, threads.count], [[0, 100, 300, 450, 500, 600, 650, 1000], [1, 2, 1, 0, 1, 0, 1, 0]]);
  const untraced = sample();
  [untraced.processes.child[1], untraced.only[0]] = [0, -1];
  assert.deepEqual(busyOf(untraced).processes.count, [1, 1, 2, 1, 1, 0], 'a child without a trace counts');
});

test('a legend has what the trace has', () => {
  const trace = sample();
  const names = () => meaningsOf(trace, arrange(trace)).map(([name]) => name);
  assert.deepEqual(names(), ['path', 'graph', 'process', 'failed', 'thread', 'region', 'self', 'wait', 'start', 'data', 'error']);
  [trace.marks.kind[1], trace.processes.code[1], trace.processes.errors[1]] = [MARK.timer, 1, 0];
  assert.deepEqual(names().slice(-2), ['data', 'total']);
  assert.ok(!names().includes('failed') && !names().includes('shorter'));
});

test('who was busy meanwhile is told of the first row of each process', () => {
  const rows = [['startup', '', 'x', 0, 300, 1], ['region', '', '', 1, 200, 1], ['self', '', '', 0, 100, 1], ['self', 'p', '', 0, 0, 1], ['self', 'p', '', 0, 50, 1]];
  const said = meanwhileOf({wall: 1000, rows, meanwhile: [['', 'a', 90], ['', 'b', 80], ['', 'c', 70], ['', 'd', 60], ['', 'e', 4], ['p', 'f', 5], ['q', 'g', 50]]});
  assert.deepEqual([...said], [[rows[1], 'meanwhile: a 90 µs, b 80 µs, c 70 µs, 1 more'], [rows[4], 'meanwhile: f 5 µs']]);
});

test('tables sort and filter', () => {
  const columns = [{title: 'Name', of: (row) => row.name}, {title: 'Count', of: (row) => row.count, isNumber: true}];
  const rows = [{name: 'b', count: 2}, {name: 'A', count: 10}];
  assert.deepEqual(sorted(rows, columns[0]).map((row) => row.name), ['A', 'b']);
  assert.deepEqual(sorted(rows, columns[1]).map((row) => row.count), [10, 2]);
  assert.deepEqual(sorted(rows, columns[1], true).map((row) => row.count), [2, 10]);
  assert.deepEqual(filtered(rows, columns, 'B'), [rows[0]]);
  const trace = sample();
  assert.deepEqual(tablesOf(trace, arrange(trace)).map((table) => table.name), ['Critical path', 'Commands']);
});

test('tasks are a table of their own, where a trace has any', () => {
  const trace = sample();
  const row = {category: 'http', label: 'get', count: 3, unfinished: 1, total: 1.5, running: 0.5, waiting: 1, median: 0.4, p95: 0.9, max: 0.95};
  for (const [tasks, count] of [[null, 0], [[], 0], [[row], 1]])
    assert.equal(tablesOf({...trace, summary: {...trace.summary, tasks}}, arrange(trace)).filter(({name}) => name === 'Tasks').length, count);
  const {columns, rows, order, find} = tablesOf({...trace, summary: {...trace.summary, tasks: [row]}}, arrange(trace)).find(({name}) => name === 'Tasks');
  assert.deepEqual(columns.map(({title, of, show}) => [title, show(of(rows[0]))]), [['Category', 'http'], ['Label', 'get'], ['Count', '3'],
    ['Total', '1.500 s'], ['Running', '500.000 ms'], ['Waiting', '1.000 s'],
    ['Median', '400.000 ms'], ['Max', '950.000 ms'], ['Unfinished', '1']]);
  assert.equal(columns[order].title, 'Total');
  assert.equal(find(row), -1);
});

test('other events are a table in front of the errors, where a trace has any', () => {
  const trace = sample();
  const tables = (others) => tablesOf({...trace, summary: {...trace.summary, other_events: others, errors: [{message: 'no', count: 1}]}}, arrange(trace)).slice(2);
  assert.deepEqual(tables([]).map(({name}) => name), ['Errors']);
  const [{name, columns, rows, find}, next] = tables([{name: 'cache_lookup', count: 12}]);
  assert.deepEqual([name, next.name], ['Other events', 'Errors']);
  assert.deepEqual(columns.map(({title, of, show}) => [title, show(of(rows[0]))]), [['Name', 'cache_lookup'], ['Count', '12']]);
  assert.equal(find(rows[0]), -1);
});

test('timers show the quantiles of their distributions, to the nanosecond', () => {
  const trace = sample();
  const row = {category: 'c', name: 't', intervals: 9, total: 2e-6, mean: 2.22e-7, min: 9e-9, max: 9.99e-7};
  const kept = {...row, nanoseconds: {count: 9, shortest: 9, median: 18, p90: 900, p99: 999, p999: 999, longest: 999}};
  const shown = (timers) => {
    const {columns, rows} = tablesOf({...trace, summary: {...trace.summary, timers}}, arrange(trace)).find(({name}) => name === 'Timers');
    return rows.map((one) => columns.slice(3).map(({title, of, show}) => `${title}: ${show(of(one))}`).join(', '));
  };
  assert.deepEqual(shown([row]), ['Total: 2 µs, Mean: 222 ns, Min: 9 ns, Max: 999 ns']);
  assert.deepEqual(shown([kept, row]), ['Total: 2 µs, Mean: 222 ns, Min: 9 ns, Median: 18 ns, 90 %: 900 ns, 99 %: 999 ns, 99.9 %: 999 ns, Max: 999 ns',
    'Total: 2 µs, Mean: 222 ns, Min: 9 ns, Median: , 90 %: , 99 %: , 99.9 %: , Max: 999 ns']);
});

test('details tell self time, place, and the data inside', () => {
  const trace = sample();
  const layout = arrange(trace);
  const {items} = layout;
  const outer = items.ref.findIndex((_, i) => items.kind[i] === KIND.region && itemName(trace, items, i) === 'c/outer');
  const facts = Object.fromEntries(factsOf(trace, layout, outer).facts);
  assert.equal(facts['Self time'], '300 µs  42.9 %');
  assert.equal(facts.Place, 'a.c:7');
  assert.equal(facts.Process, 'frob scan');
  const inner = items.ref.findIndex((_, i) => items.kind[i] === KIND.region && itemName(trace, items, i) === 'c/inner');
  assert.deepEqual(marksIn(trace, layout, inner), [0]);
  assert.deepEqual(factsOf(trace, layout, items.count + 1).title, 'error');
});

test('texts among data are told with their numbers, other data by the latest value', () => {
  assert.equal(valuesOf({latest: '7', count: 3}), '7');
  assert.equal(valuesOf({latest: 'b', count: 2, values: [{value: 'a', count: 1}, {value: 'b', count: 1}]}), 'b');
  assert.equal(valuesOf({latest: 'a', count: 2, values: [{value: 'a', count: 2}]}), 'a');
  assert.equal(valuesOf({latest: 'b', count: 9, values: [{value: 'a', count: 4}, {value: 'b', count: 1}], others: 4}),
    'a (4), b (1), 4 not told apart');
});
