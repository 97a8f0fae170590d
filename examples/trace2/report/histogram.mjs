// Small histograms of the lengths of regions.

import {element} from './element.mjs';
import {counted, shownDuration} from './format.mjs';

const STEP = 4;  // pixels
const HEIGHT = 14;

/** The first step of any histogram, and the last one; null without histograms. Rows are a label and counts. */
export function histogramScale(rows) {
  let [first, last] = [Infinity, -1];
  for (const [, ...counts] of rows)
    counts.forEach((count, step) => {
      if (count === 0) return;
      first = Math.min(first, step);
      last = Math.max(last, step);
    });
  return last < 0 ? null : {first, last};
}

/** What a histogram shows, in words. `begins` has the shortest length of each step, in nanoseconds. */
export function histogramText(counts, begins) {
  const begin = (step) => shownDuration((step < begins.length ? begins[step] : 2 * begins[step - 1]) / 1e3);
  return counts.flatMap((count, step) => (count > 0 ? [`${begin(step)} to ${begin(step + 1)}: ${counted(count, 'region')}`] : [])).join('\n');
}

/** A picture of a row. All rows share a scale, so that lengths can be compared. */
export function histogramOf(counts, {first, last}, begins) {
  if (counts === undefined) return '';
  const most = Math.max(...counts);
  const text = histogramText(counts, begins);
  const picture = element('span', {className: 'histogram', role: 'img', 'aria-label': text, title: text});
  for (let step = first; step <= last; ++step) {
    const bar = element('span');
    bar.style.width = `${STEP - 1}px`;
    bar.style.height = `${counts[step] === 0 ? 1 : Math.max(Math.round(HEIGHT * counts[step] / most), 2)}px`;
    if (counts[step] === 0) bar.className = 'none';
    picture.append(bar);
  }
  return picture;
}
