// Two traces on one page: what was before a change, and what was after it.

import {complete, rootsOf} from './trace.mjs';

/** What the columns refer to. A number of a text, and one that is 1 more, stays 0 if it is 0. */
const REFERENCES = {
  processes: {name: 'texts', command: 'texts', repository: 'texts', sid: 'texts', parent: '+processes', child: '+children'},
  threads: {name: 'texts', process: 'processes'},
  slices: {thread: 'threads', label: 'labels', message: 'texts', place: 'texts'},
  children: {thread: 'threads', label: 'labels', command: 'texts'},
  waits: {child: 'children'},
  marks: {thread: 'threads', label: '+labels', text: 'texts'},
  labels: {category: 'texts', name: 'texts'},
};

/** Puts new rows behind those of a list; returns the number of each. Equal rows are one. */
function unite(list, rows, keyOf) {
  const numbers = new Map(list.map((row, i) => [keyOf(row), i]));
  return rows.map((row) => {
    const key = keyOf(row);
    if (!numbers.has(key)) numbers.set(key, list.push(row) - 1);
    return numbers.get(key);
  });
}

const rowsOf = ({category, name}) => Array.from(category, (one, i) => [one, name[i]]);

/** The moment at which the outermost process around each process began. */
function beginnings(trace) {
  const {processes, children, threads} = trace;
  const begins = new Float64Array(processes.count).fill(NaN);
  const around = (i) => (processes.parent[i] > 0 ? processes.parent[i] - 1
    : processes.child[i] > 0 ? threads.process[children.thread[processes.child[i] - 1]] : -1);
  for (let i = 0; i < processes.count; ++i) {
    const way = [];
    let at = i;
    for (let up; isNaN(begins[at]) && (up = around(at)) >= 0 && way.length < processes.count; at = up) way.push(at);
    if (isNaN(begins[at])) begins[at] = processes.begin[at];
    for (const one of way) begins[one] = begins[at];
  }
  return begins;
}

/** The trace with the beginning of every command that nothing has started at 0. */
function aligned(trace) {
  const ofProcess = beginnings(trace);
  const ofThread = trace.threads.process.map((process) => ofProcess[process]);
  const ofChild = trace.children.thread.map((thread) => ofThread[thread]);
  const moved = (table, column, by) => ({...table, [column]: table[column].map((at, i) => at - by(i))});
  return {
    ...trace,
    wall: rootsOf(trace).reduce((most, i) => Math.max(most, trace.processes.wall[i]), 0),
    processes: moved(trace.processes, 'begin', (i) => ofProcess[i]),
    threads: moved(trace.threads, 'begin', (i) => ofThread[i]),
    slices: moved(trace.slices, 'begin', (i) => ofThread[trace.slices.thread[i]]),
    children: moved(trace.children, 'begin', (i) => ofChild[i]),
    waits: moved(trace.waits, 'begin', (i) => ofChild[trace.waits.child[i]]),
    marks: moved(trace.marks, 'at', (i) => ofThread[trace.marks.thread[i]]),
    more: trace.more.map((one) => ({...one, begin: one.begin - (!one.isProcess ? ofThread[one.place]
      : one.place > 0 ? ofProcess[one.place - 1] : one.begin)})),
  };
}

const median = (values) => {
  const order = [...values].sort((a, b) => a - b);
  const middle = order.length >> 1;
  return order.length % 2 > 0 ? order[middle] : (order[middle - 1] + order[middle]) / 2;
};

const nameOf = ({texts, processes}, i) => texts[processes.name[i]];

/** The walls of the outermost processes, by their names. */
function walls(trace) {
  const found = new Map();
  for (const i of rootsOf(trace)) found.set(nameOf(trace, i), [...found.get(nameOf(trace, i)) ?? [], trace.processes.wall[i]]);
  return found;
}

/** The name of the commands to compare: of those on both sides the one that took longest in all. */
export function commonCommand(before, after) {
  const [first, second] = [walls(before), walls(after)];
  const sum = (all, name) => (all.get(name) ?? []).reduce((total, wall) => total + wall, 0);
  const names = [...first.keys()].filter((name) => second.has(name));
  return names.sort((a, b) => sum(first, b) + sum(second, b) - sum(first, a) - sum(second, a))[0];
}

/** Of the commands with a name that are explained the one whose time is closest to the median. */
export function typicalOf(trace, name) {
  const middle = median(walls(trace).get(name) ?? [0]);
  const all = trace.explained.filter(({process}) => process > 0 && nameOf(trace, process - 1) === name);
  const distance = ({wall}) => Math.abs(wall - middle);
  return all.reduce((best, one) => (distance(one) < distance(best) ? one : best), all[0] ?? trace.explained[0]);
}

/**
 * Joins two traces: one with the rows of both, in which every command begins at 0. It has a `pair`:
 * the typical command of each side, the comparison, the runs, and the stacks of each; the `side` of
 * each process (0: before), and the `sections` of the timeline with the processes of each.
 */
export function join(first, second, comparison) {
  const sides = [aligned(first), aligned(second)];
  const [before, after] = sides;
  const texts = [...before.texts];
  const labels = rowsOf(before.labels);
  const maps = {texts: unite(texts, after.texts, (text) => text)};
  maps.labels = unite(labels, rowsOf(after.labels).map((row) => row.map((text) => maps.texts[text])), String);
  const numberOf = (table, number) => maps[table]?.[number] ?? before[table].count + number;
  const optional = (table, number) => (number === 0 ? 0 : table === 'texts' ? numberOf(table, number) : numberOf(table, number - 1) + 1);
  const name = commonCommand(before, after);
  const joined = {...before, texts, wall: Math.max(before.wall, after.wall)};
  for (const [table, references] of Object.entries(REFERENCES)) {
    if (table === 'labels') continue;
    joined[table] = {count: before[table].count + after[table].count};
    for (const column of Object.keys(before[table])) {
      if (column === 'count') continue;
      const to = references[column];
      const added = to === undefined ? after[table][column] : after[table][column].map((number) =>
        (to === 'texts' ? optional(to, number) : to.startsWith('+') ? optional(to.slice(1), number) : numberOf(to, number)));
      joined[table][column] = new Float64Array(joined[table].count);
      joined[table][column].set(before[table][column]);
      joined[table][column].set(added, before[table].count);
    }
  }
  joined.labels = {count: labels.length, category: Float64Array.from(labels, ([one]) => one), name: Float64Array.from(labels, ([, one]) => one)};
  const moved = (one) => ({...one, process: optional('processes', one.process),
    rows: one.rows.map(([kind, process, part, label, ...rest]) => [kind, process, part, optional('labels', label), ...rest])});
  const typical = sides.map((side) => typicalOf(side, name));
  typical[1] = moved(typical[1]);
  joined.explained = [...before.explained, ...after.explained.filter((one) => optional('processes', one.process) !== typical[1].process).map(moved), typical[1]];
  joined.more = [...before.more, ...after.more.map((one) => ({...one, isAfter: true,
    place: one.isProcess ? optional('processes', one.place) : numberOf('threads', one.place)}))];
  joined.side = new Uint8Array(joined.processes.count).fill(1, before.processes.count);
  complete(joined);
  joined.why = typical[0];
  joined.summary = summaryOf(sides.map((side) => side.summary));
  joined.left_out = sides.flatMap((side, i) => side.left_out.map(([what, ...rest]) => [`${what} ${i === 0 ? 'before' : 'after'}`, ...rest]));
  joined.pair = {name, typical, comparison, stacks: sides.map((side) => side.stacks), runs: sides.map(runsOf)};
  joined.sections = sectionsOf(joined);
  return joined;
}

/** The commands that nothing has started, with those that are left out. */
function runsOf(trace) {
  return trace.more.reduce((sum, {isProcess, place, count}) => sum + (isProcess && place === 0 ? count : 0), rootsOf(trace).length);
}

function summaryOf(both) {
  const sum = (column) => both[0][column] + both[1][column];
  const rows = (column) => both.flatMap((one, side) => (one[column] ?? []).map((row) => ({...row, side})));
  return {process_count: sum('process_count'), thread_count: sum('thread_count'), events: sum('events'),
    regions: rows('regions'), data: rows('data'), errors: rows('errors'), losses: rows('losses'), remarks: rows('remarks'), left_out: rows('left_out')};
}

/** The typical commands above each other, and below them all others. */
function sectionsOf(trace) {
  const {pair, side} = trace;
  const isTypical = new Set(pair.typical.map(({process}) => process - 1));
  const others = (wanted) => rootsOf(trace).filter((i) => side[i] === wanted && !isTypical.has(i));
  const typical = pair.typical.map(({process}) => (process > 0 ? [process - 1] : []));
  const isOne = pair.runs.map((runs) => runs < 2);
  return [
    {title: isOne[0] ? 'Before' : `Before: the run closest to the median of ${pair.runs[0]}`, roots: typical[0]},
    {title: isOne[1] ? 'After' : `After: the run closest to the median of ${pair.runs[1]}`, roots: typical[1]},
    {title: 'Other runs before', roots: others(0)},
    {title: 'Other runs after', roots: others(1)},
  ].filter(({roots}) => roots.length > 0);
}
