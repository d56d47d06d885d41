"""Facts that tests read of a picture of pieces: which are there, how, and in which colours. The script hears
of each frame that a stage draws, and writes it into attributes of the stage."""

PIECES_SEEN = r"""
document.addEventListener("eo-frame", ({ target: root, detail: { scene, frame } }) => {
  const pieces = new Map(), bars = frame.bars ?? [], tints = frame.tints ?? {}, colours = scene.colours ?? {};
  const colourOf = (letter) => colours[scene.labels?.[letter] ?? letter] ?? colours[letter]
    ?? (letter.length > 1 ? colourOf(letter[0]) : [null]); // a copy has a number
  const note = (letter, how) =>
    pieces.set(letter, `${letter}:${how}:${(tints[letter] ?? colourOf(letter))[0]}`);
  for (const [text, , fill] of bars) pieces.set(text, `${text}:fraction:${fill}`);
  frame.cells.forEach((text, i) => frame.how[i] && frame.how[i] !== "fraction" && note(text, frame.how[i]));
  for (const letter of frame.beside ?? []) note(letter, "solution"); // out of the box
  root.dataset.pieces = [...pieces.values()].join(",");
  const shares = Object.values(frame.shares ?? {}).flat();
  root.dataset.fractions = [...new Set(shares.map(([text]) => text))].join(",");
  const fills = bars.map(([text, , fill, ink]) => [text, [fill, ink]]);
  root.palette = { ...colours, ...Object.fromEntries(fills), ...tints };
  for (const copy of Object.keys(tints)) delete root.palette[copy.replace(/\d+$/, "")];
});
"""
