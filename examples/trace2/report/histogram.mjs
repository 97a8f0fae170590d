// Small histograms of the lengths of regions.

import {element} from './element.mjs';
import {counted, shownDuration} from './format.mjs';

const STEP = 4;  // pixels
const HEIGHT = 14;

/** The shortest length of a step: powers of two, as report/region_histograms.hpp has them. */
export function stepBegin(step) { return step === 0 ? 0 : 2 ** (step - 1); }

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

/** What a histogram shows, in words. */
export function histogramText(counts) {
  const steps = counts.flatMap((count, step) => (count > 0 ? [`${shownDuration(stepBegin(step))} to ${shownDuration(stepBegin(step + 1))}: ${counted(count, 'region')}`] : []));
  return steps.join('\n');
}

/** A picture of a row. All rows share a scale, so that lengths can be compared. */
export function histogramOf(counts, {first, last}) {
  if (counts === undefined) return '';
  const most = Math.max(...counts);
  const picture = element('span', {className: 'histogram', role: 'img', 'aria-label': histogramText(counts), title: histogramText(counts)});
  for (let step = first; step <= last; ++step) {
    const bar = element('span');
    bar.style.width = `${STEP - 1}px`;
    bar.style.height = `${counts[step] === 0 ? 1 : Math.max(Math.round(HEIGHT * counts[step] / most), 2)}px`;
    if (counts[step] === 0) bar.className = 'none';
    picture.append(bar);
  }
  return picture;
}
