/** Numbers that follow from a seed: the same seed plans the same campaign. */
export interface Random {
  /** From 0 up to, and without, 1. */
  next(): number
  /** An integer; both ends are possible. */
  int(min: number, max: number): number
  chance(share: number): boolean
  pick<T>(items: readonly T[]): T
  shuffled<T>(items: readonly T[]): T[]
  /** Numbers of their own for one purpose: how many of them are drawn changes nothing elsewhere. */
  fork(purpose: string): Random
}

const UINT32 = 2 ** 32

export function randomOf(seed: number | string): Random {
  let state = hashOf(String(seed))
  // mulberry32: small, fast, and good enough to spread faults.
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / UINT32
  }
  const int = (min: number, max: number): number => min + Math.floor(next() * (max - min + 1))
  return {
    next,
    int,
    chance: (share) => next() < share,
    pick(items) {
      const picked = items[int(0, items.length - 1)]
      if (picked === undefined) throw new Error('there is nothing to pick from')
      return picked
    },
    shuffled(items) {
      const rest = [...items]
      return items.flatMap(() => rest.splice(int(0, rest.length - 1), 1))
    },
    fork: (purpose) => randomOf(`${seed}/${purpose}`),
  }
}

/** FNV-1a. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index += 1) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193) >>> 0
  return hash
}
