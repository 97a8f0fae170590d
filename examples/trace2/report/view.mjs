// Which times a picture shows, and which of its bars can be seen.

import {lowerBound} from './layout.mjs';

/** A step of 1, 2 or 5 times a power of ten, so that `span` has at most `most` of them. */
export function stepOf(span, most) {
  const power = 10 ** Math.floor(Math.log10(Math.max(span / most, 1e-3)));
  return power * [1, 2, 5, 10].find((factor) => power * factor * most >= span);
}

/** A view of `from` to `to` with a factor more or less around a moment, inside the limits. */
export function zoomed({from, to}, factor, around, limits) {
  const span = possibleSpan((to - from) * factor, limits);
  const begin = around - (around - from) * span / (to - from);
  return clamped({from: begin, to: begin + span}, limits);
}

/** A span as close to the wanted one as can be drawn: numbers of large moments are not exact. */
function possibleSpan(wanted, limits) {
  const least = Math.max(5, limits.to * 1e-12);
  return Math.min(Math.max(wanted, least), Math.max((limits.to - limits.from) * 1.1, least));
}

/** A view that can be drawn, and shows a part of the limits at least. */
export function clamped({from, to}, limits) {
  const span = possibleSpan(to - from, limits);
  const margin = span / 2;
  const begin = Math.min(Math.max((from + to) / 2 - margin, limits.from - margin), limits.to - margin);
  return {from: begin, to: begin + span};
}

/**
 * The item of a row to draw after item `i`: what ends on the same pixel as a narrow one is left out.
 * The items of a row end in the order of their beginnings.
 */
export function nextVisible(items, i, end, perPixel) {
  if (items.end[i] - items.begin[i] >= perPixel) return i + 1;
  const next = items.begin[i] + perPixel;
  return lowerBound(i + 1, end, (at) => items.end[at] >= next);
}

/** The view in which two moments lie below two fingers; null if they are too close. */
export function pinched({a, b}, [first, second], width) {
  if (Math.abs(second - first) < 8 || a === b) return null;
  const perPixel = Math.abs((b - a) / (second - first));
  const from = (a + b) / 2 - (first + second) / 2 * perPixel;
  return {from, to: from + width * perPixel};
}
