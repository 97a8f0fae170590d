// The tables: sortable, filterable, and linked with the timeline.

import {changesTable} from './changes.mjs';
import {element} from './element.mjs';
import {counted, shownCount, shownDuration, shownExit, shownShare, shownText, shownTime} from './format.mjs';
import {histogramScale, histogramOf} from './histogram.mjs';
import {KIND} from './layout.mjs';
import {itemOfPath, longest, meanwhileOf, pathName} from './query.mjs';
import {childName, labelOf, MARK} from './trace.mjs';

const MOST_PRINTED = 1000;  // rows of a table

const text = (title, of) => ({title, of, show: shownText});
const time = (title, of) => ({title, of, show: shownDuration, isNumber: true});
const count = (title, of) => ({title, of, show: shownCount, isNumber: true});
const seconds = (title, of) => time(title, (row) => Math.round(of(row) * 1e9) / 1e3);
/** A column that stays away from a table without such values, which -1 and 0 stand for; below `least` there is none. */
const rare = (column, least = 0) => ({...column, least, show: (value, row) => (value < least ? '' : column.show(value, row))});
/** Of a single value the total says it. */
const ofSeveral = (title, of) => rare(seconds(title, (row) => (row.count < 2 ? -1e-6 : of(row))));
/** Of fewer than 20 values it would lie between the two largest. */
const p95 = rare(seconds('95 %', (row) => (row.count < 20 ? -1e-6 : row.p95)));
const unfinished = rare(count('Unfinished', (row) => row.unfinished), 1);
const failed = rare(count('Failed', (row) => row.failed), 1);
const quantiles = [['Median', 'median'], ['90 %', 'p90'], ['99 %', 'p99'], ['99.9 %', 'p999'], ['Max', 'longest']].map(
  ([title, name]) => rare(time(title, (row) => (row.nanoseconds?.[name] ?? -1) / 1e3)));

/** The most frequent texts of a key of data with their numbers, or its latest value. */
export function valuesOf({latest, count, values = [], others = 0}) {
  if (values.length === 0 || values[0].count === 1) return latest;
  if (values[0].count === count) return values[0].value;
  const all = values.map(({value, count: times}) => `${value} (${times})`);
  return [...all, ...(others > 0 ? [`${others} not told apart`] : [])].join(', ');
}

/** Rows in the order of a column: numbers with the largest first, texts by the alphabet. Without a column, and of equal rows, it is as before. */
export function sorted(rows, column, isReversed) {
  if (column === undefined) return rows;
  const order = column.isNumber
    ? (a, b) => column.of(b) - column.of(a)
    : (a, b) => String(column.of(a)).localeCompare(String(column.of(b)), 'en');
  return [...rows].sort(isReversed ? (a, b) => order(b, a) : order);
}

/** Rows with a text in one of their cells. */
export function filtered(rows, columns, wanted) {
  const text = wanted.trim().toLowerCase();
  if (text === '') return rows;
  return rows.filter((row) => columns.some((column) =>
    !column.isNumber && String(column.of(row)).toLowerCase().includes(text)));
}

/** The table of a command's critical path; `command` is one of those that are explained. */
export function pathTable(trace, layout, command) {
  const meanwhile = meanwhileOf(command);
  return {
    name: 'Critical path', rows: command.rows, find: (row) => itemOfPath(trace, layout, row, command),
    columns: [
      {...text('Did and waited for', (row) => pathName(trace, row)), below: (row) => meanwhile.get(row)},
      time('Time', (row) => row[4]),
      {title: 'Share', of: (row) => row[4], show: (part) => shownShare(part, command.wall), isNumber: true},
      count('Times', (row) => row[5]),
    ],
    sum: (rows) => `${shownDuration(rows.reduce((sum, row) => sum + row[4], 0))} of ${shownDuration(command.wall)}`,
  };
}

/** All tables of a trace, that of the critical path first: name, columns, rows, what a row selects in the timeline (-1: nothing), and in tables of processes their numbers. */
export function tablesOf(trace, layout) {
  const {items} = layout;
  const {processes, summary, texts, marks} = trace;
  const itemOf = new Int32Array(processes.count);
  for (let i = 0; i < items.count; ++i)
    if (items.kind[i] === KIND.process) itemOf[items.ref[i]] = i;
  const numbers = Array.from({length: processes.count}, (_, i) => i);
  const commands = [
    ...(trace.pair ? [text('Side', (i) => (trace.side[i] === 0 ? 'before' : 'after'))] : []),
    text('Command', (i) => texts[processes.command[i]] || texts[processes.name[i]]),
    time('Wall', (i) => processes.wall[i]),
    {title: 'Began', of: (i) => processes.began[i], show: shownTime, isNumber: true},
    text('Exit', (i) => shownExit(processes.code[i], processes.state[i])),
    count('Errors', (i) => processes.errors[i]),
  ];
  const byLabel = (category, name) => {
    const wanted = labelOf(trace, category, name);
    return longest(items, (i) => items.kind[i] === KIND.region && trace.slices.label[items.ref[i]] === wanted);
  };
  const childItem = (row) => {
    const ref = (i) => (items.kind[i] === KIND.wait ? trace.waits.child[items.ref[i]]
      : items.kind[i] === KIND.child ? items.ref[i] : processes.child[items.ref[i]] - 1);
    return longest(items, (i) => {
      if (items.kind[i] === KIND.region || items.kind[i] === KIND.thread) return false;
      const child = ref(i);
      return child >= 0 && childName(trace, child) === row.program;
    });
  };
  const markOf = (test) => {
    for (let i = 0; i < marks.count; ++i) if (test(i)) return items.count + i;
    return -1;
  };
  const scale = histogramScale(trace.histograms ?? []);
  const ofLabels = new Map((trace.histograms ?? []).map(([label, ...counts]) => [label, counts]));
  const markNamed = (kind, category, name) => {
    const wanted = labelOf(trace, category, name) + 1;
    return wanted === 0 ? -1 : markOf((i) => marks.kind[i] === kind && marks.label[i] === wanted);
  };
  return [
    ...(trace.pair ? [changesTable(trace, layout)] : []),
    pathTable(trace, layout, trace.why),
    {name: 'Commands', rows: numbers, find: (i) => itemOf[i], processOf: (i) => i, columns: commands, by: 'Wall'},
    {
      name: 'Commands by name', rows: summary.commands?.length < summary.process_count ? summary.commands : [],
      find: (row) => longest(items, (i) => items.kind[i] === KIND.process && texts[processes.name[items.ref[i]]] === row.name),
      columns: [
        text('Command', (row) => row.name), count('Count', (row) => row.count), failed, unfinished,
        seconds('Total', (row) => row.total), ofSeveral('Min', (row) => row.min),
        ofSeveral('Median', (row) => row.median), p95, ofSeveral('Max', (row) => row.max),
      ],
      by: 'Total',
    },
    {
      name: 'Regions', rows: summary.regions, find: (row) => byLabel(row.category, row.label),
      columns: [
        text('Category', (row) => row.category), text('Label', (row) => row.label),
        count('Count', (row) => row.count), unfinished, seconds('Total', (row) => row.total),
        seconds('Self', (row) => row.self), ofSeveral('Min', (row) => row.min),
        ofSeveral('Median', (row) => row.median), p95, ofSeveral('Max', (row) => row.max),
        ...(scale === null ? [] : [{title: 'Lengths', of: (row) => row.median, isNumber: true,
          show: (_, row) => histogramOf(ofLabels.get(labelOf(trace, row.category, row.label)), scale, trace.histogram_steps)}]),
      ],
      by: 'Self',
    },
    {
      name: 'Tasks', rows: summary.tasks, find: () => -1,
      columns: [
        text('Category', (row) => row.category), text('Label', (row) => row.label),
        count('Count', (row) => row.count), seconds('Total', (row) => row.total),
        seconds('Running', (row) => row.running), seconds('Waiting', (row) => row.waiting),
        ofSeveral('Median', (row) => row.median), p95, ofSeveral('Max', (row) => row.max), unfinished,
      ],
      by: 'Total',
    },
    {
      name: 'Children', rows: summary.children, find: childItem,
      columns: [
        text('Class', (row) => row.child_class), text('Program', (row) => row.program),
        count('Count', (row) => row.count), failed, rare(count('Background', (row) => row.background), 1), unfinished,
        seconds('Total', (row) => row.total), ofSeveral('Median', (row) => row.median), ofSeveral('Max', (row) => row.max),
      ],
      by: 'Total',
    },
    {
      name: 'Timers', rows: summary.timers, find: (row) => markNamed(MARK.timer, row.category, row.name),
      columns: [
        text('Category', (row) => row.category), text('Name', (row) => row.name),
        count('Intervals', (row) => row.intervals), seconds('Total', (row) => row.total),
        seconds('Mean', (row) => row.mean), seconds('Min', (row) => row.min), ...quantiles.slice(0, -1), seconds('Max', (row) => row.max),
      ],
      by: 'Total',
    },
    {
      name: 'Phases', rows: summary.phases, find: () => -1,
      columns: [
        text('Phase', ({category, name}) => (category && name ? `${category}/${name}` : category || name)),
        text('In it', (row) => (row.kind === 'phase' ? '' : `${row.kind} ${row.share_category}/${row.share_name}`)),
        count('Count', (row) => row.count), rare(seconds('Total', (row) => row.total ?? -1e-6)),
        rare(seconds('Mean', (row) => row.mean ?? -1e-6)), ...quantiles,
      ],
      order: -1,
    },
    {
      name: 'Counters', rows: summary.counters, find: (row) => markNamed(MARK.counter, row.category, row.name),
      columns: [
        text('Category', (row) => row.category), text('Name', (row) => row.name),
        count('Count', (row) => row.count),
      ],
      by: 'Count',
    },
    {
      name: 'Data', rows: summary.data,
      find: (row) => markNamed(MARK.data, row.category, row.key),
      columns: [
        text('Category', (row) => row.category), text('Key', (row) => row.key),
        count('Count', (row) => row.count),
        ...[['Sum', 'sum'], ['Min', 'min'], ['Max', 'max']].map(([title, name]) => ({title, isNumber: true,
          of: (row) => row[name] ?? -Infinity, show: (value) => (value === -Infinity ? '' : shownCount(value))})),
        text('Values', valuesOf),
      ],
      by: 'Count',
    },
    {
      name: 'Other events', rows: summary.other_events, find: () => -1,
      columns: [text('Name', (row) => row.name), count('Count', (row) => row.count)],
    },
    {
      name: 'Errors', rows: summary.errors, isAlarming: true,
      find: (row) => markOf((i) => marks.kind[i] === MARK.error && texts[marks.text[i]] === row.message),
      columns: [
        text('Message', (row) => row.message), text('Process', (row) => row.process),
        count('Count', (row) => row.count),
      ],
      by: 'Count',
    },
  ].filter(({name, rows}) => name === 'Critical path' || rows?.length > 0).map(({by, ...table}) => {
    const columns = table.columns.filter(({least, of}) => least === undefined || table.rows.some((row) => of(row) >= least));
    return {...table, columns, ...(by === undefined ? {} : {order: columns.findIndex(({title}) => title === by)})};
  });
}

function cellsOf(columns, row) {
  return columns.map((column) => element('td', {className: `${column.isNumber ? 'number' : ''} ${column.tone?.(row) ?? ''}`},
    element('bdi', {}, column.show(column.of(row), row)), ...(column.below?.(row) ? [element('small', {}, column.below(row))] : [])));
}

/** The tabs and the table that is chosen among them. */
export class Tables {
  constructor(tabs, panel, filter, tables, choose) {
    Object.assign(this, {tabs, panel, filter, tables, choose});
    this.most = 200;
    tables.forEach((table, i) => {
      table.order ??= 1;
      const tab = element('button', {role: 'tab', id: `tab-${i}`, className: table.isAlarming ? 'alarming' : ''},
        table.name, element('span', {className: 'count'}, ` ${shownCount(table.rows.length)}`));
      tab.setAttribute('aria-controls', panel.id);
      tab.addEventListener('click', () => this.show(i));
      tab.addEventListener('keydown', (event) => {
        const last = tables.length - 1;
        const next = {ArrowRight: i < last ? i + 1 : 0, ArrowLeft: i > 0 ? i - 1 : last, Home: 0, End: last}[event.key];
        if (next === undefined) return;
        event.preventDefault();
        this.show(next);
        tabs.children[next].focus();
      });
      tabs.append(tab);
    });
    filter.addEventListener('input', () => this.render());
    this.show(0);
  }

  /** Puts a table in the place of another one of the same name. */
  replace(table) {
    const index = this.tables.findIndex(({name}) => name === table.name);
    const isPresent = this.present === this.tables[index];
    const {order, isReversed} = this.tables[index];
    this.tables[index] = {...table, order, isReversed};
    this.tabs.children[index].querySelector('.count').textContent = ` ${shownCount(table.rows.length)}`;
    if (isPresent) this.show(index);
  }

  show(index) {
    this.present = this.tables[index];
    this.most = 200;
    [...this.tabs.children].forEach((tab, i) => {
      tab.setAttribute('aria-selected', String(i === index));
      tab.tabIndex = i === index ? 0 : -1;
    });
    this.panel.setAttribute('aria-labelledby', `tab-${index}`);
    this.render();
  }

  render() {
    const {columns, rows, order, isReversed, sum, sumTitle} = this.present;
    const wanted = sorted(filtered(rows, columns, this.filter.value), columns[order], isReversed);
    const heads = columns.map((column, i) => {
      const button = element('button', {title: 'Sort'}, column.title, i === order ? (isReversed ? ' ▴' : ' ▾') : '');
      button.addEventListener('click', () => {
        this.present.isReversed = i === order && !isReversed;
        this.present.order = i;
        this.render();
        this.panel.querySelectorAll('th button')[i].focus();
      });
      const sort = i !== order ? 'none' : Boolean(isReversed) === Boolean(column.isNumber) ? 'ascending' : 'descending';
      return element('th', {scope: 'col', className: column.isNumber ? 'number' : '', 'aria-sort': sort}, button);
    });
    const body = element('tbody', {}, ...wanted.slice(0, this.most).map((row) => this.line(row)));
    const parts = [element('table', {}, element('thead', {}, element('tr', {}, ...heads)), body)];
    if (wanted.length > this.most) {
      const more = element('button', {className: 'more'}, `Show ${counted(wanted.length - this.most, 'more row')}`);
      more.addEventListener('click', () => {
        this.most = Infinity;
        this.render();
      });
      parts.push(more);
    }
    if (sum) parts.push(element('p', {className: 'sum'}, `${sumTitle ?? 'Sum: '}${sum(wanted)}`));
    // One stop of the Tab key for all rows: arrows go on from there.
    if (body.firstElementChild) body.firstElementChild.tabIndex = 0;
    this.panel.replaceChildren(...parts);
  }

  /** All tables with their names, for paper. */
  printed() {
    return this.tables.flatMap(({name, columns, rows, order, isReversed, sum}) => {
      const wanted = sorted(rows, columns[order], isReversed);
      const heads = columns.map(({title, isNumber}) => element('th', {scope: 'col', className: isNumber ? 'number' : ''}, title));
      const lines = wanted.slice(0, MOST_PRINTED).map((row) => element('tr', {}, ...cellsOf(columns, row)));
      const more = rows.length > MOST_PRINTED ? [element('p', {className: 'sum'}, counted(rows.length - MOST_PRINTED, 'more row'))] : [];
      return [element('h2', {}, name), element('table', {}, element('thead', {}, element('tr', {}, ...heads)), element('tbody', {}, ...lines)),
        ...more, ...(sum ? [element('p', {className: 'sum'}, sum(rows))] : [])];
    });
  }

  line(row) {
    const {columns, find, processOf} = this.present;
    const line = element('tr', {tabIndex: -1}, ...cellsOf(columns, row));
    const choose = () => {
      const match = find(row);
      if (match >= 0) this.choose(match, processOf?.(row));
    };
    line.addEventListener('click', choose);
    line.addEventListener('focus', () => {
      for (const other of line.parentElement.querySelectorAll('tr[tabindex="0"]')) other.tabIndex = -1;
      line.tabIndex = 0;
    });
    line.addEventListener('keydown', (event) => {
      if (event.key === 'Enter') choose();
      if (event.key === 'ArrowDown') line.nextElementSibling?.focus();
      if (event.key === 'ArrowUp') line.previousElementSibling?.focus();
      if (event.key.startsWith('Arrow')) event.preventDefault();
    });
    return line;
  }
}
