// Questions about a trace that was laid out: names, search, sums.

import {KIND, lowerBound} from './layout.mjs';
import {childName, MARK, processesInside} from './trace.mjs';

export function threadOfItem(trace, items, item) {
  const ref = items.ref[item];
  if (items.kind[item] === KIND.thread) return ref;
  if (items.kind[item] === KIND.region) return trace.slices.thread[ref];
  if (items.kind[item] === KIND.wait) return trace.children.thread[trace.waits.child[ref]];
  return items.kind[item] === KIND.child ? trace.children.thread[ref] : -1;
}

export function processOfItem(trace, items, item) {
  if (items.kind[item] === KIND.process) return items.ref[item];
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
    default: return childName(trace, ref);
  }
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
  if (kind[mark] === MARK.data) return trace.names[label[mark] - 1];
  return ['', 'error', 'message', 'signal', 'exec'][kind[mark]];
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

/** Regions that lie in a span of time, with the time of each in it: by name, longest first. */
export function sumsInside(trace, {items}, from, to) {
  const sums = new Map();
  for (let i = 0; i < items.count; ++i) {
    if (items.kind[i] !== KIND.region || items.end[i] <= from || items.begin[i] >= to) continue;
    const name = trace.names[trace.slices.label[items.ref[i]]];
    const sum = sums.get(name) ?? {name, count: 0, time: 0};
    ++sum.count;
    sum.time += Math.min(items.end[i], to) - Math.max(items.begin[i], from);
    sums.set(name, sum);
  }
  return [...sums.values()].sort((a, b) => b.time - a.time || (a.name < b.name ? -1 : 1));
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
    case 'own': return process || 'own, outside of any region';
    case 'region': return inside + region;
    case 'thread': return `${inside}thread ${name}${region ? ': ' + region : ''}`;
    case 'startup': return `start and end of ${name}`;
    case 'between': return `${inside}${name}, outside of its processes`;
    default: return `${inside}${name}: waited for${region ? ' in ' + region : ''}`;
  }
}

/** The longest item that a row of a command's critical path tells of; -1 if there is none. */
export function itemOfPath(trace, {items}, [kind, process, name, label], command) {
  const isInside = processesInside(trace, command.process - 1);
  const nameOf = (i) => trace.texts[trace.processes.name[i]];
  const longestOf = (test) => {
    const of = (i) => processOfItem(trace, items, i);
    const isIn = (i) => isInside[of(i)] && (!process || nameOf(of(i)) === process) && test(i);
    // Rows without a process are those of the command itself.
    const own = process ? -1 : longest(items, (i) => of(i) === command.process - 1 && test(i));
    return own >= 0 ? own : longest(items, isIn);
  };
  if (kind === 'region' || kind === 'thread') {
    const hasRole = (i) => {
      const thread = threadOfItem(trace, items, i);
      return kind === 'region' || (thread >= 0 && `:${trace.texts[trace.threads.name[thread]]}`.endsWith(`:${name}`));
    };
    const isMeant = (i) => (label > 0 ? items.kind[i] === KIND.region && trace.slices.label[items.ref[i]] === label - 1
      : items.kind[i] === KIND.thread);
    return longestOf((i) => isMeant(i) && hasRole(i));
  }
  const wanted = kind === 'own' ? process || nameOf(Math.max(command.process - 1, 0)) : name;
  const isNamed = (i) => items.kind[i] === KIND.process && isInside[items.ref[i]] && nameOf(items.ref[i]) === wanted;
  const found = longest(items, isNamed);
  return found >= 0 ? found
    : longestOf((i) => items.kind[i] === KIND.child && childName(trace, items.ref[i]) === wanted);
}
