// Draws the timeline, and moves in it.

import {busyOf} from './busy.mjs';
import {element} from './element.mjs';
import {counted, shownDuration, shownMoment, shownText} from './format.mjs';
import {KIND, lowerBound} from './layout.mjs';
import {coarser} from './path.mjs';
import {isSum, itemAt, itemName, markName, markText, moreName, processOfItem, regionLabel} from './query.mjs';
import {FONT, Stage} from './stage.mjs';
import {childEnd, MARK} from './trace.mjs';
import {clamped, nextVisible, pinched, stepOf, zoomed} from './view.mjs';

export const ROW = 19;
export const BAR = 17;
const SCALE = 24;  // height of the time scale
const BUSY = 32;  // height of the graph below it
const MOST_NAMED = 50;  // bars of a row that are looked at for its name
const HUES = [212, 28, 150, 268, 350, 185, 46, 310, 96, 235, 12, 168];

/** Pixels in front of a row's name. */
const indentOf = (level) => 8 + Math.min(level, 8) * 8;

export class Timeline extends Stage {
  /**
   * `around` has the elements beside the picture: tip, names, scroller. `on` has functions for what
   * happens: select(match), move(view), measure(span), recolour().
   */
  constructor(canvas, around, trace, layout, on) {
    super(canvas, around.tip);
    Object.assign(this, {trace, layout, on, ...around});
    this.busy = busyOf(trace);
    // Runs that were not at once say nothing together.
    this.head = SCALE + (trace.pair ? 0 : BUSY + 2);  // above the rows
    this.path = [];  // pieces of critical paths, of one command after the other
    this.limits = {from: 0, to: Math.max(trace.wall, 10)};
    this.view = {...this.limits};
    this.found = null;  // by item: whether a search has found it
    this.span = null;  // that is measured
    this.widths = new Map();
    this.fingers = new Map();  // that touch the picture: their places
    this.chooseColours();
    this.listen();
    this.makeNames();
    this.scroller.addEventListener('scroll', () => this.scroll(this.scroller.scrollTop - this.top));
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => {
      this.chooseColours();
      this.draw();
      this.on.recolour();
    });
    this.resize();
  }

  // ---- colours ----

  chooseColours() {
    const style = getComputedStyle(document.documentElement);
    const colour = (name) => style.getPropertyValue('--' + name).trim();
    this.colours = Object.fromEntries(['back', 'panel', 'text', 'slower', 'faster', 'dim', 'line', 'self', 'process', 'on-process',
      'thread', 'function', 'function-edge', 'bar-text', 'accent', 'error', 'mark', 'wait', 'path'].map((name) => [name, colour(name)]));
    this.isDark = matchMedia('(prefers-color-scheme: dark)').matches && !document.documentElement.classList.contains('printed');
    const hues = new Map();
    this.fills = this.trace.names.map((name, i) => {
      const category = this.trace.labels.category[i];
      if (!hues.has(category)) hues.set(category, HUES[hues.size % HUES.length]);
      let hash = 0;
      for (let i = 0; i < name.length; ++i) hash = (hash * 31 + name.charCodeAt(i)) % 1009;
      const lightness = (this.isDark ? 34 : 72) + hash % 4 * 3;
      const hue = hues.get(category) + hash % 5 * 7 - 14;
      return `hsl(${hue} ${this.isDark ? 38 : 60}% ${lightness}%)`;
    });
    this.hatch = this.pattern(8, (to) => {
      to.lineWidth = 1.5;
      for (const shift of [-8, 0, 8]) {
        to.moveTo(shift, 8);
        to.lineTo(shift + 8, 0);
      }
    });
    this.dots = this.pattern(4, (to) => {
      to.lineWidth = 1.5;
      to.moveTo(1, 2);
      to.lineTo(2.5, 2);
    });
  }

  pattern(size, draw) {
    const tile = new OffscreenCanvas(size, size);
    const to = tile.getContext('2d');
    to.strokeStyle = this.colours.wait;
    to.beginPath();
    draw(to);
    to.stroke();
    return this.context.createPattern(tile, 'repeat');
  }

  fillOf(label) { return this.fills[label]; }

  // ---- drawing ----

  get contentHeight() { return this.head + this.layout.rowCount * ROW + 4; }
  y(row) { return this.head + row * ROW - this.top; }
  row(y) { return Math.floor((y - this.head + this.top) / ROW); }

  paint() {
    if (this.canvas.hidden) return;
    const begin = performance.now();
    this.clear(this.colours.back);
    this.paintGrid();
    const first = Math.max(this.row(this.head), 0);
    const last = Math.min(this.row(this.height), this.layout.rowCount - 1);
    this.paintHeadings(first, last);
    for (let row = first; row <= last; ++row) {
      this.paintMore(row);
      this.paintRow(row);
    }
    for (let row = first; row <= last; ++row) this.paintMarks(row);
    this.paintPath();
    this.paintSelection();
    this.paintScale();
    this.paintBusy();
    this.showNames(first, last);
    this.paintSpan();
    this.lastPaint = performance.now() - begin;
  }

  paintGrid() {
    const {context, colours} = this;
    this.step = stepOf(this.view.to - this.view.from, Math.max(this.width / 110, 2));
    context.fillStyle = colours.line;
    for (let at = Math.ceil(this.view.from / this.step) * this.step; at <= this.view.to; at += this.step)
      context.fillRect(Math.round(this.x(at)), SCALE, 1, this.height);
  }

  paintScale() {
    const {context, colours} = this;
    context.fillStyle = colours.back;
    context.fillRect(0, 0, this.width, this.head - 1);
    context.fillStyle = colours.line;
    context.fillRect(0, SCALE - 1, this.width, 1);
    if (!this.trace.pair) context.fillRect(0, this.head - 2, this.width, 1);
    context.fillStyle = colours.dim;
    for (let at = Math.ceil(this.view.from / this.step) * this.step; at <= this.view.to; at += this.step) {
      const text = shownMoment(at, this.step, this.view.to);
      const left = Math.round(this.x(at)) + 4;
      if (left + this.widthOf(text) <= this.width) context.fillText(text, left, SCALE / 2);
    }
  }

  /** Of all counts within a pixel it is the largest one. */
  paintBusy() {
    const {context, colours, width, busy} = this;
    if (this.trace.pair) return;
    for (const [{at, count}, colour] of [[busy.threads, colours.thread], [busy.processes, colours.process]]) {
      context.fillStyle = colour;
      let i = lowerBound(0, at.length, (k) => at[k] > this.view.from) - 1;
      for (let x = 0; x < width; ++x) {
        const end = this.moment(x + 1);
        let most = count[i] ?? 0;
        for (; i + 1 < at.length && at[i + 1] < end; ++i) most = Math.max(most, count[i + 1]);
        const high = most * (BUSY - 4) / busy.threads.most;
        if (most > 0) context.fillRect(x, SCALE + BUSY - high, 1, high);
      }
    }
  }

  /** A line through the bars, from each piece to the next one of its command. */
  paintPath() {
    const {context, colours, path} = this;
    if (path.length === 0) return;
    const reach = this.width * 2;
    const place = (time) => Math.min(Math.max(this.x(time), -reach), reach);
    context.beginPath();
    const drawn = coarser(path, 3 * (this.view.to - this.view.from) / this.width);
    drawn.forEach(({row, from, to}, i) => {
      const y = this.y(row) + 1.5;
      if (i > 0 && Math.abs(from - drawn[i - 1].to) < 1e-3) context.lineTo(place(from), y);
      else context.moveTo(place(from), y);
      context.lineTo(place(to), y);
    });
    context.lineJoin = 'round';
    for (const [colour, width] of [[colours.back, 5], [colours.path, 3]]) {
      context.strokeStyle = colour;
      context.lineWidth = width;
      context.stroke();
    }
  }

  // ---- names beside the rows ----

  makeNames() {
    const {names, trace, layout: {items}} = this;
    this.context.font = FONT;
    let widest = 0;
    for (let i = 0, left = 1000; i < items.count && left > 0; ++i) {
      if (items.kind[i] === KIND.region || items.kind[i] === KIND.wait) continue;
      widest = Math.max(widest, indentOf(items.level[i]) + this.widthOf(itemName(trace, items, i).slice(0, 60)));
      --left;
    }
    names.style.setProperty('--wanted', `${Math.ceil(widest) + 10}px`);
    names.addEventListener('click', ({target}) => {
      if (target.dataset.item !== undefined) this.on.select(Number(target.dataset.item));
    });
  }

  /** What a row is called, where it is seen: the bars that begin a block. A row of regions is called after its process if that is scrolled away. */
  nameOfRow(row, isFirst) {
    const {trace, layout: {items, start}} = this;
    const heading = this.layout.headings.find((one) => one.row === row);
    if (heading !== undefined) return null;
    const end = start[row + 1];
    let i = Math.max(lowerBound(start[row], end, (at) => items.begin[at] > this.view.from) - 2, start[row]);
    const named = new Map();
    let [first, inner, last] = [-1, -1, i + MOST_NAMED];
    for (; i < end && i < last && items.begin[i] < this.view.to; ++i) {
      if (items.end[i] < this.view.from) continue;
      if (items.kind[i] === KIND.region || items.kind[i] === KIND.wait) {
        inner = inner < 0 ? i : inner;
        continue;
      }
      first = first < 0 ? i : first;
      const name = shownText(itemName(trace, items, i));
      named.set(name, (named.get(name) ?? 0) + 1);
    }
    if (first >= 0) {
      const text = [...named].map(([name, count]) => (count > 1 ? `${count} × ${name}` : name)).join(', ');
      return {text: i < end && items.begin[i] < this.view.to ? `${text}, …` : text, item: first, level: items.level[first]};
    }
    const process = isFirst && inner >= 0 ? processOfItem(trace, items, inner) : -1;
    return process < 0 ? null : {text: `… ${shownText(trace.texts[trace.processes.name[process]])}`, item: inner, level: 0};
  }

  showNames(first, last) {
    const {names, busy} = this;
    const made = [];
    for (let row = first; row <= last; ++row) {
      const named = this.nameOfRow(row, row === first);
      if (named !== null) made.push({...named, top: this.y(row)});
    }
    const key = JSON.stringify([made, this.height]);
    if (names.dataset.rows === key) return;
    names.dataset.rows = key;
    const counts = [['process', 'process', 'processes'], ['thread', 'thread', 'threads']].map(([name, one, many]) => [name, counted(busy[many].most, one, many)]);
    const isSame = busy.processes.most === busy.threads.most;
    const head = element('div', {className: 'busy', title: 'How many were busy at each time: alive, and not waiting for a child'},
      element('span', {}, 'Busy, at most'), ...counts.slice(0, isSame ? 1 : 2).map(([name, text]) => element('b', {className: name}, text)));
    names.classList.toggle('plain', Boolean(this.trace.pair));
    names.replaceChildren(...made.map(({text, item, level, top}) => {
      const line = element('span', {title: text}, text);
      line.dataset.item = item;
      line.style.top = `${top}px`;
      line.style.paddingLeft = `${indentOf(level)}px`;
      return line;
    }), head);
    this.scroller.hidden = this.contentHeight <= this.height;
    this.scroller.firstElementChild.style.height = `${this.contentHeight}px`;
    if (this.scroller.scrollTop !== this.top) this.scroller.scrollTop = this.top;
  }

  paintHeadings(first, last) {
    const {context, colours} = this;
    for (const {row, title} of this.layout.headings) {
      if (row < first || row > last) continue;
      const y = this.y(row);
      context.fillStyle = colours.panel;
      context.fillRect(0, y, this.width, ROW);
      context.fillStyle = colours.text;
      context.font = `600 ${FONT}`;
      context.fillText(title, 6, y + ROW / 2);
      context.font = FONT;
    }
  }

  /** What is left out lies behind what is drawn in its row. */
  paintMore(row) {
    const {more} = this.layout;
    const end = more.start[row + 1];
    for (let i = more.start[row]; i < end && more.begin[i] < this.view.to; ++i)
      if (more.end[i] >= this.view.from) this.paintSum(more.ref[i], more.begin[i], more.end[i], row);
  }

  /** The moment at which the next item of a row begins. */
  nextBegin(row, moment) {
    const {items, start} = this.layout;
    const next = lowerBound(start[row], start[row + 1], (i) => items.end[i] > moment);
    return next < start[row + 1] ? items.begin[next] : Infinity;
  }

  /** A bar for what is left out there. */
  paintSum(number, begin, end, row) {
    const {context, colours} = this;
    const y = this.y(row);
    const left = Math.max(this.x(begin), -2);
    const width = Math.max(Math.min(this.x(end), this.width + 2) - left, 1);
    context.fillStyle = width > 6 ? this.dots : colours.wait;
    context.fillRect(left, y + 3, width, BAR - 6);
    if (width < 60) return;
    const text = moreName(this.trace, number);
    const room = Math.min(width, this.trace.more[number].isProcess ? Infinity : this.x(this.nextBegin(row, begin)) - left) - 8;
    if (this.widthOf(text) > room) return;
    context.fillStyle = colours.back;
    context.fillRect(Math.max(left, 0) + 2, y + 3, this.widthOf(text) + 4, BAR - 6);
    context.fillStyle = colours.dim;
    context.fillText(text, Math.max(left, 0) + 4, y + BAR / 2 + 0.5);
  }

  /** Skips what would be drawn on a pixel that has a bar already: time is that of the width. */
  paintRow(row) {
    const {items, start} = this.layout;
    const {from, to} = this.view;
    const perPixel = (to - from) / this.width;
    const end = start[row + 1];
    let i = lowerBound(start[row], end, (at) => items.begin[at] > from);
    // What began before the view may reach into it.
    i = Math.max(start[row], i - 2);
    while (i < end && items.begin[i] < to) {
      if (items.end[i] >= from) this.paintItem(i, row);
      i = nextVisible(items, i, end, perPixel);
    }
  }

  paintItem(i, row) {
    const {context, colours, trace} = this;
    const {items} = this.layout;
    const [ref, kind] = [items.ref[i], items.kind[i]];
    if (kind === KIND.more) {
      this.paintSum(ref, items.begin[i], items.end[i], row);
      return;
    }
    const left = Math.max(this.x(items.begin[i]), -2);
    const right = Math.min(this.x(items.end[i]), this.width + 2);
    const width = Math.max(right - left - (right - left > 3 ? 1 : 0), 1);
    const y = this.y(row);
    context.globalAlpha = this.found !== null && !this.found[i] ? 0.25 : 1;
    if (items.isUnder[i] && width > 2) {
      context.fillStyle = colours.self;
      context.fillRect(left, y + ROW, width, BAR);
    }
    if (kind === KIND.process) this.paintStart(ref, y);
    if (kind === KIND.wait) {
      context.fillStyle = width > 3 ? this.hatch : colours.wait;
      context.fillRect(left, y, width, BAR);
      if (width > 3) {
        context.strokeStyle = colours.wait;
        context.lineWidth = 1;
        context.strokeRect(left + 0.5, y + 0.5, width - 1, BAR - 1);
      }
    } else {
      context.fillStyle = kind === KIND.process ? colours.process : kind === KIND.thread ? colours.thread
        : kind === KIND.child ? colours.thread : this.fills[trace.slices.label[ref]];
      context.fillRect(left, y, width, BAR);
    }
    if (kind === KIND.process && (![0, 1].includes(trace.processes.code[ref]) || trace.processes.errors[ref] > 0)) {
      context.fillStyle = colours.error;
      context.fillRect(left, y + BAR - 2, width, 2);
    }
    if (width > 22) this.paintName(i, kind, left, width, y);
    context.globalAlpha = 1;
  }

  /** The time that a child takes to start and to end, around its only process. */
  paintStart(process, y) {
    const child = this.trace.processes.child[process] - 1;
    if (child < 0 || this.trace.only[child] !== process) return;
    const left = Math.max(this.x(this.trace.children.begin[child]), -2);
    const right = Math.min(this.x(childEnd(this.trace, child)), this.width + 2);
    this.context.fillStyle = this.colours.self;
    this.context.fillRect(left, y + 4, Math.max(right - left, 1), BAR - 8);
  }

  paintName(i, kind, left, width, y) {
    const {context, colours} = this;
    const begin = Math.max(left, 0) + 4;
    const room = left + width - begin - 3;
    let name = shownText(itemName(this.trace, this.layout.items, i));
    // In little room the label says more than the beginning of its category.
    if (kind === KIND.region && this.widthOf(name) > room) name = shownText(regionLabel(this.trace, this.layout.items, i)) || name;
    let text = this.fitted(name, room);
    if (text === '') return;
    const timed = `${name}  ${shownDuration(this.layout.items.end[i] - this.layout.items.begin[i])}`;
    if (kind === KIND.process && this.widthOf(timed) <= room) text = timed;
    if (kind === KIND.wait) {
      context.fillStyle = colours.back;
      context.fillRect(begin - 2, y + 2, this.widthOf(text) + 4, BAR - 4);
    }
    context.fillStyle = kind === KIND.process ? colours['on-process'] : colours['bar-text'];
    context.fillText(text, begin, y + BAR / 2 + 0.5);
  }

  widthOf(text) {
    let width = this.widths.get(text);
    if (width === undefined) {
      if (this.widths.size > 20000) this.widths.clear();
      this.widths.set(text, width = this.context.measureText(text).width);
    }
    return width;
  }

  /** The text, or as much of it as finds room. */
  fitted(text, room) {
    const width = this.widthOf(text);
    if (width <= room) return text;
    const letters = Math.floor(text.length * (room - 9) / width);
    return letters < 2 ? '' : text.slice(0, letters) + '…';
  }

  paintMarks(row) {
    const {context, colours, layout, trace} = this;
    const {order, start} = layout.marks;
    const end = start[row + 1];
    let last = -Infinity;
    for (let i = lowerBound(start[row], end, (at) => trace.marks.at[order[at]] >= this.view.from); i < end; ++i) {
      const mark = order[i];
      const x = this.x(trace.marks.at[mark]);
      if (x > this.width) break;
      const isError = trace.marks.kind[mark] === MARK.error || trace.marks.kind[mark] === MARK.signal;
      if (x - last < 2 && !isError) continue;
      last = x;
      const size = isError ? 6 : 3.5;
      const y = this.y(row) + BAR;
      context.fillStyle = isError ? colours.error : colours.mark;
      context.beginPath();
      if (isSum(trace, mark)) {
        context.arc(x, y - 4, 3.5, 0, 7);
      } else {
        context.moveTo(x, y - 2 * size);
        context.lineTo(x + size, y);
        context.lineTo(x - size, y);
        context.closePath();
      }
      context.fill();
      context.strokeStyle = colours.back;
      context.lineWidth = 1;
      context.stroke();
    }
  }

  paintSelection() {
    const {items} = this.layout;
    if (this.selected < 0) return;
    const {context, colours} = this;
    context.strokeStyle = colours.accent;
    context.lineWidth = 2;
    const {from, to, row} = this.place(this.selected);
    if (this.selected >= items.count && this.selected < items.count + this.trace.marks.count) {
      context.beginPath();
      context.arc(this.x(from), this.y(row) + BAR - 5, 9, 0, 7);
      context.stroke();
      return;
    }
    const left = Math.max(this.x(from), -4);
    const right = Math.min(this.x(to), this.width + 4);
    context.strokeRect(left - 1, this.y(row) - 1, Math.max(right - left, 2) + 1, BAR + 2);
  }

  paintSpan() {
    if (this.span === null) return;
    const {context, colours} = this;
    const [left, right] = [this.x(this.span.from), this.x(this.span.to)];
    context.globalAlpha = 0.15;
    context.fillStyle = colours.accent;
    context.fillRect(left, 0, right - left, this.height);
    context.globalAlpha = 1;
    context.fillRect(left, 0, 1, this.height);
    context.fillRect(right, 0, 1, this.height);
    const text = shownDuration(this.span.to - this.span.from);
    const width = this.widthOf(text) + 12;
    const x = Math.min(Math.max((left + right - width) / 2, 0), this.width - width);
    context.fillRect(x, 2, width, SCALE - 4);
    context.fillStyle = colours.back;
    context.fillText(text, x + 6, SCALE / 2);
  }

  // ---- moving ----

  show(view, isWithoutDelay = false) {
    const goal = clamped(view, this.limits);
    const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
    cancelAnimationFrame(this.flight);
    if (isWithoutDelay || isStill) {
      this.view = goal;
      this.draw();
      this.on.move(this.view);
      return;
    }
    const from = this.view;
    const begin = performance.now();
    const fly = (now) => {
      const part = Math.min(Math.max((now - begin) / 180, 0), 1);
      const eased = 1 - (1 - part) ** 3;
      this.view = part === 1 ? goal : {from: from.from + (goal.from - from.from) * eased,
        to: from.to + (goal.to - from.to) * eased};
      this.paint();
      if (part < 1) this.flight = requestAnimationFrame(fly);
      else this.on.move(this.view);
    };
    this.flight = requestAnimationFrame(fly);
  }

  zoom(factor, x = this.width / 2) { this.show(zoomed(this.view, factor, this.moment(x), this.limits), true); }
  pan(part) {
    const by = (this.view.to - this.view.from) * part;
    this.show({from: this.view.from + by, to: this.view.to + by}, true);
  }

  place(match) {
    const {items, marks, more} = this.layout;
    if (match < items.count) return {from: items.begin[match], to: items.end[match], row: items.row[match]};
    const group = match - items.count - this.trace.marks.count;
    if (group >= 0) return {from: more.begin[group], to: more.end[group], row: more.row[group]};
    const at = this.trace.marks.at[match - items.count];
    return {from: at, to: at, row: marks.row[match - items.count]};
  }

  reveal(row) {
    const y = this.y(row);
    if (y < this.head || y + ROW > this.height) this.scroll(y - this.height / 3);
  }

  zoomTo(match) {
    const {from, to, row} = this.place(match);
    const margin = Math.max((to - from) * 0.05, 10);
    this.show({from: from - margin, to: to + margin});
    this.reveal(row);
  }

  /** Brings an item or mark into the view, without zooming if it is visible. */
  bring(match) {
    const {from, to, row} = this.place(match);
    const span = this.view.to - this.view.from;
    const isTiny = to > from && to - from < span / this.width * 3;
    const isOutside = to < this.view.from || from > this.view.to;
    if (isTiny) this.zoomTo(match);
    else if (isOutside) this.show({from: (from + to - span) / 2, to: (from + to + span) / 2});
    this.reveal(row);
  }

  select(match) {
    this.selected = match;
    this.draw();
  }

  // ---- pointer and keys ----

  matchAt(x, y) {
    const {layout, trace} = this;
    const row = this.row(y);
    if (y < this.head || row < 0 || row >= layout.rowCount) return -1;
    const reach = 5 * (this.view.to - this.view.from) / this.width;
    const moment = this.moment(x);
    const {order, start} = layout.marks;
    const end = start[row + 1];
    let best = -1;
    if (y - this.y(row) > BAR / 3)
      for (let i = lowerBound(start[row], end, (at) => trace.marks.at[order[at]] >= moment - reach);
        i < end && trace.marks.at[order[i]] <= moment + reach; ++i)
        if (best < 0 || trace.marks.kind[order[i]] === MARK.error) best = order[i];
    if (best >= 0) return layout.items.count + best;
    const item = itemAt(layout, row, moment, reach / 3);
    if (item >= 0) return item;
    const {more} = layout;
    const next = lowerBound(more.start[row], more.start[row + 1], (i) => more.end[i] >= moment - reach / 3);
    const isHere = next < more.start[row + 1] && more.begin[next] <= moment + reach / 3;
    return isHere ? layout.items.count + trace.marks.count + next : -1;
  }

  listen() {
    const {canvas} = this;
    canvas.addEventListener('wheel', (event) => {
      event.preventDefault();
      const unit = event.deltaMode === 1 ? 16 : 1;
      if (event.shiftKey) this.scroll((event.deltaY || event.deltaX) * unit);
      else if (Math.abs(event.deltaX) > Math.abs(event.deltaY)) this.pan(event.deltaX * unit / this.width);
      else this.zoom(Math.exp(Math.min(Math.max(event.deltaY * unit, -300), 300) * 0.002), event.offsetX);
    }, {passive: false});
    canvas.addEventListener('pointerdown', (event) => {
      if (event.button !== 0) return;
      canvas.setPointerCapture(event.pointerId);
      this.fingers.set(event.pointerId, event.offsetX);
      if (this.fingers.size === 2) {
        const [a, b] = this.fingers.values();
        this.grip = {pinch: {a: this.moment(a), b: this.moment(b)}, isMoved: true};
        return;
      }
      this.grip = {x: event.offsetX, y: event.offsetY, view: this.view, top: this.top,
        isMeasure: event.shiftKey, isMoved: false};
    });
    canvas.addEventListener('pointermove', (event) => this.drag(event));
    canvas.addEventListener('pointerup', (event) => {
      const {grip} = this;
      this.fingers.delete(event.pointerId);
      this.grip = null;
      if (grip === null || grip === undefined) return;
      if (grip.isMoved) {
        if (grip.isMeasure) this.on.measure(this.span);
        return;
      }
      this.span = null;
      this.on.select(this.matchAt(event.offsetX, event.offsetY));
    });
    canvas.addEventListener('pointercancel', (event) => {
      this.fingers.delete(event.pointerId);
      this.grip = null;
    });
    canvas.addEventListener('dblclick', () => { if (this.selected >= 0) this.zoomTo(this.selected); });
    canvas.addEventListener('keydown', (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const action = this.actions[event.key.length === 1 ? event.key.toLowerCase() : event.key];
      if (action === undefined) return;
      event.preventDefault();
      action();
    });
  }

  get actions() {
    return {
      w: () => this.zoom(0.7), s: () => this.zoom(1 / 0.7),
      '+': () => this.zoom(0.7), '-': () => this.zoom(1 / 0.7),
      a: () => this.pan(-0.15), d: () => this.pan(0.15),
      ArrowLeft: () => this.pan(-0.15), ArrowRight: () => this.pan(0.15),
      ArrowUp: () => this.scroll(-3 * ROW), ArrowDown: () => this.scroll(3 * ROW),
      0: () => this.show(this.limits), Home: () => this.show(this.limits),
      ',': () => this.selectNext(-1), '.': () => this.selectNext(1),
      Enter: () => { if (this.selected >= 0) this.zoomTo(this.selected); else this.selectNext(1); },
    };
  }

  /** Selects the item behind the selected one or, for -1, before it; if there is none, one that is visible. */
  selectNext(direction) {
    const {items} = this.layout;
    const next = this.selected + direction;
    if (this.selected < 0 || this.selected >= items.count) {
      const i = itemAt(this.layout, Math.max(this.row(this.head), 0), this.moment(this.width / 2), Infinity);
      this.on.select(i >= 0 ? i : 0);
    } else if (next >= 0 && next < items.count) {
      this.on.select(next);
      this.bring(next);
    }
  }

  drag(event) {
    const {grip} = this;
    const [x, y] = [event.offsetX, event.offsetY];
    if (this.fingers.has(event.pointerId)) this.fingers.set(event.pointerId, x);
    if (!grip) {
      this.showName(x, y);
      return;
    }
    if (grip.pinch) {
      this.show(pinched(grip.pinch, [...this.fingers.values()], this.width) ?? this.view, true);
      return;
    }
    if (Math.hypot(x - grip.x, y - grip.y) > 3) grip.isMoved = true;
    if (!grip.isMoved) return;
    this.tip.hidden = true;
    if (grip.isMeasure) {
      const [from, to] = [this.moment(Math.min(x, grip.x)), this.moment(Math.max(x, grip.x))];
      this.span = {from, to};
      this.draw();
      return;
    }
    const by = (grip.x - x) * (grip.view.to - grip.view.from) / this.width;
    this.show({from: grip.view.from + by, to: grip.view.to + by}, true);
    this.scroll(grip.top + grip.y - y - this.top);
  }

  /** Names what is at a place. */
  showName(x, y) {
    const {layout: {items}, trace} = this;
    if (y >= SCALE && y < this.head) {
      this.showTip(`${this.busyAt(this.moment(x))} busy`, x, y);
      return;
    }
    const match = this.matchAt(x, y);
    this.tip.hidden = match < 0;
    this.canvas.style.cursor = match < 0 ? '' : 'pointer';
    if (match < 0) return;
    const mark = match - items.count;
    const text = mark >= trace.marks.count ? moreName(trace, this.layout.more.ref[mark - trace.marks.count])
      : mark >= 0 ? shownText(`${markName(trace, mark)}: ${markText(trace, mark)}`)
      : items.kind[match] === KIND.more ? itemName(trace, items, match)
      : `${shownText(itemName(trace, items, match))}  ${shownDuration(items.end[match] - items.begin[match])}`;
    this.showTip(text, x, y);
  }

  busyAt(moment) {
    const countIn = ({at, count}) => count[lowerBound(0, at.length, (i) => at[i] > moment) - 1] ?? 0;
    return `${counted(countIn(this.busy.processes), 'process', 'processes')} and ${counted(countIn(this.busy.threads), 'thread')}`;
  }

  /** What a reader hears instead of the picture. */
  get description() {
    const {trace: {processes, slices, pair}, busy} = this;
    return `Timeline of ${counted(processes.count, 'process', 'processes')} and ${counted(slices.count, 'region')}` +
      (pair ? '' : `; busy at once are at most ${counted(busy.processes.most, 'process', 'processes')} and ${counted(busy.threads.most, 'thread')}`);
  }
}
