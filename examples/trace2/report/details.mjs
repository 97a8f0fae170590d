// All that is known of one thing in the timeline, in words.

import {element} from './element.mjs';
import {counted, exitCode, shownCount, shownDuration, shownExit, shownShare, shownText, shownTime} from './format.mjs';
import {KIND} from './layout.mjs';
import {isSum, itemName, markName, markText, moreName, processOfItem, sumsInside, threadOfItem} from './query.mjs';
import {functionName, sampledItem, sampledSpan, shownPart} from './samples.mjs';
import {childName, MARK} from './trace.mjs';

const MOST_MARKS = 50;
const MOST_SUMS = 30;
const MOST_FUNCTIONS = 30;

/** Title and pairs of name and value. */
export function factsOf(trace, layout, match) {
  const {items} = layout;
  const {texts, marks} = trace;
  if (match >= items.count + marks.count) return factsOfMore(trace, layout.more.ref[match - items.count - marks.count]);
  if (match < items.count && items.kind[match] === KIND.more) return factsOfMore(trace, items.ref[match]);
  if (match >= items.count) {
    const mark = match - items.count;
    const thread = marks.thread[mark];
    const process = trace.threads.process[thread];
    return {
      title: markName(trace, mark),
      facts: [
        [isSum(trace, mark) ? 'Sum' : marks.kind[mark] === MARK.data ? 'Value' : 'Text', markText(trace, mark)],
        ['At', shownDuration(marks.at[mark])],
        ['Thread', texts[trace.threads.name[thread]]],
        ['Process', texts[trace.processes.name[process]]],
      ],
    };
  }
  const [kind, ref] = [items.kind[match], items.ref[match]];
  const wall = items.end[match] - items.begin[match];
  const process = processOfItem(trace, items, match);
  const thread = threadOfItem(trace, items, match);
  const facts = [['Took', shownDuration(wall)]];
  const add = (name, value) => { if (value !== '' && value !== undefined) facts.push([name, value]); };
  if (kind === KIND.region) {
    const {wall: total, inside, message, place, unfinished, label} = trace.slices;
    add('Self time', `${shownDuration(total[ref] - inside[ref])}  ${shownShare(total[ref] - inside[ref], total[ref])}`);
    add('Share of its process', shownShare(wall, trace.processes.wall[process]));
    add('Message', texts[message[ref]]);
    add('Place', texts[place[ref]]);
    if (unfinished[ref]) add('End', 'not in the trace');
    add('Of the same name', counted(label.reduce((sum, one) => sum + (one === label[ref] ? 1 : 0), 0), 'region'));
  }
  if (kind === KIND.process) {
    const {command, repository, code, state, errors, sid, child} = trace.processes;
    add('Command', texts[command[ref]]);
    add('Repository', texts[repository[ref]]);
    add('Exit', shownExit(code[ref], state[ref]));
    if (errors[ref] > 0) add('Errors', shownCount(errors[ref]));
    if (child[ref] > 0) addChild(trace, child[ref] - 1, add);
    add('Session', texts[sid[ref]]);
    add('Began', shownTime(trace.processes.began[ref]));
  }
  if (kind === KIND.child || kind === KIND.wait) {
    const child = kind === KIND.child ? ref : trace.waits.child[ref];
    add('Command', texts[trace.children.command[child]]);
    const {code, wall: lasted, pid} = trace.children;
    add('Exit', lasted[child] === 0 ? 'not in the trace' : code[child] !== 0 ? String(exitCode(code[child])) : '');
    add('Process id', pid[child] > 0 ? String(pid[child] - 1) : '');
    addChild(trace, child, add);
    if (trace.only[child] < 0) add('Trace', 'none of its own');
  }
  add('Begins at', shownDuration(items.begin[match]));
  if (thread >= 0 && kind !== KIND.thread) add('Thread', texts[trace.threads.name[thread]]);
  if (kind !== KIND.process) add('Process', texts[trace.processes.name[process]]);
  return {title: itemName(trace, items, match), facts};
}

/** What is left out at a place, for it was shorter than all that is drawn. */
function factsOfMore(trace, number) {
  const {isProcess, place, depth, begin, wall, count, time} = trace.more[number];
  const process = isProcess ? place - 1 : trace.threads.process[place];
  const facts = [[isProcess ? 'Processes' : 'Regions', shownCount(count)], ['Sum of their times', shownDuration(time)],
    ['Lie within', shownDuration(wall)], ['Begin at', shownDuration(begin)]];
  if (!isProcess) facts.push(['Regions around them', String(depth)], ['Thread', trace.texts[trace.threads.name[place]]]);
  if (process >= 0) facts.push(['Process', trace.texts[trace.processes.name[process]]]);
  return {title: moreName(trace, number), facts};
}

function addChild(trace, child, add) {
  const {wall, waited} = trace.children;
  if (wall[child] > 0) add('As its parent sees it', shownDuration(wall[child] - 1));
  add('Waited for', shownDuration(waited[child]));
}

/** Marks directly in an item: data, messages, errors. */
export function marksIn(trace, layout, item) {
  const {items, marks} = layout;
  if (![KIND.process, KIND.thread, KIND.region].includes(items.kind[item])) return [];
  const row = items.row[item];
  return Array.from(marks.order.subarray(marks.start[row], marks.start[row + 1])).filter((mark) =>
    trace.marks.at[mark] >= items.begin[item] && trace.marks.at[mark] <= items.end[item]);
}

function list(facts) {
  return element('dl', {}, ...facts.flatMap(([name, value]) =>
    [element('dt', {}, name), element('dd', {}, element('bdi', {}, shownText(value)))]));
}

const cellsIn = (row, name) => row.map((text, i) => element(name, {className: i > 0 ? 'number' : ''}, element('bdi', {}, text)));

/** The functions of samples, and what is said of them; a click on a head sorts. */
function functionTable(trace, {facts, numbers, rows}) {
  const parts = [element('h3', {}, 'Functions in it'), list(facts)];
  if (rows.length === 0) return facts.length > 0 ? parts : [];
  const shown = element('table', {className: 'sums functions'});
  const kept = rows.filter(({all}) => all * 100 >= numbers.length);
  const more = rows.length - Math.min(kept.length, MOST_FUNCTIONS);
  const show = (by) => {
    const sorted = kept.sort((a, b) => b[by] - a[by]).slice(0, MOST_FUNCTIONS);
    const head = (title, key) => {
      const button = element('button', {}, title, key === by ? ' ▾' : '');
      button.addEventListener('click', () => show(key));
      return element('th', {className: 'number', 'aria-sort': key === by ? 'descending' : 'none'}, button);
    };
    shown.replaceChildren(
      element('thead', {}, element('tr', {}, element('th', {}, 'Function'), head('Own', 'own'), head('With callees', 'all'))),
      element('tbody', {}, ...sorted.map(({number, own, all}) => element('tr', {},
        ...cellsIn([shownText(functionName(trace, number)), shownPart(own, numbers.length), shownPart(all, numbers.length)], 'td')))));
  };
  show('own');
  return [...parts, shown, ...(more > 0 ? [`${shownCount(more)} more`] : [])];
}

/** Shows an item or mark. `on` has functions zoom(match) and searchFor(text). */
export function showMatch(to, trace, layout, match, on) {
  const {title, facts} = factsOf(trace, layout, match);
  const zoom = element('button', {}, 'Zoom to it');
  zoom.addEventListener('click', () => on.zoom(match));
  const all = element('button', {}, 'Find all');
  const isWait = match < layout.items.count && layout.items.kind[match] === KIND.wait;
  const isMore = match >= layout.items.count + trace.marks.count || layout.items.kind[match] === KIND.more;
  const wanted = isWait ? childName(trace, trace.waits.child[layout.items.ref[match]]) : title;
  all.addEventListener('click', () => on.searchFor(wanted));
  const parts = [element('h2', {}, element('bdi', {}, shownText(title))),
    element('p', {className: 'actions'}, zoom, ...(isMore ? [] : [all])), list(facts)];
  const mark = match - layout.items.count;
  if (mark >= 0 && mark < trace.marks.count && isSum(trace, mark)) {
    const isBeside = (one) => isSum(trace, one) && trace.marks.thread[one] === trace.marks.thread[mark];
    const all = Array.from(trace.marks.kind.keys()).filter(isBeside);
    parts.push(element('h3', {}, 'Timers and counters'), list(all.slice(0, MOST_MARKS).map((one) =>
      [shownText(markName(trace, one)), markText(trace, one)])));
  }
  if (match < layout.items.count) {
    if (trace.samples) parts.push(...functionTable(trace, sampledItem(trace, layout, match)));
    const marks = marksIn(trace, layout, match);
    if (marks.length > 0) {
      parts.push(element('h3', {}, marks.every((mark) => isSum(trace, mark)) ? 'Timers and counters' : 'Data and messages'));
      parts.push(list(marks.slice(0, MOST_MARKS).map((mark) =>
        [shownText(markName(trace, mark)), markText(trace, mark)])));
      if (marks.length > MOST_MARKS) parts.push(element('p', {}, `${shownCount(marks.length - MOST_MARKS)} more`));
    }
  }
  to.replaceChildren(...parts);
}

/** Shows a title, and pairs of name and value. */
export function showFacts(to, title, facts) {
  to.replaceChildren(element('h2', {}, element('bdi', {}, shownText(title))), list(facts));
}

/** Shows what lies in a span of time. */
export function showSpan(to, trace, layout, {from, to: end}) {
  const {regions, waited, processes, threads, marks} = sumsInside(trace, layout, from, end);
  const rest = [['Processes', shownCount(processes)], ['Threads', shownCount(threads)],
    ...(waited > 0 ? [['Waits for children', shownDuration(waited)]] : []),
    ...(marks > 0 ? [['Data and messages', shownCount(marks)]] : [])];
  const body = regions.slice(0, MOST_SUMS).map(({name, count, time, self}) => element('tr', {},
    ...cellsIn([shownText(name), shownCount(count), shownDuration(time), shownDuration(Math.max(self, 0))], 'td')));
  to.replaceChildren(
    element('h2', {}, shownDuration(end - from)),
    element('p', {}, `From ${shownDuration(Math.max(from, 0))} to ${shownDuration(Math.max(end, 0))}`), list(rest),
    ...(regions.length === 0 ? [] : [element('h3', {}, 'Regions in it'), element('table', {className: 'sums'},
      element('thead', {}, element('tr', {}, ...cellsIn(['Region', 'Count', 'Time', 'Own'], 'th'))), element('tbody', {}, ...body))]),
    ...(trace.samples ? functionTable(trace, sampledSpan(trace, from, end)) : []));
}

/** Shows what stands out of a command, and how to move. */
export function showStart(to, {hints}) {
  const keys = [['Wheel, pinch, W, S', 'zoom'], ['Drag, A, D, arrows', 'move'], ['Shift and drag', 'measure, sum up'],
    ['Click', 'details'], ['Double click, Enter', 'zoom to it'], [', and .', 'neighbours'],
    ['/ and N', 'search, next match'], ['F', 'flame graph'], ['0', 'the whole trace'], ['Escape', 'back to this list']];
  const parts = [];
  if (hints.length > 0)
    parts.push(element('h2', {}, 'What stands out'), element('ul', {className: 'hints'}, ...hints.map(
      ([reason, remedy]) => element('li', {}, element('bdi', {}, shownText(reason)),
        ...(remedy === '' ? [] : [element('p', {}, shownText(remedy))])))));
  parts.push(element('h2', {}, 'Keys'), element('dl', {className: 'keys'}, ...keys.flatMap(([key, what]) =>
    [element('dt', {}, key), element('dd', {}, what)])));
  to.replaceChildren(...parts);
}
