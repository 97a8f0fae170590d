// Puts the page together.

import {verdictOf} from './changes.mjs';
import {showFacts, showMatch, showSpan, showStart} from './details.mjs';
import {element} from './element.mjs';
import {Flame} from './flame.mjs';
import {counted, shownChange, shownCount, shownDuration, shownExit, shownShare, shownText, shownTime} from './format.mjs';
import {arrange} from './layout.mjs';
import {join} from './pair.mjs';
import {pathPieces} from './path.mjs';
import {itemOfPath, meanwhileOf, pathName, search} from './query.mjs';
import {signsOf} from './signs.mjs';
import {pathTable, Tables, tablesOf} from './tables.mjs';
import {Timeline} from './timeline.mjs';
import {decode, unpacked} from './trace.mjs';

const MOST_PARTS = 60;  // of the critical path's bar

const byId = (id) => document.getElementById(id);

/** The view that a link names: "#t=1200-5600", in microseconds. */
export function viewOfLink(hash) {
  const found = /^#t=(\d+)-(\d+)$/.exec(hash);
  const [from, to] = found ? [Number(found[1]), Number(found[2])] : [0, 0];
  return from < to && Number.isSafeInteger(to) ? {from, to} : null;
}

export function linkOfView({from, to}) {
  const begin = Math.max(Math.round(from), 0);
  return `#t=${begin}-${Math.max(Math.round(to), begin + 1)}`;
}

/** Whether the page may be shown to others. */
function privacyFact({anonymous}) {
  return ['Texts', anonymous === 1 ? 'anonymised' : 'as traced, but for secrets'];
}

/** Short facts about a command that is explained, and about the trace. */
export function headerFacts(trace, why) {
  const {summary, processes, texts} = trace;
  const errors = summary.errors.reduce((sum, row) => sum + row.count, 0);
  const facts = [['Wall', shownDuration(why.wall)]];
  const process = why.process - 1;
  const isKilled = process >= 0 && processes.state[process] === 2 && why.code > 129;
  const end = why.unfinished ? 'unfinished' : shownExit(why.code, isKilled ? 2 : 1);
  facts.push(['Exit', why.signal ? `killed by signal ${why.signal}` : end]);
  if (why.user !== undefined) {
    facts.push(['Processor', `${shownDuration(why.user)} user, ${shownDuration(why.system)} system`]);
    if (why.memory > 0) facts.push(['Memory', `${Math.round(why.memory / 1024)} MiB`]);
  }
  facts.push(['Commands', shownCount(summary.process_count)], ['Threads', shownCount(summary.thread_count)],
    ['Regions', shownCount(summary.regions.reduce((sum, row) => sum + row.count, 0))],
    ['Events', shownCount(summary.events)]);
  if (errors > 0) facts.push(['Errors', shownCount(errors)]);
  facts.push(['Began', shownTime(process < 0 ? trace.begin : processes.began[process])]);
  if (trace.wall > why.wall * 1.01) facts.push(['Whole trace', shownDuration(trace.wall)]);
  if (process >= 0 && processes.repository[process] > 0) facts.push(['Repository', texts[processes.repository[process]]]);
  if (trace.samples) facts.push(['Sampled', trace.sampled]);
  facts.push(privacyFact(trace));
  return facts;
}

/** Short facts about the two sides of a comparison. */
export function pairFacts({pair: {name, runs, typical, comparison}, summary, anonymous}) {
  const row = comparison.rows.find(({kind, command}) => kind === 'command' && command === name);
  const [before, after] = row?.before.n > 0 && row?.after.n > 0 ? [row.before.median * 1e6, row.after.median * 1e6] : typical.map(({wall}) => wall);
  const facts = [['Wall', `${shownDuration(before)} → ${shownDuration(after)}`]];
  if (before > 0) facts.push(['Change', shownChange(row?.change ?? after / before - 1)]);
  facts.push(['Result', verdictOf(comparison)], ['Runs', `${shownCount(runs[0])} before, ${shownCount(runs[1])} after`],
    ['Commands', shownCount(summary.process_count)], ['Events', shownCount(summary.events)]);
  const cut = comparison.before.unfinished + comparison.after.unfinished;
  if (cut > 0) facts.push(['Unfinished', shownCount(cut)]);
  facts.push(privacyFact({anonymous}));
  return facts;
}

/** What is missing, in sentences. */
function lossesOf(trace) {
  const isSum = (what) => what.startsWith('shorter ');
  const all = trace.left_out.map(([what, count, time]) => `${shownCount(count)} ${what}${time > 0 ? ` (${shownDuration(time)} in all)` : ''} ` +
    (isSum(what) ? 'are drawn as sums where they were' : 'are not drawn'));
  for (const {what, count} of trace.summary.losses) all.push(`the trace lacks ${shownCount(count)} ${what}`);
  for (const {what, count} of [...trace.summary.left_out, ...trace.pair?.comparison.left_out ?? []]) all.push(`the tables lack ${shownCount(count)} ${what}`);
  return all;
}

/** What is odd in the trace, in one sentence each; many are told by their number. */
function remarksOf({summary}) {
  const most = 5;
  const all = (summary.remarks ?? []).map(({process, where, text}) => [process, where, text].filter((part) => part !== '').join(': '));
  return all.length > most ? [...all.slice(0, most), `${shownCount(all.length - most)} more`] : all;
}

function showHeader(trace, why) {
  const name = trace.pair ? `Before and after: ${shownText(trace.pair.name ?? why.command)}` : shownText(why.command);
  document.title = `${name.slice(0, 60)} · trace2`;
  byId('title').replaceChildren(element('bdi', {}, name));
  byId('title').title = name;
  if (why.candidates > 1 && !trace.pair)
    byId('title').prepend(`${why === trace.why ? 'Slowest' : 'One'} of ${counted(why.candidates, 'outermost command')}: `);
  byId('facts').replaceChildren(...(trace.pair ? pairFacts(trace) : headerFacts(trace, why)).map(([what, value]) => element('li', {className: what.toLowerCase()},
    element('span', {}, what), ' ', element('b', {}, element('bdi', {}, shownText(value))))));
  const losses = lossesOf(trace);
  byId('losses').hidden = losses.length === 0;
  byId('losses').textContent = `Incomplete: ${shownText(losses.join('; '))}.`;
  const remarks = remarksOf(trace);
  byId('remarks').hidden = remarks.length === 0;
  byId('remarks').textContent = `Remarks: ${shownText(remarks.join('; '))}.`;
}

/** Shows a critical path, as long in the width of the page as its command among all that are shown. */
function showPath(to, trace, command, timeline, choose, longest = command.wall) {
  const {rows, wall} = command;
  to.style.width = `${100 * wall / Math.max(longest, 1)}%`;
  const meanwhile = meanwhileOf(command);
  const parts = rows.filter((row) => row[4] > 0);
  const made = parts.slice(0, MOST_PARTS).map((row) => {
    const [kind, , , label, time] = row;
    const name = shownText(pathName(trace, row));
    const also = meanwhile.get(row);
    const part = element('button', {className: kind}, element('span', {}, element('bdi', {}, name)),
      ' ', element('small', {}, shownShare(time, wall)));
    part.title = `${name}  ${shownDuration(time)}  ${shownShare(time, wall)}${also ? `\n${also}` : ''}`;
    part.setAttribute('aria-label', part.title);
    part.style.flexGrow = time;
    if (label > 0 && (kind === 'region' || kind === 'thread' || kind === 'task')) part.dataset.label = label - 1;
    part.addEventListener('click', () => choose(itemOfPath(trace, timeline.layout, row, command)));
    return part;
  });
  const rest = parts.slice(MOST_PARTS).reduce((sum, row) => sum + row[4], 0);
  if (rest > 0) {
    const count = counted(parts.length - MOST_PARTS, 'more part');
    const more = element('span', {className: 'rest', title: `${count}  ${shownDuration(rest)}`},
      element('span', {}, count), ' ', element('small', {}, shownShare(rest, wall)));
    more.style.flexGrow = rest;
    made.push(more);
  }
  to.replaceChildren(...made);
  paintPath(timeline);
}

/** Gives the regions of the critical path their colours in the timeline. */
function paintPath(timeline) {
  for (const part of document.querySelectorAll('.path [data-label]'))
    part.style.backgroundColor = timeline.fillOf(Number(part.dataset.label));
}

/** Lets the reader choose between timeline and flame graph. */
function showChoice(timeline, flame) {
  const show = (isFlame) => {
    flame.canvas.hidden = !isFlame;
    timeline.canvas.hidden = isFlame;
    byId('flame-by').hidden = !isFlame || !flame.isAnyBeside;
    byId('legend').hidden = !isFlame || flame.sides.length < 2;
    byId('range').hidden = byId('zoom-in').hidden = byId('zoom-out').hidden = isFlame;
    byId('as-flame').setAttribute('aria-pressed', String(isFlame));
    byId('as-timeline').setAttribute('aria-pressed', String(!isFlame));
    // A picture is as high as its rows, if there is room.
    byId('stage').style.setProperty('--rows', `${(isFlame ? flame : timeline).contentHeight}px`);
    byId('names').hidden = isFlame;
    const signs = signsOf(timeline.trace, timeline.layout, isFlame);
    byId('signs').lastElementChild.replaceChildren(...signs);
    byId('signs').hidden = signs.length === 0;
    byId('scroller').hidden = true;
    flame.resize();
    timeline.resize();
  };
  byId('as-flame').addEventListener('click', () => show(true));
  byId('as-timeline').addEventListener('click', () => show(false));
  const sumUp = (isSum) => {
    if (flame.isSum !== isSum) flame.sumUp(isSum);
    byId('by-wall').setAttribute('aria-pressed', String(!isSum));
    byId('by-sum').setAttribute('aria-pressed', String(isSum));
  };
  byId('by-wall').addEventListener('click', () => sumUp(false));
  byId('by-sum').addEventListener('click', () => sumUp(true));
  sumUp(flame.isSum);
  show(false);
  flame.toggle = () => show(flame.canvas.hidden);
  timeline.reappear = () => show(false);
}

class Finder {
  constructor(trace, timeline, choose) {
    Object.assign(this, {trace, timeline, choose, matches: [], at: -1});
    byId('search').addEventListener('input', () => this.find());
    byId('search').addEventListener('keydown', (event) => {
      if (event.key === 'Enter') this.go(event.shiftKey ? -1 : 1);
      if (event.key === 'Escape') this.leave();
    });
    byId('next').addEventListener('click', () => this.go(1));
    byId('previous').addEventListener('click', () => this.go(-1));
    this.show();
  }

  find() {
    const wanted = byId('search').value;
    const {matches, isFound} = search(this.trace, this.timeline.layout, wanted);
    this.matches = matches;
    this.at = -1;
    this.timeline.found = wanted.trim() === '' ? null : isFound;
    this.timeline.draw();
    this.onSearch?.(wanted);
    this.show();
  }

  searchFor(text) {
    byId('search').value = text;
    this.find();
  }

  leave() {
    this.searchFor('');
    byId('search').blur();
  }

  go(by) {
    if (this.matches.length === 0) return;
    this.at = this.at < 0 && by < 0 ? this.matches.length - 1 : (this.at + by + this.matches.length) % this.matches.length;
    this.choose(this.matches[this.at]);
    this.show();
  }

  show() {
    const isAny = this.matches.length > 0;
    byId('next').disabled = byId('previous').disabled = !isAny;
    byId('matches').textContent = byId('search').value.trim() === '' ? ''
      : !isAny ? 'nothing found' : this.at < 0 ? counted(this.matches.length, 'match', 'matches')
      : `${shownCount(this.at + 1)} of ${shownCount(this.matches.length)}`;
  }
}

/** The view to begin with: the slowest command if all of them would be too small to see. */
function firstView(trace, timeline) {
  const link = viewOfLink(location.hash);
  if (link !== null) return link;
  if (trace.pair || trace.wall <= 20 * trace.why.wall) return null;
  const slowest = trace.why.process - 1;
  if (slowest < 0) return null;
  const from = trace.processes.begin[slowest];
  const margin = trace.why.wall / 50;
  return {from: from - margin, to: from + trace.why.wall + margin};
}

/** The stacks of the flame graph. */
function sidesOf({stacks, pair}) {
  return pair ? pair.stacks.map((of, i) => ({stacks: of, runs: Math.max(pair.runs[i], 1)})) : [{stacks, runs: 1}];
}

async function start() {
  const data = await unpacked(byId('data').textContent.trim());
  const trace = data.comparison ? join(decode(data.before), decode(data.after), data.comparison) : decode(data);
  byId('data').remove();
  performance.measure('data', {start: 0});
  const layout = arrange(trace);
  performance.measure('layout', {start: 0});
  let shown = trace.why;  // the command of header, critical path and hints
  const select = (match) => {
    timeline.select(match);
    if (match < 0) showStart(byId('details'), shown);
    else showMatch(byId('details'), trace, layout, match, {
      zoom: (one) => timeline.zoomTo(one), searchFor: (text) => finder.searchFor(text)});
    byId('details').scrollTop = 0;
  };
  const move = (view) => {
    byId('range').textContent = `${shownDuration(view.to - view.from)} of ${shownDuration(trace.wall)}`;
    clearTimeout(move.later);
    move.later = setTimeout(() => {
      try {
        history.replaceState(null, '', linkOfView(view));
      } catch {
        // Some browsers keep the address of a file as it is.
      }
    }, 300);
  };
  const measure = (span) => showSpan(byId('details'), trace, layout, span);
  const recolour = () => {
    flame.draw();
    paintPath(timeline);
  };
  const timeline = new Timeline(byId('timeline'), {tip: byId('tip'), names: byId('names'), scroller: byId('scroller')}, trace, layout, {select, move, measure, recolour});
  byId('timeline').setAttribute('aria-label', timeline.description);
  const leadTo = (show) => (match) => {
    if (match < 0) return;
    timeline.reappear();
    select(match);
    show(match);
  };
  const choose = leadTo((match) => timeline.bring(match));
  const zoom = leadTo((match) => timeline.zoomTo(match));
  const finder = new Finder(trace, timeline, choose);
  const paths = trace.pair ? [...trace.pair.typical] : [trace.why];
  byId('side').hidden = byId('other-lane').hidden = !trace.pair;
  const explain = (command) => {
    shown = command;
    showHeader(trace, command);
    if (trace.pair) {
      const side = command.process > 0 ? trace.side[command.process - 1] : 0;
      paths[side] = command;
    } else {
      paths[0] = command;
    }
    const longest = Math.max(...paths.map(({wall}) => wall));
    paths.forEach((one, i) => showPath(byId(i === 0 ? 'path' : 'other-path'), trace, one, timeline, zoom, longest));
    timeline.path = paths.flatMap((one) => pathPieces(trace, layout, one));
    timeline.draw();
    tables.replace(pathTable(trace, layout, command));
  };
  const flame = new Flame(byId('flame'), byId('tip'), sidesOf(trace), timeline,
    {select: (title, facts) => showFacts(byId('details'), title, facts)});
  finder.onSearch = (wanted) => flame.search(wanted);
  showChoice(timeline, flame);
  const tables = new Tables(byId('tabs'), byId('table'), byId('filter'), tablesOf(trace, layout), (match, process) => {
    const command = trace.explained.find((one) => one.process === process + 1);
    if (command !== undefined) explain(command);
    zoom(match);
  });
  explain(trace.why);
  showStart(byId('details'), shown);
  const first = firstView(trace, timeline);
  timeline.show(first ?? timeline.limits, true);
  requestAnimationFrame(() => performance.measure('first picture', {start: 0}));

  byId('zoom-in').addEventListener('click', () => timeline.zoom(0.5));
  byId('zoom-out').addEventListener('click', () => timeline.zoom(2));
  byId('whole').addEventListener('click', () => {
    timeline.show(timeline.limits);
    flame.zoomTo(-1);
  });
  // Paper is white, and has room for all tables.
  const onPaper = (isPrinted) => {
    document.documentElement.classList.toggle('printed', isPrinted);
    byId('print').replaceChildren(...(isPrinted ? tables.printed() : []));
    timeline.chooseColours();
    timeline.paint();
    recolour();
  };
  addEventListener('beforeprint', () => onPaper(true));
  addEventListener('afterprint', () => onPaper(false));
  addEventListener('hashchange', () => {
    const link = viewOfLink(location.hash);
    if (link !== null) timeline.show(link, true);
  });
  addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target instanceof HTMLInputElement) return;
    if (event.key === '/') byId('search').select();
    else if (event.key === 'f' || event.key === 'F') flame.toggle();
    else if (event.key === 'n') finder.go(1);
    else if (event.key === 'N') finder.go(-1);
    else if (event.key === 'Escape') {
      timeline.span = null;
      finder.searchFor('');
      select(-1);
    } else return;
    event.preventDefault();
  });
  document.documentElement.dataset.ready = 'yes';
  return {trace, layout, timeline, flame, finder, tables, explain};
}

function complain(problem) {
  byId('title').textContent = 'This report can’t be shown';
  byId('losses').hidden = false;
  byId('losses').textContent = typeof DecompressionStream === 'undefined'
    ? 'The browser is too old: it can’t decompress the data of the page.' : String(problem);
  document.documentElement.dataset.ready = 'failed';
}

if (typeof document !== 'undefined')
  start().then((parts) => { globalThis.trace2Report = parts; }, complain);
