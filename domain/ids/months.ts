import { encodeId, ID_RANDOM_BYTES, type IdPrefix } from './ids.ts'

/** A month of UTC. */
export interface Month {
  /** `2026_11`. */
  readonly name: string
  readonly firstMs: number
  /** The first millisecond of the next one. */
  readonly endMs: number
}

/** The month `after` months after the one of a time. */
export function monthOf(atMs: number, after = 0): Month {
  const at = new Date(atMs)
  const start = (months: number): Date => new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + months))
  const [first, end] = [start(after), start(after + 1)]
  return {
    name: first.toISOString().slice(0, 7).replace('-', '_'),
    firstMs: first.getTime(),
    endMs: end.getTime(),
  }
}

/** The first id of a time: ids sort by it. */
export const firstIdAt = (prefix: IdPrefix, atMs: number): string =>
  encodeId(prefix, atMs, new Uint8Array(ID_RANDOM_BYTES))
