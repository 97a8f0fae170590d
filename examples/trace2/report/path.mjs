// Where the critical path of a command is, at each moment.
//
// Spans are pairs of a begin and an end; lists of them are sorted, and don't overlap.

import {processesInside} from './trace.mjs';

const BECAME_ANOTHER = 3;  // state of a process

/** What spans and others have in common. */
export function shared(spans, others) {
  const found = [];
  for (let i = 0, j = 0; i < spans.length && j < others.length;) {
    const [from, to] = [Math.max(spans[i][0], others[j][0]), Math.min(spans[i][1], others[j][1])];
    if (from < to) found.push([from, to]);
    if (spans[i][1] < others[j][1]) ++i;
    else ++j;
  }
  return found;
}

/** Spans in any order, as a list. */
export function united(spans) {
  const list = [];
  for (const [from, to] of [...spans].sort((a, b) => a[0] - b[0])) {
    const last = list[list.length - 1];
    if (last !== undefined && from <= last[1]) last[1] = Math.max(last[1], to);
    else if (from < to) list.push([from, to]);
  }
  return list;
}

/** What of spans is outside of others. */
export function outside(spans, others) {
  const gaps = [];
  let from = -Infinity;
  for (const [begin, end] of others) {
    gaps.push([from, begin]);
    from = end;
  }
  return shared(spans, [...gaps, [from, Infinity]]);
}

/** Pieces of a path for a picture: what is shorter than `least` goes to the row in which most of the time beside it was. */
export function coarser(pieces, least) {
  const drawn = [];
  let times = new Map();
  let open = null;
  const close = () => {
    if (open !== null) drawn.push({...open, row: [...times].reduce((best, one) => (one[1] > best[1] ? one : best))[0]});
    open = null;
    times = new Map();
  };
  for (const {row, from, to} of pieces) {
    if (open !== null && (from > open.to || to - from >= least || open.to - open.from >= least)) close();
    open = {from: open?.from ?? from, to};
    times.set(row, (times.get(row) ?? 0) + to - from);
  }
  close();
  return drawn;
}

/** Groups numbers by a key. */
function grouped(count, keyOf) {
  const groups = new Map();
  for (let i = 0; i < count; ++i) {
    const key = keyOf(i);
    if (key < 0) continue;
    if (!groups.has(key)) groups.set(key, []);
    groups.get(key).push(i);
  }
  return groups;
}

/**
 * The pieces of a command's critical path, by time: each with its `row` in the timeline, from, and to.
 * It is in a process until it waits for a child that the path follows, or for a thread.
 */
export function pathPieces({processes, threads, children, waits, only, ...trace}, {rows}, command) {
  const outermost = command.process - 1;
  const isInside = processesInside({processes, ...trace}, outermost);
  const isOn = (process) => isInside[process] && processes.on_path[process];
  const ownerOf = (child) => threads.process[children.thread[child]];
  const waitsOf = grouped(waits.count, (i) => (children.on_path[waits.child[i]] ? waits.child[i] : -1));
  const awaited = (child) => (children.path_wall[child] > 0
    ? [[children.begin[child] + children.path_from[child], children.begin[child] + children.path_from[child] + children.path_wall[child]]]
    : united((waitsOf.get(child) ?? []).map((i) => [waits.begin[i], waits.begin[i] + waits.wall[i]])));
  /** The child that a process is; a program is that of the one that has become it. */
  const childOf = (process) => {
    let at = process;
    for (let left = processes.count; left > 0 && processes.child[at] === 0; --left) {
      const before = processes.parent[at] - 1;
      if (before < 0 || processes.state[before] !== BECAME_ANOTHER) return -1;
      at = before;
    }
    return processes.child[at] - 1;
  };
  // A child that is the command itself has an owner that is not on the path.
  const spans = new Map();
  const spansOf = (child) => {
    if (!spans.has(child)) spans.set(child, isOn(ownerOf(child)) ? shared(awaited(child), reach(ownerOf(child))) : awaited(child));
    return spans.get(child);
  };
  const whole = (process) => [[processes.begin[process], processes.begin[process] + processes.wall[process]]];
  const reach = (process) => {
    const child = childOf(process);
    return child >= 0 && children.on_path[child] ? shared(whole(process), spansOf(child)) : whole(process);
  };

  const pieces = [];
  const add = (row, list, becomes = false) => { for (const [from, to] of list) pieces.push({row, from, to, becomes}); };
  const childrenOf = grouped(children.count, (child) => (children.on_path[child] ? ownerOf(child) : -1));
  const threadsOf = grouped(threads.count, (i) => (threads.path_wall[i] > 0 ? threads.process[i] : -1));
  const processesOf = grouped(processes.count, childOf);
  for (let process = 0; process < processes.count; ++process) {
    const inner = childrenOf.get(process) ?? [];
    for (const child of inner) {
      const isCommand = outermost < 0 || processes.child[outermost] === child + 1;
      if (!isOn(process) && !isCommand) continue;
      const row = only[child] >= 0 ? rows.process[only[child]] : rows.child[child];
      add(row, outside(spansOf(child), united((processesOf.get(child) ?? []).flatMap(whole))));
    }
    if (!isOn(process)) continue;
    let own = outside(reach(process), united(inner.flatMap(spansOf)));
    for (const i of threadsOf.get(process) ?? []) {
      const from = threads.begin[i] + threads.path_from[i];
      add(rows.thread[i], shared(own, [[from, from + threads.path_wall[i]]]));
      own = outside(own, [[from, from + threads.path_wall[i]]]);
    }
    add(rows.process[process], own, processes.state[process] === BECAME_ANOTHER);
  }
  pieces.sort((a, b) => a.from - b.from);
  // No process has the time from exec to the beginning of the next program.
  return pieces.map(({becomes, ...piece}, i) => ({...piece, to: becomes && i + 1 < pieces.length ? Math.max(piece.to, pieces[i + 1].from) : piece.to}));
}
