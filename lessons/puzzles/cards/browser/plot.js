// plotly's 3D beyond what plotly itself offers: its scene made light, seen anew without drawing everything
// again, photographed, and taken away.

import { AXES } from "./logic/framing.js";

export const CONFIG = { displayModeBar: false, scrollZoom: false, doubleClick: false, showTips: false,
  plotGlPixelRatio: Math.max(1, devicePixelRatio) };

export const sceneOf = (plot) => plot?._fullLayout?.scene?._scene;

// the eye is 2.5 units from the middle, and the largest zoom brings things 15 units behind it
const DEEP = 24;

/** plotly's 3D is made for hovering; a stage only shows. Five habits of it cost most of a step, or spoil the
 * picture, where there is no graphics card. */
export function lighten(glplot) {
  // It draws everything a second time and reads it back, to know what is under the mouse.
  const { add, redraw, gl } = glplot;
  glplot.add = (object) => add(Object.assign(object, { pickSlots: 0 }));
  for (const object of [...glplot.objects]) {
    glplot.remove(object);
    glplot.add(object);
  }
  // It draws at once at every change, and at every paint as well, which is enough.
  glplot.redrawNow = redraw;
  glplot.redraw = () => glplot.objects.forEach((object) => (object.dirty = true));
  // It asks the graphics process whether a buffer is still there, and waits for all drawing to end.
  gl.isBuffer = (buffer) => Boolean(buffer);
  // Pieces that are moved apart must not vanish outside the axes.
  glplot.clipToBounds = false;
  // Its view is 1000 units deep: where a depth has 16 bits, surfaces would be torn along their edge.
  glplot.zFar = DEEP;
}

/** Call `act` whenever the scene is drawn; plotly does so when the camera has moved. */
export function onDrawn(glplot, act) {
  const { onrender } = glplot;
  glplot.onrender = () => {
    onrender?.();
    act();
  };
}

export function viewAs(scene, layout) {
  const full = scene.fullSceneLayout, { aspectratio } = layout;
  AXES.forEach((axis, i) => {
    const [min, max] = layout[axis].range.map((v) => v * scene.dataScale[i]);
    scene.glplot.setBounds(i, { min, max });
  });
  scene.setViewport({ ...full, camera: { ...full.camera, ...layout.camera }, aspectratio });
}

/** A picture of the scene. In a hidden tab plotly has shrunk its canvas to nothing: it gets its size back
 * first. */
export function photograph(scene, hidden) {
  const { glplot, fullLayout } = scene;
  glplot.autoResize = false;
  if (hidden) {
    glplot.canvas.width = Math.ceil(fullLayout.width * glplot.pixelRatio);
    glplot.canvas.height = Math.ceil(fullLayout.height * glplot.pixelRatio);
  }
  glplot.redraw = glplot.redrawNow;
  return scene.toImage("png");
}

export function takeAway(Plotly, plot) {
  const gl = sceneOf(plot)?.glplot?.gl;
  Plotly.purge(plot);
  gl?.getExtension("WEBGL_lose_context")?.loseContext();
  plot.remove();
}
