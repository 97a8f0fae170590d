// The legend: the colours and marks that a timeline has.

import {element} from './element.mjs';
import {KIND} from './layout.mjs';
import {MARK} from './trace.mjs';

/** Entries of the legend for what a trace has: the class of a sign, and what it means. */
export function meaningsOf(trace, {items}) {
  const {marks, processes, slices, waits, more, only} = trace;
  const has = (kind) => items.kind.includes(kind);
  const isMarked = (...kinds) => marks.kind.some((kind) => kinds.includes(kind));
  return [
    ['path', 'critical path', true],
    ['graph', 'busy: alive, and not waiting for a child', !trace.pair],
    ['process', 'command', processes.count > 0],
    ['failed', 'that failed or has errors', processes.code.some((code, i) => ![0, 1].includes(code) || processes.errors[i] > 0)],
    ['thread', 'thread', has(KIND.thread)],
    ['region', 'region, a hue for each category', slices.count > 0],
    ['self', 'self time: in no inner region', items.isUnder.includes(1)],
    ['wait', 'waits for a child', waits.count > 0],
    ['start', 'start and end of a process', only.some((process) => process >= 0)],
    ['child', `child without a trace${more.some(({isProcess}) => isProcess) ? ', or left out' : ''}`, has(KIND.child)],
    ['data', 'value or message', isMarked(MARK.data, MARK.message, MARK.exec)],
    ['total', 'timer or counter', isMarked(MARK.timer, MARK.counter)],
    ['error', 'error or signal', isMarked(MARK.error, MARK.signal)],
    ['shorter', 'shorter ones, summed up', more.length > 0],
  ].filter(([, , isThere]) => isThere).map(([name, text]) => [name, text]);
}

/** The same for a flame graph with functions; without, its frames have no other colours than the timeline. */
function meaningsOfFlame({samples}) {
  if (!samples) return [];
  return [
    ['process', 'command'],
    ['child', 'thread, task or child'],
    ['region', 'region, a hue for each category'],
    ['function', 'function(): time of its samples; the rest was waiting'],
  ];
}

export function signsOf(trace, layout, isFlame) {
  return (isFlame ? meaningsOfFlame(trace) : meaningsOf(trace, layout)).map(([name, text]) => element('li', {}, element('i', {className: `sign ${name}`}), text));
}
