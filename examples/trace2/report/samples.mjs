// Which functions samples have met: in a span of time, in a thread, in a region.

import {counted} from './format.mjs';
import {KIND} from './layout.mjs';
import {processOfItem, threadOfItem} from './query.mjs';

const FEWEST = 20;  // a rate that would have taken fewer samples says nothing of waits

/** Half of the interval that has the share of `part` in 19 of 20 cases, by Wilson, as "trace2 why" has it. */
export function uncertaintyOf(part, whole) {
  const z = 1.96;
  const share = part / whole;
  return z / (1 + z * z / whole) * Math.sqrt(share * (1 - share) / whole + z * z / (4 * whole * whole));
}

/** "50 % ±7" */
export function shownPart(part, whole, margin = uncertaintyOf(part, whole)) {
  return `${Math.round(100 * part / whole)} % ±${Math.ceil(100 * margin)}`;
}

/** How much of `time` a thread was on a processor: samples come in intervals of that. */
export function shownBusy(samples, interval, time) {
  const text = counted(samples, 'sample');
  if (interval <= 0 || time / interval < FEWEST) return text;
  const busy = Math.round(100 * Math.min(1, samples * interval / time));
  return `${text}: ${busy}\u00a0% on a processor, ${100 - busy}\u00a0% waiting`;
}

/** For which time one of the samples of the page stands. */
function intervalOf(trace) { return trace.sample_interval * trace.one_sample_in; }

/** The numbers of the samples within a span of time, at places for which a test is true. */
export function samplesIn({samples: {place, at, count}}, from, to, isMeant) {
  const found = [];
  for (let i = 0; i < count; ++i)
    if (at[i] >= from && at[i] < to && isMeant(place[i])) found.push(i);
  return found;
}

/** The functions of samples, with their own samples and those with callees: the most samples of their own first. */
export function functionsOf({samples, calls, functions}, numbers) {
  const counts = new Map();
  for (const i of numbers) counts.set(samples.call[i], (counts.get(samples.call[i]) ?? 0) + 1);
  // "seen" has the latest stack in which a function stands.
  const [own, all, seen] = [0, 0, 0].map(() => new Float64Array(functions.count));
  for (const [innermost, count] of counts) {
    if (innermost > 0) own[calls.function[innermost - 1]] += count;
    for (let call = innermost; call > 0; call = calls.distance[call - 1] === 0 ? 0 : call - calls.distance[call - 1]) {
      const number = calls.function[call - 1];
      // A function that calls itself counts once.
      if (seen[number] !== innermost) all[number] += count;
      seen[number] = innermost;
    }
  }
  return Array.from(all, (count, number) => ({number, own: own[number], all: count})).filter(({all}) => all > 0)
    .sort((a, b) => b.own - a.own || b.all - a.all || a.number - b.number);
}

/** "spin (program)" */
export function functionName({texts, functions}, number) {
  const file = texts[functions.file[number]];
  return texts[functions.name[number]] + (file ? ` (${file})` : '');
}

/** How long threads that were sampled were there in a span, in all. Some have no samples because they tell no number. */
function presence({threads, samples}, from, to, isMeant) {
  const isSampled = new Set(samples.place);
  let time = 0;
  for (let i = 0; i < threads.count; ++i)
    if (isMeant(i) && isSampled.has(i))
      time += Math.max(Math.min(threads.begin[i] + threads.wall[i], to) - Math.max(threads.begin[i], from), 0);
  return time;
}

/** What samples tell of a span of time, at places for which a test is true. */
export function sampledSpan(trace, from, to, isMeant = () => true) {
  const numbers = samplesIn(trace, from, to, isMeant);
  const others = numbers.filter((i) => trace.samples.place[i] >= trace.threads.count).length;
  const busy = shownBusy(numbers.length - others, intervalOf(trace), presence(trace, from, to, isMeant));
  const facts = [['Samples', busy], ...(others > 0 ? [['Of other threads', counted(others, 'sample')]] : [])];
  return {facts, numbers, rows: functionsOf(trace, numbers)};
}

/** Those among samples of a region that are in no region inside. */
function ownOf({slices, samples}, numbers, region) {
  const end = slices.begin[region] + slices.wall[region];
  const inner = [];
  for (let i = 0; i < slices.count; ++i)
    if (slices.thread[i] === slices.thread[region] && slices.depth[i] === slices.depth[region] + 1 &&
      slices.begin[i] >= slices.begin[region] && slices.begin[i] < end) inner.push([slices.begin[i], slices.begin[i] + slices.wall[i]]);
  let next = 0;
  return numbers.map((i) => samples.at[i]).sort((a, b) => a - b).filter((at) => {
    while (next < inner.length && inner[next][1] <= at) ++next;
    return next === inner.length || at < inner[next][0];
  });
}

/** The same of an item. A region has a fact for its self time, if all regions in it are known. */
export function sampledItem(trace, {items}, item) {
  const {threads, slices, more} = trace;
  const [from, to, kind, ref] = [items.begin[item], items.end[item], items.kind[item], items.ref[item]];
  if (kind === KIND.child || kind === KIND.more) return {facts: [], numbers: [], rows: []};
  const process = processOfItem(trace, items, item);
  const isOther = (place) => place === threads.count + process;
  if (kind === KIND.process) return sampledSpan(trace, from, to, (place) => isOther(place) || threads.process[place] === process);
  const thread = threadOfItem(trace, items, item);
  const made = sampledSpan(trace, from, to, (place) => place === thread);
  const isWhole = !more.some(({isProcess, place}) => !isProcess && place === thread);
  if (kind === KIND.region && slices.inside[ref] > 0 && isWhole)
    made.facts.push(['In its self time', shownBusy(ownOf(trace, made.numbers, ref).length, intervalOf(trace), slices.wall[ref] - slices.inside[ref])]);
  // Some of them may work for this thread.
  const others = samplesIn(trace, from, to, isOther).length;
  if (others > 0) made.facts.push(['Meanwhile', `${counted(others, 'sample')} of other threads of the process`]);
  return made;
}
