// What a test can read of a picture of pieces: which are there, how, and in which colours.

import { colourOf } from "./layers.js";

export function tell(root, scene, frame) {
  const pieces = new Map(), bars = frame.bars ?? [], tints = frame.tints ?? {};
  const note = (letter, how) =>
    pieces.set(letter, `${letter}:${how}:${(tints[letter] ?? colourOf(scene, letter, how))[0]}`);
  for (const [text, , fill] of bars) pieces.set(text, `${text}:fraction:${fill}`);
  frame.cells.forEach((text, i) => frame.how[i] && frame.how[i] !== "fraction" && note(text, frame.how[i]));
  for (const letter of frame.beside ?? []) note(letter, "solution"); // out of the box
  root.dataset.pieces = [...pieces.values()].join(",");
  const shares = Object.values(frame.shares ?? {}).flat();
  root.dataset.fractions = [...new Set(shares.map(([text]) => text))].join(",");
  const fills = bars.map(([text, , fill, ink]) => [text, [fill, ink]]);
  root.palette = { ...scene.colours, ...Object.fromEntries(fills), ...tints };
  for (const copy of Object.keys(tints)) delete root.palette[copy.replace(/\d+$/, "")];
}
