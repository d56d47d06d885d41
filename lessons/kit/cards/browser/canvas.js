// A square canvas, as sharp as the screen.

/** Give a canvas the dots that so many pixels of the page have on this screen. */
export function sharpen(canvas, size) {
  const dots = Math.round(size * devicePixelRatio);
  if (canvas.width !== dots) Object.assign(canvas, { width: dots, height: dots });
}

/** Make a canvas as wide and high as so many pixels of the page. */
export function sized(canvas, size) {
  sharpen(canvas, size);
  canvas.style.width = canvas.style.height = `${size}px`;
  return canvas;
}

/** What paints on it, in pixels of the page. */
export function penOf(canvas) {
  const pen = canvas.getContext("2d");
  pen.setTransform(devicePixelRatio, 0, 0, devicePixelRatio, 0, 0);
  return pen;
}
