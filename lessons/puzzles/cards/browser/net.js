// The net of a polyhedron, with dots and pegs, as a drawing and as a list; without WebGL, the picture.

import { label, make } from "../../../kit/cards/browser/dom.js";
import { faceWords, pegWords } from "./logic/net_words.js";
import { middleOf, pointList, shrunk } from "./logic/triangles.js";
import { BESIDE } from "./logic/vectors.js";

const EDGE = 100; // length of an edge in the drawing
const ROOM = 28; // round it, for the pegs
const PEG = 20; // radius

export function netView(still, now) {
  const [width, height] = still.size.map((length) => Math.round(EDGE * length + 2 * ROOM));
  const drawing = make("svg", { viewBox: `0 0 ${width} ${height}`, role: "img",
    "aria-label": "The net, seen from outside", style: `max-width:${1.6 * width}px` },
    ...still.faces.map((face, i) => netFace(still, face, now.dots[i], i === now.face)),
    ...still.vertices.flatMap((vertex, i) =>
      vertex.places.map((place) => netPeg(still, vertex.name, place, now.pegs[i], i === now.vertex))));
  const list = (title, items) =>
    make("div", make("b", title), make("ul", ...items.map((text) => make("li", text))));
  return make("div.eo-net", drawing,
    make("div.eo-lists",
      list("Faces", still.faces.map((face, i) => faceWords(face, now.dots[i]))),
      list("Vertices", still.vertices.map((vertex, i) => pegWords(vertex.name, now.pegs[i])))));
}

const onNet = ([x, y]) => [ROOM + EDGE * x, ROOM + EDGE * y];

function netFace(still, face, dots, looked) {
  const points = face.points.map(onNet), middle = middleOf(points);
  const inside = (share) => pointList(shrunk(points, share));
  const marks = dots ? dots.flatMap((number, corner) =>
    cornerDots(still.shown[number], number, face.dots[corner].map(onNet))) : [];
  return make("g",
    make("polygon", { points: inside(0.97), fill: dots ? still.tile : still.empty, class: "eo-face" }),
    ...(looked ? [make("polygon", { points: inside(0.88), class: "eo-looked" }),
      make("polygon", { points: inside(0.79), class: "eo-inner" })] : []),
    label(...middle, face.name, { class: "eo-name" }), ...marks);
}

/** `shown`: which places of a corner so many dots take; without any, a numeral stands. */
function cornerDots(shown, number, places) {
  if (shown) return shown.map((k) =>
    make("circle", { cx: places[k][0], cy: places[k][1], r: 4.6, class: "eo-dot" }));
  return [label(...places[0], String(number), { class: "eo-numeral" })];
}

function netPeg(still, name, place, [wanted, found, look], looked) {
  const [fill, ink] = still.looks[look];
  const shape = (size, attributes) => (look === "wrong" ? make("polygon", { ...attributes,
    points: pointList(BESIDE.map((way) => way.map((v) => 1.3 * size * v))) })
    : make("circle", { ...attributes, r: size }));
  const said = `${found}/${wanted}`;
  return make("g", { transform: `translate(${onNet(place)})` },
    ...(looked ? [shape(PEG + 6, { class: "eo-collar" })] : []),
    shape(PEG, { fill, class: "eo-peg" }),
    label(0, -7, name, { fill: ink, class: "eo-letter" }),
    label(0, 7, said, { fill: ink, class: "eo-sum",
      style: `font-size:${Math.min(13, 52 / said.length)}px` }));
}

export const NET_KEY = "at a vertex: its letter, the dots there / its number · round and blue: met · "
  + "square: cannot be met any more · yellow: what the search looks at";
