/** A source of numbers that gives the same numbers for the same labels, on every machine and after every restart. */
export interface Draw {
  /** From 0 up to, not including, 1. */
  unit: () => number
  /** A whole number, both ends included. */
  int(from: number, to: number): number
  chance(probability: number): boolean
  pick<T>(from: readonly [T, ...T[]]): T
  digits(count: number): string
}

/** FNV-1a over the labels: turns "seed, platform, order" into the 32 bits a draw starts from. */
function seedOf(labels: readonly (string | number)[]): number {
  let hash = 0x811c9dc5
  for (const letter of labels.join('\u0000')) {
    hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193)
  }
  return hash >>> 0
}

/**
 * A draw that depends on its labels alone. Nothing is drawn from one long stream, so what happens to one order
 * does not depend on how many others came before it.
 */
export function drawFor(...labels: readonly (string | number)[]): Draw {
  let state = seedOf(labels)
  // mulberry32
  const unit = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const int = (from: number, to: number) => from + Math.floor(unit() * (to - from + 1))
  return {
    unit,
    int,
    chance: (probability) => unit() < probability,
    pick: (from) => from[int(0, from.length - 1)] ?? from[0],
    digits: (count) => Array.from({ length: count }, () => int(0, 9)).join(''),
  }
}
