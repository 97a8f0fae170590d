// The table of changes: what "trace2 diff" says, with its statistics.

import {shownChange, shownCount, shownDuration, shownText} from './format.mjs';
import {KIND} from './layout.mjs';
import {longest, processOfItem} from './query.mjs';
import {MARK} from './trace.mjs';

/** A median: of times in seconds, of counters a number. */
export function shownMedian(median, kind) {
  if (median === null || median === undefined) return '';
  if (kind === 'counter') return Number.isInteger(median) ? shownCount(median) : median.toFixed(1);
  return shownDuration(median * 1e6);
}

function shownClaim(verdict) {
  return {none: '~', 'too few': 'few'}[verdict] ?? verdict;
}

function shownInterval({change_low: low, change_high: high}) {
  if (low === null || high === null || low === undefined) return '';
  return `${shownChange(low, false)}..${shownChange(high, false)}`.replace(/%(?=\.\..*%)/, '');
}

/** A row's name: the innermost region first, and what is around it. */
export function changeName({path, command}) {
  return [...[...path].reverse(), ...(command ? [command] : [])].join(' < ');
}

/** The result in words. */
export function verdictOf({rows, tested, claims}) {
  if (!rows.some(({p, verdict}) => (p ?? null) !== null || verdict === 'same')) return 'too few runs for any claim';
  if (tested === 0) return 'no change, for all values are equal or too few';
  return `${shownCount(claims)} of ${shownCount(tested)} tested ${tested === 1 ? 'row' : 'rows'} ${claims === 1 ? 'has' : 'have'} changed`;
}

export function changesTable(trace, layout) {
  const {pair: {comparison}, processes, texts, side} = trace;
  const {items} = layout;
  const isOf = (command) => (i) => texts[processes.name[i]] === command;
  const find = ({kind, command, path}) => {
    const isNamed = isOf(command);
    const name = path[path.length - 1];
    if (kind === 'timer' || kind === 'counter') {
      const wanted = trace.names.indexOf(name) + 1;
      const mark = trace.marks.kind.findIndex((one, i) => one === MARK[kind] && trace.marks.label[i] === wanted
        && isNamed(trace.threads.process[trace.marks.thread[i]]));
      return wanted > 0 && mark >= 0 ? items.count + mark : -1;
    }
    const label = trace.names.indexOf(name);
    const isMeant = kind === 'command' ? (i) => items.kind[i] === KIND.process
      : (i) => items.kind[i] === KIND.region && trace.slices.label[items.ref[i]] === label;
    // What is compared first is looked at first: the typical run after the change.
    const inTypical = new Set(trace.pair.typical.map((one) => one.process - 1));
    const on = (test) => longest(items, (i) => isMeant(i) && isNamed(processOfItem(trace, items, i)) && test(processOfItem(trace, items, i)));
    for (const test of [(i) => inTypical.has(i) && side[i] === 1, (i) => inTypical.has(i), () => true]) {
      const found = on(test);
      if (found >= 0) return found;
    }
    return -1;
  };
  const value = (title, of) => ({title, of: (row) => of(row).median ?? -1, show: (_, row) => shownMedian(of(row).median, row.kind), isNumber: true});
  const isClaim = ({verdict}) => ['slower', 'faster', 'more', 'fewer'].includes(verdict);
  return {
    name: 'Changes', rows: [...comparison.rows.filter(isClaim), ...comparison.rows.filter((row) => !isClaim(row))], find, order: -1,
    columns: [
      {title: 'Claim', of: ({verdict}) => shownClaim(verdict), show: shownText, tone: ({verdict}) => `verdict ${verdict.replace(' ', '-')}`},
      {title: 'Change', of: ({change}) => change ?? -Infinity, show: (_, {change}) => ((change ?? null) === null ? '' : shownChange(change)), isNumber: true},
      value('Before', ({before}) => before), value('After', ({after}) => after),
      {title: 'Interval', of: shownInterval, show: shownText},
      {title: 'p', of: ({p}) => p ?? -1, show: (_, {p}) => ((p ?? null) === null ? '' : p < 0.001 ? '<0.001' : p.toFixed(3)), isNumber: true},
      {title: 'Runs', of: ({before, after}) => before.n + after.n, show: (_, {before, after}) => `${before.n}/${after.n}`, isNumber: true},
      {title: 'Kind', of: ({kind}) => kind, show: shownText},
      {title: 'Name', of: changeName, show: shownText},
    ],
    sum: () => `${verdictOf(comparison)}. Interval: 95 % of the change, by the ratios of all pairs of values (Hodges, Lehmann 1963). ` +
      `Claim: ${comparison.test}; ~ may be chance, few: too few values.`,
    sumTitle: '',
  };
}
