// Shared by the tests of the scripts: seeded chance, and what an older Node lacks.

/** Numbers from 0 to below 1, the same for the same seed (mulberry32). */
export function chance(seed) {
  let state = seed;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
  const below = (n) => Math.floor(next() * n);
  const between = (low, high) => low + below(high - low + 1);
  const pick = (list) => list[below(list.length)];
  return { next, below, between, pick, real: (low, high) => low + next() * (high - low) };
}

/** Call `act` with a seeded chance so many times; a failure names its seed. */
export function often(times, act) {
  for (let seed = 1; seed <= times; seed++) {
    try {
      act(chance(seed));
    } catch (error) {
      error.message = `seed ${seed}: ${error.message}`;
      throw error;
    }
  }
}

/** Are two numbers, or lists of numbers, the same but for rounding? */
export const near = (a, b, by = 1e-9) => (Array.isArray(a)
  ? a.length === b.length && a.every((v, k) => near(v, b[k], by)) : Math.abs(a - b) <= by);

/** Numbers as a message brings them: bytes. */
export const view = (list, Kind = Uint8Array) => new DataView(Kind.from(list).buffer);

export const range = (n) => [...Array(n).keys()];

// Node 20 has no Map.groupBy yet
Map.groupBy ??= (all, keyOf) => {
  const groups = new Map();
  all.forEach((one, k) => {
    const key = keyOf(one, k);
    groups.set(key, [...groups.get(key) ?? [], one]);
  });
  return groups;
};
