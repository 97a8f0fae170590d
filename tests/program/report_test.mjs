// The pure functions of a report's page: usage node --test report_test.mjs
import assert from 'node:assert/strict';
import {test} from 'node:test';

const page = new URL('../../examples/trace2/report/', import.meta.url);
const load = (name) => import(new URL(name, page));
const {shownDuration, shownExit, shownMoment, shownShare, shownText} = await load('format.mjs');
const {decode, labelOf, processesInside} = await load('trace.mjs');
const {arrange, KIND, pack} = await load('layout.mjs');
const {itemAt, itemName, itemOfPath, pathName, regionLabel, search, sumsInside} = await load('query.mjs');
const {clamped, nextVisible, stepOf, zoomed} = await load('timeline.mjs');
const {frameName, framesOf} = await load('flame.mjs');
const {filtered, sorted, tablesOf} = await load('tables.mjs');
const {factsOf, marksIn} = await load('details.mjs');
const {headerFacts, linkOfView, viewOfLink} = await load('page.mjs');

/** A command with a region that holds another one and a wait for a child, and a second thread. */
function sample() {
  return decode({
    program: 'trace2 0', begin: 946684800e6, wall: 1000,
    texts: ['', '…', 'frob scan', 'frob', 'sid', 'main', 'worker', 'c', 'outer', 'inner', '?', 'sub', 'k', '5', 'no 1', 'a.c:7'],
    labels: {category: [7, 7, 10, 7], name: [8, 9, 11, 12]},
    processes: {name: [2, 11], command: [3, 11], repository: [0, 0], sid: [4, 4], parent: [0, 1], child: [0, 1],
      begin: [0, 500], wall: [1000, 100], code: [1, 4], state: [1, 1], errors: [0, 1]},
    threads: {name: [5, 6, 5], process: [0, 0, 1], main: [1, 0, 1], begin: [0, 100, 400], wall: [1000, 200, 100]},
    slices: {thread: [0, 0, 1], begin: [100, 50, 0], wall: [700, 100, 50], inside: [400, 0, 0], depth: [0, 1, 0],
      label: [0, 1, 1], message: [0, 0, 0], place: [15, 0, 0], unfinished: [0, 0, 0]},
    children: {thread: [0], depth: [1], label: [2], command: [11], begin: [450], wall: [201], waited: [200], pid: [10], code: [4]},
    waits: {child: [0], begin: [450], wall: [200]},
    marks: {kind: [0, 1], thread: [0, 2], at: [160, 390], depth: [2, 0], label: [4, 0], text: [13, 14]},
    explained: [{command: 'frob', process: 1, wall: 1000, candidates: 1, code: 1, unfinished: 0,
      rows: [['region', '', '', 1, 600, 1]], hints: []}],
    summary: {commands: [], regions: [], children: [], timers: [], counters: [], data: [], errors: [], losses: [], left_out: []},
    left_out: [], stacks: [],
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
  assert.deepEqual([stepOf(1000, 10), stepOf(1001, 10), stepOf(999, 2)], [100, 200, 500]);
});

test('texts can neither hide nor reverse what stands beside them', () => {
  assert.equal(shownText('a\u202egnp.exe\u0007\u200b'), 'a\\u202egnp.exe\\u0007\\u200b');
  assert.equal(shownText('two\nlines\tand'), 'two lines and');
  assert.equal(shownText('<b>ä 漢字</b>'), '<b>ä 漢字</b>');
});

test('exit codes are those of the trace', () => {
  assert.deepEqual([shownExit(0, 0), shownExit(1, 1), shownExit(130, 1), shownExit(138, 2), shownExit(0, 3)],
    ['unfinished', '0', '129', 'killed by signal 9', 'became another program']);
  assert.equal(shownShare(1, 3), '33.3 %');
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
  assert.deepEqual(sumsInside(trace, arrange(trace), 200, 300),
    [{name: 'c/outer', count: 1, time: 100}, {name: 'c/inner', count: 1, time: 50}]);
});

test('rows of the critical path have names and places', () => {
  const trace = sample();
  const layout = arrange(trace);
  const name = (row) => itemName(trace, layout.items, itemOfPath(trace, layout, row, trace.why));
  assert.equal(pathName(trace, trace.why.rows[0]), 'c/outer');
  assert.equal(name(trace.why.rows[0]), 'c/outer');
  assert.equal(name(['startup', '', 'sub', 0, 100, 1]), 'sub');
  assert.equal(name(['own', '', '', 0, 100, 1]), 'frob scan');
  assert.equal(name(['thread', '', 'worker', 0, 100, 1]), 'worker');
  assert.equal(itemOfPath(trace, layout, ['thread', '', 'loader', 0, 100, 1], trace.why), -1);
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
  assert.equal(ofRow(['own', '', '', 0, 50, 1]), 500);
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
  const {frames, total, rowCount} = framesOf(['beside git;th 5', 'git 10', 'git;c:a 20', 'git;c:b x;child:y 30']);
  assert.deepEqual(frames.map(({name, begin, time, own}) => [name, begin, time, own]), [
    ['beside git', 60, 5, 0], ['th', 60, 5, 5], ['git', 0, 60, 10], ['c:a', 30, 20, 20],
    ['c:b x', 0, 30, 0], ['child:y', 0, 30, 30]]);
  assert.deepEqual([total, rowCount], [65, 3]);
  assert.deepEqual(['c:a', 'child:y', 'git'].map(frameName), ['c/a', 'child y', 'git']);
  assert.deepEqual(framesOf([]), {frames: [], total: 0, rowCount: 0});
});

test('tables sort and filter', () => {
  const columns = [{title: 'Name', of: (row) => row.name}, {title: 'Count', of: (row) => row.count, isNumber: true}];
  const rows = [{name: 'b', count: 2}, {name: 'A', count: 10}];
  assert.deepEqual(sorted(rows, columns[0]).map((row) => row.name), ['A', 'b']);
  assert.deepEqual(sorted(rows, columns[1]).map((row) => row.count), [10, 2]);
  assert.deepEqual(sorted(rows, columns[1], true).map((row) => row.count), [2, 10]);
  assert.deepEqual(filtered(rows, columns, 'B'), [rows[0]]);
  const trace = sample();
  assert.deepEqual(tablesOf(trace, arrange(trace)).map((table) => table.name), ['Critical path', 'Processes']);
});

test('details tell own time, place, and the data inside', () => {
  const trace = sample();
  const layout = arrange(trace);
  const {items} = layout;
  const outer = items.ref.findIndex((_, i) => items.kind[i] === KIND.region && itemName(trace, items, i) === 'c/outer');
  const facts = Object.fromEntries(factsOf(trace, layout, outer).facts);
  assert.equal(facts['Own time'], '300 µs  42.9 %');
  assert.equal(facts.Place, 'a.c:7');
  assert.equal(facts.Process, 'frob scan');
  const inner = items.ref.findIndex((_, i) => items.kind[i] === KIND.region && itemName(trace, items, i) === 'c/inner');
  assert.deepEqual(marksIn(trace, layout, inner), [0]);
  assert.deepEqual(factsOf(trace, layout, items.count + 1).title, 'error');
});
