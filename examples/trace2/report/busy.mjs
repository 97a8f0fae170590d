// How many processes and threads were busy at each time.

import {outside, united} from './path.mjs';
import {childEnd} from './trace.mjs';

/** The number of spans at each time: from `at[i]` on it is `count[i]`. */
export function countsOf(spans) {
  const begins = Float64Array.from(spans, ([begin]) => begin).sort();
  const ends = Float64Array.from(spans, ([, end]) => end).sort();
  const [at, count] = [[], []];
  let [i, j, most] = [0, 0, 0];
  while (j < ends.length) {
    const next = Math.min(i < begins.length ? begins[i] : Infinity, ends[j]);
    while (i < begins.length && begins[i] === next) ++i;
    while (j < ends.length && ends[j] === next) ++j;
    at.push(next);
    count.push(i - j);
    most = Math.max(most, i - j);
  }
  return {at, count, most};
}

/**
 * Counts threads that live and wait for no child, processes with any of them, and children without a
 * trace, which count as both.
 */
export function busyOf(trace) {
  const {processes, threads, children, waits} = trace;
  const waitsOf = Array.from({length: threads.count}, () => []);
  for (let i = 0; i < waits.count; ++i) waitsOf[children.thread[waits.child[i]]].push([waits.begin[i], waits.begin[i] + waits.wall[i]]);
  const ofProcess = Array.from({length: processes.count}, () => []);
  const ofThreads = [];
  waitsOf.forEach((list, i) => {
    const own = outside([[threads.begin[i], threads.begin[i] + threads.wall[i]]], united(list));
    for (const span of own) {
      ofThreads.push(span);
      ofProcess[threads.process[i]].push([...span]);
    }
  });
  const ofProcesses = ofProcess.flatMap(united);
  const isTraced = new Set(processes.child);
  for (let i = 0; i < children.count; ++i) {
    const span = [children.begin[i], childEnd(trace, i)];
    if (isTraced.has(i + 1) || span[0] >= span[1]) continue;
    ofProcesses.push(span);
    ofThreads.push(span);
  }
  return {processes: countsOf(ofProcesses), threads: countsOf(ofThreads)};
}
