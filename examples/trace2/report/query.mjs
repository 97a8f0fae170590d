// Questions about a trace that was laid out: names, search, sums.

import {counted, shownCount, shownDuration, shownText} from './format.mjs';
import {KIND, lowerBound} from './layout.mjs';
import {childName, MARK, processesInside} from './trace.mjs';

const MOST_MEANWHILE = 3;  // that are named

export function threadOfItem(trace, items, item) {
  const ref = items.ref[item];
  if (items.kind[item] === KIND.thread) return ref;
  if (items.kind[item] === KIND.region) return trace.slices.thread[ref];
  if (items.kind[item] === KIND.wait) return trace.children.thread[trace.waits.child[ref]];
  return items.kind[item] === KIND.child ? trace.children.thread[ref] : -1;
}

/** The process of an item. For processes that are left out it is the one around them, or -1. */
export function processOfItem(trace, items, item) {
  if (items.kind[item] === KIND.process) return items.ref[item];
  if (items.kind[item] === KIND.more) return trace.more[items.ref[item]].place - 1;
  return trace.threads.process[threadOfItem(trace, items, item)];
}

/** What stands on an item. */
export function itemName(trace, items, item) {
  const ref = items.ref[item];
  switch (items.kind[item]) {
    case KIND.process: return trace.texts[trace.processes.name[ref]];
    case KIND.thread: return trace.texts[trace.threads.name[ref]];
    case KIND.region: return trace.names[trace.slices.label[ref]];
    case KIND.wait: return 'waits for ' + childName(trace, trace.waits.child[ref]);
    case KIND.more: return moreName(trace, ref);
    default: return childName(trace, ref);
  }
}

/** What is left out at a place. */
export function moreName({more}, number) {
  const {count, time, isProcess} = more[number];
  return `${isProcess ? counted(count, 'more process', 'more processes') : `${shownCount(count)} more`}, total ${shownDuration(time)}`;
}

/** The label of a region, without its category. */
export function regionLabel(trace, items, item) {
  return trace.texts[trace.labels.name[trace.slices.label[items.ref[item]]]];
}

/** What an item says besides its name. */
function itemText(trace, items, item) {
  const ref = items.ref[item];
  switch (items.kind[item]) {
    case KIND.process: return trace.processes.command[ref];
    case KIND.region: return trace.slices.message[ref];
    case KIND.child: return trace.children.command[ref];
    case KIND.wait: return trace.children.command[trace.waits.child[ref]];
    default: return 0;
  }
}

export function markName(trace, mark) {
  const {kind, label} = trace.marks;
  if (label[mark] > 0) return trace.names[label[mark] - 1];
  return ['', 'error', 'message', 'signal', 'exec'][kind[mark]];
}

export function markText(trace, mark) {
  const text = trace.texts[trace.marks.text[mark]];
  const numbers = text.split(' ').map(Number);
  if (trace.marks.kind[mark] === MARK.timer) return `${shownDuration(numbers[0])} in ${counted(numbers[1], 'interval')}`;
  return trace.marks.kind[mark] === MARK.counter ? shownCount(text) : text;
}

/** Timers and counters are sums, which stand at the end of what they sum up. */
export function isSum({marks}, mark) {
  return marks.kind[mark] === MARK.timer || marks.kind[mark] === MARK.counter;
}

/**
 * Finds items and marks that contain a text, whatever its case. Returns, by time, numbers of items,
 * and of marks behind all items; and for each item whether it was found.
 */
export function search(trace, {items}, wanted) {
  const text = wanted.trim().toLowerCase();
  const isFound = new Uint8Array(items.count);
  if (text === '') return {matches: [], isFound};
  const contains = (all) => Uint8Array.from(all, (one) => (one.toLowerCase().includes(text) ? 1 : 0));
  const texts = contains(trace.texts);
  const names = contains(trace.names);
  const found = [];
  for (let i = 0; i < items.count; ++i) {
    const kind = items.kind[i];
    const ref = items.ref[i];
    if (kind === KIND.more) continue;
    const isNamed = kind === KIND.region ? names[trace.slices.label[ref]]
      : kind === KIND.process ? texts[trace.processes.name[ref]]
      : kind === KIND.thread ? texts[trace.threads.name[ref]]
      : names[trace.children.label[kind === KIND.wait ? trace.waits.child[ref] : ref]];
    if (isNamed || texts[itemText(trace, items, i)]) {
      isFound[i] = 1;
      found.push(i);
    }
  }
  const {marks} = trace;
  for (let i = 0; i < marks.count; ++i)
    if ((marks.label[i] > 0 && names[marks.label[i] - 1]) || texts[marks.text[i]])
      found.push(items.count + i);
  const at = (match) => (match < items.count ? items.begin[match] : marks.at[match - items.count]);
  const matches = Float64Array.from(found);
  return {matches: matches.sort((a, b) => at(a) - at(b) || a - b), isFound};
}

/** The longest item for which a test is true; -1 if there is none. */
export function longest(items, test) {
  let best = -1;
  for (let i = 0; i < items.count; ++i)
    if (test(i) && (best < 0 || items.end[i] - items.begin[i] > items.end[best] - items.begin[best])) best = i;
  return best;
}

/**
 * What lies in a span of time. Regions by name, with their count, their whole and self time in it, the
 * longest first; the time of waits for children; and how many processes, threads and marks.
 */
export function sumsInside(trace, layout, from, to) {
  const {slices, waits, children, processes, threads, marks} = trace;
  const isOutside = (begin, end) => end <= from || begin >= to;
  const clipped = (begin, end) => Math.min(end, to) - Math.max(begin, from);
  const sums = new Map();
  const sumOf = (label) => {
    const name = trace.names[label];
    if (!sums.has(name)) sums.set(name, {name, count: 0, time: 0, self: 0});
    return sums.get(name);
  };
  const open = [];  // regions around the present one, which stand in front of it
  for (let i = 0; i < slices.count; ++i) {
    const end = slices.begin[i] + slices.wall[i];
    if (open.length > 0 && slices.thread[open[0]] !== slices.thread[i]) open.length = 0;
    while (open.length > 0 && slices.depth[open[open.length - 1]] >= slices.depth[i]) open.pop();
    if (!isOutside(slices.begin[i], end)) {
      const time = clipped(slices.begin[i], end);
      const sum = sumOf(slices.label[i]);
      ++sum.count;
      sum.time += time;
      sum.self += time;
      if (open.length > 0) sumOf(slices.label[open[open.length - 1]]).self -= time;
    }
    open.push(i);
  }
  let waited = 0;
  for (let i = 0; i < waits.count; ++i) {
    const [begin, end] = [waits.begin[i], waits.begin[i] + waits.wall[i]];
    if (isOutside(begin, end)) continue;
    const child = waits.child[i];
    const time = clipped(begin, end);
    waited += time;
    if (children.depth[child] === 0) continue;
    const around = itemAt(layout, layout.first[children.thread[child]] + children.depth[child] - 1, begin, 0);
    if (around >= 0 && layout.items.kind[around] === KIND.region) sumOf(slices.label[layout.items.ref[around]]).self -= time;
  }
  const count = ({begin, wall}) => begin.reduce((sum, one, i) => sum + (isOutside(one, one + wall[i]) ? 0 : 1), 0);
  const regions = [...sums.values()].sort((a, b) => b.time - a.time || (a.name < b.name ? -1 : 1));
  return {regions, waited, processes: count(processes), threads: count(threads),
    marks: marks.at.reduce((sum, at) => sum + (at >= from && at <= to ? 1 : 0), 0)};
}

/** The item at a moment in a row; -1 if there is none. Of several it is the one that began last. */
export function itemAt({items, start}, row, moment, tolerance) {
  let best = -1;
  const end = lowerBound(start[row], start[row + 1], (i) => items.begin[i] > moment + tolerance);
  for (let i = end - 1; i >= start[row] && i > end - 50; --i) {
    if (items.end[i] >= moment && items.begin[i] <= moment) return i;
    if (best < 0 && items.end[i] >= moment - tolerance) best = i;
  }
  return best;
}

/** The row of the critical path in words, as "trace2 why" has them. */
export function pathName(trace, [kind, process, name, label, , count]) {
  const inside = process ? process + ': ' : '';
  const region = label > 0 ? trace.names[label - 1] : '';
  switch (kind) {
    case 'self': return process || (trace.why?.filtered ? 'self, or in other categories' : 'self, outside of any region');
    case 'phase': return `${inside}phase ${region}`;
    case 'region': return inside + region;
    case 'thread': return `${inside}thread ${name}${region ? ': ' + region : ''}`;
    case 'startup': return `start and end of ${name}`;
    case 'task': return `${inside}task ${region}${name && ' ' + name}`;
    case 'task_wait': return `${inside}task ${region}${name && ' ' + name}: waited`;
    case 'between': return `${inside}${name}, outside of its processes`;
    default: return `${inside}${name}: waited for${region ? ' in ' + region : ''}`;
  }
}

/** Who was busy while the path was in a process: said of the first row of each, as "trace2 why" says it below it. */
export function meanwhileOf({rows, meanwhile, wall}) {
  const said = new Map();
  const isSeen = new Set();
  for (const row of rows) {
    const [kind, process, , , time] = row;
    if (kind === 'startup' || time <= 0 || isSeen.has(process)) continue;
    isSeen.add(process);
    const all = meanwhile.filter(([of, , length]) => of === process && Math.floor(100 * length / wall + 0.5) > 0)
      .map(([, name, length]) => `${shownText(name)} ${shownDuration(length)}`);
    const rest = all.length > MOST_MEANWHILE ? [`${all.length - MOST_MEANWHILE} more`] : [];
    if (all.length > 0) said.set(row, `meanwhile: ${[...all.slice(0, MOST_MEANWHILE), ...rest].join(', ')}`);
  }
  return said;
}

/** The longest item that a row of a command's critical path tells of; -1 if there is none. */
export function itemOfPath(trace, {items}, [kind, process, name, label], command) {
  const isInside = processesInside(trace, command.process - 1);
  const nameOf = (i) => trace.texts[trace.processes.name[i]];
  const longestOf = (test) => {
    const of = (i) => processOfItem(trace, items, i);
    const isIn = (i) => isInside[of(i)] && (!process || nameOf(of(i)) === process) && test(i);
    // Rows without a process are those of the command itself.
    const self = process ? -1 : longest(items, (i) => of(i) === command.process - 1 && test(i));
    return self >= 0 ? self : longest(items, isIn);
  };
  if (kind.startsWith('task')) return -1;  // tasks move between threads, and are none of their items
  if (kind === 'region' || kind === 'thread') {
    const hasRole = (i) => {
      const thread = threadOfItem(trace, items, i);
      return kind === 'region' || (thread >= 0 && `:${trace.texts[trace.threads.name[thread]]}`.endsWith(`:${name}`));
    };
    const isMeant = (i) => (label > 0 ? items.kind[i] === KIND.region && trace.slices.label[items.ref[i]] === label - 1
      : items.kind[i] === KIND.thread);
    return longestOf((i) => isMeant(i) && hasRole(i));
  }
  const wanted = kind === 'self' || kind === 'phase' ? process || nameOf(Math.max(command.process - 1, 0)) : name;
  const isNamed = (i) => items.kind[i] === KIND.process && isInside[items.ref[i]] && nameOf(items.ref[i]) === wanted;
  const found = longest(items, isNamed);
  return found >= 0 ? found
    : longestOf((i) => items.kind[i] === KIND.child && childName(trace, items.ref[i]) === wanted);
}
