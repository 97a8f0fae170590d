// A canvas as large as the element around it, on which times lie from left to right.

export const FONT = '11px system-ui, -apple-system, "Segoe UI", "DejaVu Sans", sans-serif';

/** The base of pictures. They have a `view` of times, a function paint() and a `contentHeight`, of which `height` pixels are seen. */
export class Stage {
  constructor(canvas, tip) {
    Object.assign(this, {canvas, tip});
    this.context = canvas.getContext('2d');
    this.top = 0;  // pixels that are scrolled away
    this.selected = -1;
    canvas.addEventListener('pointerleave', () => { tip.hidden = true; });
    new ResizeObserver(() => this.resize()).observe(canvas.parentElement);
  }

  resize() {
    const {clientWidth, clientHeight} = this.canvas.parentElement;
    const scale = devicePixelRatio || 1;
    this.width = clientWidth;
    this.height = clientHeight;
    this.canvas.width = Math.round(clientWidth * scale);
    this.canvas.height = Math.round(clientHeight * scale);
    this.context.setTransform(scale, 0, 0, scale, 0, 0);
    this.top = Math.max(Math.min(this.top, this.contentHeight - this.height), 0);
    this.paint();
  }

  x(time) { return (time - this.view.from) * this.width / (this.view.to - this.view.from); }
  moment(x) { return this.view.from + x * (this.view.to - this.view.from) / this.width; }

  /** Begins a picture. */
  clear(colour) {
    const {context} = this;
    context.fillStyle = colour;
    context.fillRect(0, 0, this.width, this.height);
    context.font = FONT;
    context.textBaseline = 'middle';
  }

  /** Draws before the next picture. */
  draw() {
    if (this.isAwaited) return;
    this.isAwaited = true;
    requestAnimationFrame(() => {
      this.isAwaited = false;
      this.paint();
    });
  }

  scroll(pixels) {
    const most = Math.max(this.contentHeight - this.height, 0);
    this.top = Math.min(Math.max(this.top + pixels, 0), most);
    this.draw();
  }

  /** Shows a text beside the pointer. */
  showTip(text, x, y) {
    const {tip} = this;
    tip.hidden = false;
    tip.textContent = text;
    tip.style.left = `${Math.min(x + 12, Math.max(this.width - tip.offsetWidth - 4, 0))}px`;
    tip.style.top = `${y + 16 + tip.offsetHeight > this.height ? y - tip.offsetHeight - 6 : y + 16}px`;
  }
}
