// A packing on a canvas, without WebGL: cubes from the farthest to the nearest, their seams left out.

export const LOOK = { yaw: 0.62, height: 0.52 }; // from where a packing is seen
const SIDES = [[1, 0, 0], [-1, 0, 0], [0, 1, 0], [0, -1, 0], [0, 0, 1], [0, 0, -1]];
const SQUARE = [[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]];
const BESIDE = [[0, -1], [1, 0], [0, 1], [-1, 0]]; // of a square, the neighbour behind each edge
const SHADE = [0.72, 0.72, 0.86, 0.86, 1, 0.5]; // of each side

/** A solid in the middle of a box: `owners` has the piece of each of its cells. */
export function solidOf(cells, owners, box = cells) {
  const middle = [0, 1, 2].map((axis) => {
    const values = box.map((cell) => cell[axis]);
    return (Math.min(...values) + Math.max(...values)) / 2;
  });
  const owner = new Map(cells.map((cell, k) => [String(cell), owners[k]]));
  const found = { middle, cells: [], ways: new Map() };
  for (const [piece, own] of Map.groupBy(cells, (_, k) => owners[k])) {
    const mean = [0, 1, 2].map((axis) => own.reduce((sum, cell) => sum + cell[axis], 0) / own.length);
    found.ways.set(piece, mean.map((x, axis) => x - middle[axis]));
    for (const cell of own) found.cells.push({ cell, piece, sides: sidesOf(cell, piece, owner) });
  }
  return found;
}

/** Pieces in a box, each as [piece, the numbers of its cells]. */
export function packed(lying, box) {
  const own = lying.flatMap(([piece, cells]) => cells.map((cell) => [box[cell], piece]));
  return solidOf(own.map(([cell]) => cell), own.map(([, piece]) => piece), box);
}

/** The outer sides of a cell, each with those of its edges where the piece ends. */
function sidesOf(cell, piece, owner) {
  const same = (step) => owner.get(String(cell.map((x, axis) => x + step[axis]))) === piece;
  return SIDES.map((side, k) => ({ side, k })).filter(({ side }) => !same(side)).map(({ side, k }) => {
    const axis = side.findIndex(Boolean), [first, second] = [0, 1, 2].filter((one) => one !== axis);
    const spread = ([a, b]) => { const at = [0, 0, 0]; at[first] = a; at[second] = b; return at; };
    const corners = SQUARE.map((at) => spread(at).map((x, one) => x + side[one] / 2));
    const edges = BESIDE.map((step) => {
      const beside = spread(step);
      return !same(beside) || same(beside.map((x, one) => x + side[one]));
    });
    return { k, side, corners, edges };
  });
}

/** Where a point is seen from a height (an angle, as yaw): x to the right, y down, and how near it is. */
export function viewer(yaw, height) {
  const [c, s, level, above] = [Math.cos(yaw), Math.sin(yaw), Math.cos(height), Math.sin(height)];
  return ([x, y, z]) => {
    const across = c * x - s * y, away = s * x + c * y;
    return [across, -level * z - above * away, above * z - level * away];
  };
}

/** Paint the floor and the two back walls of a box about (x, y), with a line between any two cells. */
export function paintRoom(pen, cells, { x, y, scale, yaw, height, line }) {
  const seen = viewer(yaw, height);
  const ends = [0, 1, 2].map((axis) => cells.map((cell) => cell[axis]))
    .map((values) => [Math.min(...values) - 0.5, Math.max(...values) + 0.5]);
  const draw = (from, to) => [from, to].forEach((at, n) => {
    const [across, down] = seen(at.map((value, axis) => value - (ends[axis][0] + ends[axis][1]) / 2));
    pen[n ? "lineTo" : "moveTo"](x + scale * across, y + scale * down);
  });
  pen.strokeStyle = line;
  pen.lineWidth = 1;
  pen.beginPath();
  [ends[0][1], ends[1][1], ends[2][0]].forEach((away, side) => {
    for (const axis of [0, 1, 2].filter((one) => one !== side)) {
      const other = 3 - side - axis, [low, high] = ends[other];
      for (let at = low; at <= high; at++) {
        const end = (k) => { const point = [away, away, away]; point[axis] = ends[axis][k]; point[other] = at;
          return point; };
        draw(end(0), end(1));
      }
    }
  });
  pen.stroke();
}

const STILL = () => 0, NONE = () => false;

/** Paint a solid about (x, y). `apart(piece)` gives how far a piece is from its place, 0 to 1 and more, and
 * `spin(piece)` how far it is turned about its own middle; of one for which `pale(piece)` is true there are
 * only outlines. */
export function paintSolid(pen, solid, how) {
  const { x, y, scale, yaw, height, fills, apart = STILL, spin = STILL, pale = NONE } = how;
  const seen = viewer(yaw, height), shown = [];
  for (const one of solid.cells) {
    const far = apart(one.piece), way = solid.ways.get(one.piece), turn = turner(spin(one.piece));
    const own = turn(one.cell.map((value, axis) => value - solid.middle[axis] - way[axis]));
    const at = own.map((value, axis) => value + (1 + far) * way[axis]);
    shown.push({ ...one, at, turn, near: seen(at)[2] });
  }
  shown.sort((a, b) => a.near - b.near);
  pen.lineJoin = pen.lineCap = "round";
  for (const { at, turn, piece, sides } of shown) {
    const look = { x, y, scale, fill: fills[piece], filled: !pale(piece) };
    for (const one of sides) paintSide(pen, one, { at, turn, seen }, look);
  }
}

function turner(angle) {
  if (!angle) return (point) => point;
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  return ([x, y, z]) => [c * x - s * y, s * x + c * y, z];
}

function paintSide(pen, { k, side, corners, edges }, { at, turn, seen }, { x, y, scale, fill, filled }) {
  if (seen(turn(side))[2] <= 0.001) return;
  const points = corners.map((corner) => {
    const [across, down] = seen(turn(corner).map((value, axis) => value + at[axis]));
    return [x + scale * across, y + scale * down];
  });
  if (filled) {
    pen.fillStyle = pen.strokeStyle = shaded(fill, SHADE[k]);
    pen.lineWidth = 0.8; // over the seam to the next square
    pen.beginPath();
    points.forEach((point) => pen.lineTo(...point));
    pen.closePath();
    pen.fill();
    pen.stroke();
  }
  pen.strokeStyle = shaded(fill, SHADE[k] * 0.55);
  pen.lineWidth = Math.max(1, scale / 28);
  pen.beginPath();
  edges.forEach((ends, n) => {
    if (!ends) return;
    pen.moveTo(...points[n]);
    pen.lineTo(...points[(n + 1) % 4]);
  });
  pen.stroke();
}

const shades = new Map();

function shaded(fill, share) {
  const key = `${fill} ${share}`;
  if (!shades.has(key)) {
    const parts = [1, 3, 5].map((k) => Math.round(parseInt(fill.slice(k, k + 2), 16) * share));
    shades.set(key, `rgb(${parts})`);
  }
  return shades.get(key);
}
