// Where everything lies in the timeline: in rows, from top to bottom.
//
// A process is a block: a row for itself, rows for the regions of its main thread, and below them
// the blocks of its other threads and of its children. Blocks that don't overlap in time share rows,
// so that a child lies right below the place in its parent that waits for it.

import {childEnd} from './trace.mjs';

export const KIND = {process: 0, thread: 1, region: 2, wait: 3, child: 4, more: 5};

const MOST_OPEN = 200;  // blocks that are compared with each next one

/** Gives each of the blocks a `y`, so that no two that overlap in time share a row. */
export function pack(blocks) {
  const order = [...blocks].sort((a, b) => a.begin - b.begin || b.end - a.end);
  let height = 0;
  let open = [];  // from top to bottom
  for (const block of order) {
    open = open.filter((other) => other.end > block.begin);
    let at = 0;
    block.y = 0;
    if (open.length < MOST_OPEN) {
      for (; at < open.length && open[at].y < block.y + block.height; ++at) block.y = open[at].y + open[at].height;
      open.splice(at, 0, block);
    } else {
      // Too many to look for a gap: the block extends the lowest one.
      const {y, end, height: rows} = open.pop();
      block.y = y + rows;
      open.push({y, end: Math.max(end, block.end), height: rows + block.height});
    }
    height = Math.max(height, block.y + block.height);
  }
  return height;
}

/** How many rows of regions each thread has. */
function rowsOfThreads({threads, slices, children, waits, more}) {
  const rows = new Int32Array(threads.count);
  for (let i = 0; i < slices.count; ++i)
    rows[slices.thread[i]] = Math.max(rows[slices.thread[i]], slices.depth[i] + 1);
  for (const {isProcess, place, depth} of more)
    if (!isProcess) rows[place] = Math.max(rows[place], depth + 1);
  for (const child of waits.child)
    rows[children.thread[child]] = Math.max(rows[children.thread[child]], children.depth[child] + 1);
  return rows;
}

/** The blocks of all processes whose parent is not in the trace. */
function makeBlocks(trace, rowsOf) {
  const {processes, threads, children, only} = trace;
  const make = (kind, ref, begin, end, ownRows) => ({kind, ref, begin, end, ownRows, inner: []});

  const ofProcess = Array.from(processes.begin, (begin, i) =>
    make(KIND.process, i, begin, begin + processes.wall[i], 1));
  const ofChild = Array.from(children.begin, (begin, i) => {
    const end = childEnd(trace, i);
    if (only[i] === -1) return make(KIND.child, i, begin, end, 1);
    const block = ofProcess[only[i]];
    block.begin = Math.min(block.begin, begin);
    block.end = Math.max(block.end, end);
    return block;
  });

  for (let i = 0; i < threads.count; ++i) {
    const process = ofProcess[threads.process[i]];
    if (threads.main[i] && process.main === undefined) {
      process.main = i;
      process.ownRows += rowsOf[i];
    } else {
      process.inner.push(make(KIND.thread, i, threads.begin[i], threads.begin[i] + threads.wall[i],
        1 + rowsOf[i]));
    }
  }
  ofChild.forEach((block, i) => ofProcess[threads.process[children.thread[i]]].inner.push(block));
  const roots = [];
  trace.more.forEach((one, i) => {
    if (!one.isProcess) return;
    const block = make(KIND.more, i, one.begin, one.begin + one.wall, 1);
    (one.place > 0 ? ofProcess[one.place - 1].inner : roots).push(block);
  });
  ofProcess.forEach((block, i) => {
    const child = processes.child[i] - 1;
    if (child >= 0 && only[child] === -1) ofChild[child].inner.push(block);
    else if (child < 0) (processes.parent[i] > 0 ? ofProcess[processes.parent[i] - 1].inner : roots).push(block);
  });
  return roots;
}

/** Packs the outermost blocks, or those of each section below its heading. */
function packSections(trace, roots) {
  if (trace.sections === undefined) return {rowCount: pack(roots), headings: []};
  const headings = [];
  let rowCount = 0;
  const left = new Set(roots);
  const place = (title, blocks) => {
    headings.push({row: rowCount++, title});
    const height = pack(blocks);
    for (const block of blocks) {
      block.y += rowCount;
      left.delete(block);
    }
    rowCount += height;
  };
  for (const {title, roots: numbers} of trace.sections) {
    const isMeant = new Set(numbers);
    place(title, roots.filter(({kind, ref}) => kind === KIND.process && isMeant.has(ref)));
  }
  if (left.size > 0) place('More', [...left]);
  return {rowCount, headings};
}

/** All blocks, each in front of those inside. */
function flatten(roots) {
  const all = [...roots];
  for (let i = 0; i < all.length; ++i) for (const block of all[i].inner) all.push(block);
  return all;
}

/** Sorts numbers 0…count-1 by row, then by time; `start[row]` is the place of a row's first one. */
function sortByRow(count, rowCount, row, at) {
  const start = new Int32Array(rowCount + 1);
  for (let i = 0; i < count; ++i) ++start[row[i] + 1];
  for (let i = 0; i < rowCount; ++i) start[i + 1] += start[i];
  const order = new Int32Array(count);
  const next = start.slice();
  for (let i = 0; i < count; ++i) order[next[row[i]]++] = i;
  for (let r = 0; r < rowCount; ++r) {
    const part = order.subarray(start[r], start[r + 1]);
    let isSorted = true;
    for (let i = 1; i < part.length && isSorted; ++i) isSorted = at[part[i - 1]] <= at[part[i]];
    if (!isSorted) part.sort((a, b) => at[a] - at[b] || a - b);
  }
  return {order, start};
}

/**
 * Lays a trace out. Returns items (processes, threads, regions, waits, children) with their kind,
 * their number among their kind (`ref`), begin, end and row, sorted by row and begin, with the place
 * where each row starts; and the rows of marks.
 */
export function arrange(trace) {
  const {threads, slices, children, waits, marks} = trace;
  const rowsOf = rowsOfThreads(trace);
  const roots = makeBlocks(trace, rowsOf);
  const blocks = flatten(roots);
  for (let i = blocks.length - 1; i >= 0; --i) {
    const block = blocks[i];
    for (const inner of block.inner) {
      block.begin = Math.min(block.begin, inner.begin);
      block.end = Math.max(block.end, inner.end);
    }
    block.height = block.ownRows + pack(block.inner);
  }
  const {rowCount, headings} = packSections(trace, roots);

  const bars = blocks.length;
  const count = bars + slices.count + waits.count;
  const kind = new Uint8Array(count);
  const ref = new Uint32Array(count);
  const begin = new Float64Array(count);
  const end = new Float64Array(count);
  const row = new Int32Array(count);
  const isUnder = new Uint8Array(count);  // the row below belongs to it
  const first = new Int32Array(threads.count);  // row of a thread's outermost regions
  const rows = {process: new Int32Array(trace.processes.count), thread: new Int32Array(threads.count), child: new Int32Array(children.count)};
  const level = new Uint8Array(count);  // blocks around it

  blocks.forEach((block, i) => {
    kind[i] = block.kind;
    ref[i] = block.ref;
    row[i] = block.y;
    level[i] = Math.min(block.level ?? 0, 255);
    rows[['process', 'thread', '', '', 'child'][block.kind]]?.fill(block.y, block.ref, block.ref + 1);
    isUnder[i] = block.ownRows > 1 ? 1 : 0;
    [begin[i], end[i]] = spanOf(trace, block);
    if (block.kind === KIND.thread) first[block.ref] = block.y + 1;
    if (block.main !== undefined) first[block.main] = block.y + 1;
    for (const inner of block.inner) {
      inner.y += block.y + block.ownRows;
      inner.level = (block.level ?? 0) + 1;
    }
  });
  for (let i = 0, to = bars; i < slices.count; ++i, ++to) {
    kind[to] = KIND.region;
    ref[to] = i;
    begin[to] = slices.begin[i];
    end[to] = slices.begin[i] + slices.wall[i];
    row[to] = first[slices.thread[i]] + slices.depth[i];
    isUnder[to] = slices.inside[i] > 0 ? 1 : 0;
  }
  for (let i = 0, to = bars + slices.count; i < waits.count; ++i, ++to) {
    const child = waits.child[i];
    kind[to] = KIND.wait;
    ref[to] = i;
    begin[to] = waits.begin[i];
    end[to] = waits.begin[i] + waits.wall[i];
    row[to] = first[children.thread[child]] + children.depth[child];
  }
  const {order, start} = sortByRow(count, rowCount, row, begin);
  const sorted = (from) => from.map((_, i) => from[order[i]]);
  const items = {count, kind: sorted(kind), ref: sorted(ref), begin: sorted(begin), end: sorted(end),
    row: sorted(row), isUnder: sorted(isUnder), level: sorted(level)};

  const markRow = Int32Array.from(marks.thread, (thread, i) => first[thread] + marks.depth[i] - 1);
  // A thread that shares no rows with its process, for the model lacks its rows, has marks all the same.
  for (let i = 0; i < markRow.length; ++i) markRow[i] = Math.min(Math.max(markRow[i], 0), rowCount - 1);
  const byRow = sortByRow(marks.count, rowCount, markRow, marks.at);
  return {rowCount, headings, items, start, marks: {order: byRow.order, start: byRow.start, row: markRow}, first, rows,
    more: moreOf(trace, first, rowCount)};
}

/** The regions that are left out: their rows, sorted like items. `ref` is a number of `trace.more`. */
function moreOf({more}, first, rowCount) {
  const ref = more.flatMap((one, i) => (one.isProcess ? [] : [i]));
  const row = Int32Array.from(ref, (i) => Math.min(first[more[i].place] + more[i].depth, rowCount - 1));
  const {order, start} = sortByRow(ref.length, rowCount, row, ref.map((i) => more[i].begin));
  const sorted = Array.from(order, (i) => ref[i]);
  return {ref: sorted, row: Array.from(order, (i) => row[i]), start,
    begin: Float64Array.from(sorted, (i) => more[i].begin), end: Float64Array.from(sorted, (i) => more[i].begin + more[i].wall)};
}

/** The time that a bar covers; that of a child includes its process. */
function spanOf({processes, threads, children}, block) {
  const i = block.ref;
  if (block.kind === KIND.thread) return [threads.begin[i], threads.begin[i] + threads.wall[i]];
  if (block.kind === KIND.more) return [block.begin, block.end];
  if (block.kind === KIND.child) return [children.begin[i], Math.max(children.begin[i], block.end)];
  return [processes.begin[i], processes.begin[i] + processes.wall[i]];
}

/** The first number from `low` to `high` for which a test is true, as it is for all behind it. */
export function lowerBound(low, high, test) {
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (test(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}
