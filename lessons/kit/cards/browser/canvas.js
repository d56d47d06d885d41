// A canvas, as sharp as the screen; square, unless its height is given.
import { nextPaint, onChange, onEnd, onTheme } from "./dom.js";

/** Give a canvas the dots that so many pixels of the page have on this screen. */
export function sharpen(canvas, wide, high = wide) {
  const [width, height] = [wide, high].map((side) => Math.round(side * devicePixelRatio));
  if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height });
}

/** Make a canvas as wide and high as so many pixels of the page. */
export function sized(canvas, wide, high = wide) {
  sharpen(canvas, wide, high);
  Object.assign(canvas.style, { width: `${wide}px`, height: `${high}px` });
  return canvas;
}

/** What paints on it, in pixels of the page. */
export function penOf(canvas) {
  const pen = canvas.getContext("2d");
  pen.setTransform(devicePixelRatio, 0, 0, devicePixelRatio, 0, 0);
  return pen;
}

/** Have a picture painted anew, later, whenever its size, the contrast or the theme changes. */
export function keepPainted(picture, signal) {
  const later = () => picture.later(), size = new ResizeObserver(later);
  size.observe(picture.el);
  onEnd(signal, () => { size.disconnect(); cancelAnimationFrame(picture.frame); });
  onChange(picture.model, signal, "change:contrast", later);
  onTheme(signal, () => nextPaint().then(later)); // JupyterLab hides the page for a moment
}
