// Texts for people.

/** A text without characters that would hide, reverse or break what stands beside them. */
export function shownText(text) {
  return text
    .replace(/[\t\n\r]+/g, ' ')
    .replace(/[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/g,
      (character) => '\\u' + character.charCodeAt(0).toString(16).padStart(4, '0'));
}

const two = (number) => String(number).padStart(2, '0');

/** A duration in microseconds, which recordings know to the nanosecond, as the program's other outputs show it. */
export function shownDuration(microseconds) {
  const nanoseconds = Math.round(microseconds * 1e3);
  if (nanoseconds > 0 && nanoseconds < 1e3) return `${nanoseconds} ns`;
  if (nanoseconds < 1e6) return `${nanoseconds % 1e3 === 0 ? nanoseconds / 1e3 : (nanoseconds / 1e3).toFixed(3)} µs`;
  const time = Math.round(microseconds);
  if (time < 1e6) return `${(time / 1e3).toFixed(3)} ms`;
  if (time < 6e8) return `${(time / 1e6).toFixed(3)} s`;
  const seconds = Math.floor(time / 1e6);
  if (seconds < 3600) return `${Math.floor(seconds / 60)}m${two(seconds % 60)}s`;
  return `${Math.floor(seconds / 3600)}h${two(Math.floor(seconds / 60) % 60)}m`;
}

/** The same, short: for the marks of a scale with steps of `step` microseconds, up to `most`. */
export function shownMoment(microseconds, step, most = 0) {
  const isIn = (unit) => step >= unit || (most >= unit && step >= unit / 100);
  const [unit, name] = isIn(1e6) ? [1e6, 's'] : isIn(1e3) ? [1e3, 'ms'] : [1, 'µs'];
  const digits = Math.max(0, Math.ceil(-Math.log10(step / unit) - 1e-9));
  return `${(microseconds / unit).toFixed(digits)} ${name}`;
}

export function shownCount(count) {
  return String(count).replace(/\B(?=(\d{3})+(?!\d))/g, ' ');
}

export function counted(count, singular, plural = singular + 's') {
  return `${shownCount(count)} ${count === 1 ? singular : plural}`;
}

export function shownShare(part, whole) {
  return whole > 0 ? `${(100 * part / whole).toFixed(1).replace(/^-(?=0\.0$)/, '')} %` : '';
}

/** A relative change as "trace2 diff" shows it: "+8.1%", "-12%", "x12" for more than ten times as much. */
export function shownChange(change, isExact = true) {
  if (change >= 9) return `x${Number((change + 1).toPrecision(3))}`;
  const percent = change * 100;
  if (Math.abs(percent) < 0.05) return '0.0%';
  return `${percent < 0 ? '-' : '+'}${Math.abs(percent).toFixed(Math.abs(percent) < (isExact ? 99.95 : 9.95) ? 1 : 0)}%`;
}

/** A moment in microseconds since the epoch, in local time. */
export function shownTime(microseconds) {
  const date = new Date(microseconds / 1e3);
  if (isNaN(date)) return '';
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())} ` +
    `${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}`;
}

/** The exit code of a number of the page, which is not 0. */
export function exitCode(code) {
  return code > 0 ? code - 1 : code;
}

/** How a process or child ended; `code` is 1 more than an exit code from 0 on, 0 if it is unknown. */
export function shownExit(code, state) {
  if (state === 3) return 'became another program';
  if (code === 0) return state === 1 ? 'ended' : 'unfinished';
  return state === 2 ? `killed by signal ${code - 129}` : String(exitCode(code));
}
