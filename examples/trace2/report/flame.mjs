// The flame graph: self times by the path to them, summed up over the whole trace.

import {counted, shownChange, shownCount, shownDuration, shownShare, shownText} from './format.mjs';
import {shownBusy, shownPart} from './samples.mjs';
import {Stage} from './stage.mjs';
import {BAR, ROW} from './timeline.mjs';

const EDGE = 8;  // above the first row

/**
 * The stacks of wall time, or of the sum over all threads and processes. What ran beside a command
 * is a part of its sum, and none of its wall time.
 */
export function stacksBy(stacks, isSum) {
  const mark = 'beside ';
  if (!isSum) return stacks.filter((stack) => !stack.startsWith(mark));
  return stacks.map((stack) => {
    if (!stack.startsWith(mark)) return stack;
    const [outermost, process, ...inner] = stack.slice(mark.length).split(';');
    return [outermost, ...(process === undefined || (process === outermost && inner.length > 0) ? [] : [process]), ...inner].join(';');
  });
}

/**
 * The frames of stacks as "trace2 convert --to=folded" writes them: "frame;frame microseconds", which
 * a tab and samples may follow. A frame has its samples and those inside, a name, its parent (-1: none), its depth, its own and its whole time, and where it begins
 * beside its siblings. Longer ones come first. Of several sides, each with its stacks and runs, a
 * frame has the mean `times` of a run, and is as long as the mean of all sides.
 */
export function framesOf(sides) {
  const frames = [];
  const numbers = new Map();
  sides.forEach(({stacks, runs}, side) => {
    for (const stack of stacks) {
      const end = stack.lastIndexOf(' ');
      const [length, samples = 0] = stack.slice(end + 1).split('\t').map(Number);
      const time = length / runs;
      let parent = -1;
      stack.slice(0, end).split(';').forEach((name, depth) => {
        const key = `${parent};${name}`;
        let number = numbers.get(key);
        if (number === undefined) {
          number = frames.length;
          numbers.set(key, number);
          frames.push({name, parent, depth, self: 0, time: 0, samples: 0, times: sides.map(() => 0), begin: 0, inner: []});
          if (parent >= 0) frames[parent].inner.push(number);
        }
        frames[number].time += time / sides.length;
        frames[number].times[side] += time;
        frames[number].samples += samples;
        parent = number;
      });
      frames[parent].self += time / sides.length;
    }
  });
  const longestFirst = (a, b) => frames[b].time - frames[a].time || a - b;
  const place = (numbers, begin) => {
    for (const number of numbers.sort(longestFirst)) {
      frames[number].begin = begin;
      begin += frames[number].time;
    }
    return begin;
  };
  const roots = frames.flatMap((frame, i) => (frame.parent < 0 ? [i] : []));
  const total = place(roots, 0);
  // A frame stands in front of those inside.
  for (const frame of frames) place(frame.inner, frame.begin);
  return {frames, total, rowCount: frames.reduce((most, {depth}) => Math.max(most, depth + 1), 0)};
}

/** From -1, which is gone, to 1, which is new: the change in relation to the longer side. */
export function changeOf([before, after]) {
  return before === after ? 0 : (after - before) / Math.max(before, after);
}

/** Whether a frame is a function that samples have met. */
export function isFunction(name) { return name.endsWith('()'); }

/** How a frame is called: "category/label", "task category/label", "child program", "process", "function()". */
export function frameName(name) {
  if (isFunction(name)) return name;
  if (/^task:.*:/.test(name)) return `task ${name.slice(5).replace(':', '/')}`;
  return name.startsWith('child:') ? `child ${name.slice(6)}` : name.replace(':', '/');
}

export class Flame extends Stage {
  /** Shares the colours of a timeline. `on` has a function select(title, facts). */
  constructor(canvas, tip, sides, timeline, on) {
    super(canvas, tip);
    Object.assign(this, {timeline, on, sides, wanted: ''});
    this.numbers = new Map(timeline.trace.names.map((name, i) => [name, i]));
    this.isAnyBeside = sides.some(({stacks}) => stacks.some((stack) => stack.startsWith('beside ')));
    this.sumUp(stacksBy(sides[0].stacks, false).length === 0);
    this.listen();
  }

  /** Chooses wall time, or the sum over all threads. */
  sumUp(isSum) {
    this.isSum = isSum;
    this.selected = -1;
    Object.assign(this, framesOf(this.sides.map(({stacks, runs}) => ({stacks: stacksBy(stacks, isSum), runs}))));
    this.labels = this.frames.map(({name}) => this.labelOf(this.numbers, name));
    this.zoomTo(-1);
  }

  /** A region's frame may end with its message. */
  labelOf(labels, name) {
    if (!name.includes(':') || isFunction(name)) return undefined;
    for (let text = name.replace(':', '/'); text !== ''; text = text.slice(0, Math.max(text.lastIndexOf(' '), 0)))
      if (labels.has(text)) return labels.get(text);
    return undefined;
  }

  get contentHeight() { return EDGE + this.rowCount * ROW; }

  paint() {
    if (this.canvas.hidden) return;
    const {context, frames} = this;
    const {colours} = this.timeline;
    this.clear(colours.back);
    frames.forEach((frame, i) => {
      const left = Math.max(this.x(frame.begin), -2);
      const right = Math.min(this.x(frame.begin + frame.time), this.width + 2);
      const y = EDGE + frame.depth * ROW - this.top;
      if (right <= left || right - left < 0.4 || right < 0 || left > this.width || y > this.height) return;
      const width = Math.max(right - left - (right - left > 3 ? 1 : 0), 0.5);
      context.globalAlpha = this.wanted !== '' && !frameName(frame.name).toLowerCase().includes(this.wanted) ? 0.25 : 1;
      const isProcess = this.labels[i] === undefined && !/^(child|task):/.test(frame.name) && !isFunction(frame.name);
      context.fillStyle = this.sides.length > 1 ? colours.thread : isFunction(frame.name) ? colours.function
        : this.labels[i] !== undefined ? this.timeline.fillOf(this.labels[i]) : isProcess ? colours.process : colours.thread;
      context.fillRect(left, y, width, BAR);
      if (isFunction(frame.name)) {
        context.fillStyle = colours['function-edge'];
        context.fillRect(left, y + BAR - 2, width, 2);
      }
      if (this.sides.length > 1) {
        const change = changeOf(frame.times);
        const isFaded = context.globalAlpha;
        context.fillStyle = change > 0 ? colours.slower : colours.faster;
        context.globalAlpha = isFaded * 0.9 * Math.abs(change) ** 0.7;
        context.fillRect(left, y, width, BAR);
        context.globalAlpha = isFaded;
      }
      if (width > 22) {
        context.fillStyle = isProcess && this.sides.length < 2 ? colours['on-process'] : colours['bar-text'];
        const begin = Math.max(left, 0) + 4;
        const text = this.timeline.fitted(shownText(frameName(frame.name)), left + width - begin - 3);
        context.fillText(text, begin, y + BAR / 2 + 0.5);
      }
      context.globalAlpha = 1;
      if (i !== this.selected) return;
      context.strokeStyle = colours.accent;
      context.lineWidth = 2;
      context.strokeRect(left - 1, y - 1, width + 2, BAR + 2);
    });
  }

  tipOf(number) {
    const facts = [...this.timesOf(this.frames[number]), ...this.sharesOf(number)];
    return shownText([frameName(this.frames[number].name), ...facts.map(([, value]) => value)].join('  '));
  }

  frameAt(x, y) {
    const depth = Math.floor((y - EDGE + this.top) / ROW);
    const time = this.moment(x);
    return this.frames.findIndex((frame) =>
      frame.depth === depth && frame.begin <= time && time < frame.begin + frame.time);
  }

  select(number) {
    this.selected = number;
    this.paint();
    if (number < 0) return;
    const frame = this.frames[number];
    let root = frame;
    while (root.parent >= 0) root = this.frames[root.parent];
    const {samples, time} = this.sampledIn(number);
    const rest = [['Self time', shownDuration(frame.self + time)],
      ...(samples > 0 ? [['Samples', shownBusy(samples, this.timeline.trace.sample_interval, frame.self + time)]] : []), [`Share of ${frameName(root.name)}`, shownShare(frame.time, root.time)],
      ...(frame.parent >= 0 ? [['Share of what is around', shownShare(frame.time, this.frames[frame.parent].time)]] : [])];
    this.on.select(frameName(frame.name), [...this.timesOf(frame), ...this.sharesOf(number), ...(this.sides.length > 1 ? [] : rest)]);
  }

  /** Samples and time of the functions directly in a region. */
  sampledIn(number) {
    const sum = {samples: 0, time: 0};
    if (!isFunction(this.frames[number].name))
      for (const {name, samples, time} of this.frames[number].inner.map((i) => this.frames[i])) {
        if (!isFunction(name)) continue;
        sum.samples += samples;
        sum.time += time;
      }
    return sum;
  }

  /** Name and value of the share that a function has of the samples of its region. */
  sharesOf(number) {
    const {name, samples} = this.frames[number];
    if (samples === 0 || !isFunction(name)) return [];
    let around = number;
    while (around >= 0 && isFunction(this.frames[around].name)) around = this.frames[around].parent;
    if (around < 0) return [];
    const all = this.sampledIn(around).samples;
    return [['Share of samples', `${shownCount(samples)} of ${counted(all, 'sample')} in ${frameName(this.frames[around].name)}: ${shownPart(samples, all)}`]];
  }

  /** Names and values of the times of a frame. */
  timesOf({time, times: [before, after]}) {
    if (this.sides.length < 2) return [['Time', shownDuration(time)]];
    return [['Before, mean of a run', shownDuration(before)], ['After', shownDuration(after)],
      ['Change', before === 0 ? 'new' : after === 0 ? 'gone' : shownChange(after / before - 1)]];
  }

  /** Gives a frame the whole width; -1: everything. */
  zoomTo(number) {
    this.view = number < 0 ? {from: 0, to: Math.max(this.total, 1)}
      : {from: this.frames[number].begin, to: this.frames[number].begin + Math.max(this.frames[number].time, 1)};
    this.paint();
  }

  search(text) {
    this.wanted = text.trim().toLowerCase();
    this.paint();
  }

  /** The frame in a direction from the selected one. */
  neighbour(key) {
    const frame = this.frames[this.selected];
    if (frame === undefined) return this.frames.length > 0 ? 0 : -1;
    if (key === 'ArrowUp') return frame.parent;
    if (key === 'ArrowDown') return frame.inner[0] ?? -1;
    const row = frame.parent < 0 ? this.frames.flatMap((one, i) => (one.parent < 0 ? [i] : []))
      .sort((a, b) => this.frames[a].begin - this.frames[b].begin) : this.frames[frame.parent].inner;
    return row[row.indexOf(this.selected) + (key === 'ArrowLeft' ? -1 : 1)] ?? -1;
  }

  listen() {
    const {canvas, tip} = this;
    canvas.addEventListener('click', (event) => {
      const number = this.frameAt(event.offsetX, event.offsetY);
      this.select(number);
      this.zoomTo(number);
    });
    canvas.addEventListener('wheel', (event) => {
      event.preventDefault();
      this.scroll(event.deltaY);
    }, {passive: false});
    canvas.addEventListener('pointermove', ({offsetX: x, offsetY: y}) => {
      const number = this.frameAt(x, y);
      if (number < 0) tip.hidden = true;
      else this.showTip(this.tipOf(number), x, y);
    });
    canvas.addEventListener('keydown', (event) => {
      if (event.key === 'Enter') this.zoomTo(this.selected);
      else if (event.key === '0' || event.key === 'Home') this.zoomTo(-1);
      else if (event.key.startsWith('Arrow')) {
        const next = this.neighbour(event.key);
        if (next >= 0) this.select(next);
      } else return;
      event.preventDefault();
    });
  }
}
