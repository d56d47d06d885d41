// A canvas, as sharp as the screen; square, unless its height is given.

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

export function penOf(canvas) {
  const pen = canvas.getContext("2d");
  pen.setTransform(devicePixelRatio, 0, 0, devicePixelRatio, 0, 0);
  return pen;
}
