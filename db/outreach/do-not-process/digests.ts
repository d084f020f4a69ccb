import { hash } from 'node:crypto'

/** Half of a SHA-256: of a million entries and a billion look-ups, none is mistaken for another. */
export const DIGEST_BYTES = 16
/** Blocks of a part: the first twelve bits of a digest. A full list has some 250 digests for each number. */
const BLOCKS = 4_096

/** The digest of a text in its normal form. */
export const digestOf = (value: string): Buffer => hash('sha256', value, 'buffer').subarray(0, DIGEST_BYTES)

/** Digests of one part as they are stored. */
export interface DigestBlocks {
  readonly numbers: readonly number[]
  readonly digests: readonly Buffer[]
  readonly entries: number
}

/** The number of the block that a digest is in; `at`: its place among several. */
export const blockOf = (digests: Buffer, at = 0): number => digests.readUInt16BE(at * DIGEST_BYTES) >> 4

/** Collects the digests of one part: sixteen bytes for each entry, however many there are. */
export class DigestCollector {
  #digests = Buffer.alloc(DIGEST_BYTES * 1_024)
  #count = 0

  add(digest: Uint8Array): void {
    const at = this.#count * DIGEST_BYTES
    if (at === this.#digests.length) {
      const larger = Buffer.alloc(this.#digests.length * 2)
      this.#digests.copy(larger)
      this.#digests = larger
    }
    this.#digests.set(digest, at)
    this.#count += 1
  }

  get count(): number {
    return this.#count
  }

  /** The blocks in the order of their numbers, each digest once. It pauses between them. */
  *blocks(): Generator<void, DigestBlocks> {
    const { places, ends } = this.#byNumber()
    yield
    const numbers: number[] = []
    const digests: Buffer[] = []
    let entries = 0
    for (let number = 0; number < BLOCKS; number += 1) {
      const block = this.#distinct(places.subarray(ends[number - 1] ?? 0, ends[number]))
      yield
      if (block.length === 0) continue
      numbers.push(number)
      digests.push(Buffer.concat(block))
      entries += block.length
    }
    return { numbers, digests, entries }
  }

  /** The places of the digests in the order of their numbers, and where those of each number end. */
  #byNumber(): { readonly places: Uint32Array; readonly ends: Uint32Array } {
    const ends = new Uint32Array(BLOCKS)
    for (let at = 0; at < this.#count; at += 1) {
      const number = blockOf(this.#digests, at)
      ends[number] = (ends[number] ?? 0) + 1
    }
    for (let number = 1; number < BLOCKS; number += 1) ends[number] = (ends[number] ?? 0) + (ends[number - 1] ?? 0)
    const next = ends.slice()
    const places = new Uint32Array(this.#count)
    for (let at = this.#count - 1; at >= 0; at -= 1) {
      const number = blockOf(this.#digests, at)
      const place = (next[number] ?? 0) - 1
      next[number] = place
      places[place] = at
    }
    return { places, ends }
  }

  #distinct(places: Uint32Array): Buffer[] {
    const all = Array.from(places, (place) => this.#digests.subarray(place * DIGEST_BYTES, (place + 1) * DIGEST_BYTES))
    return all.toSorted((a, b) => a.compare(b)).filter((one, at, sorted) => sorted[at - 1]?.equals(one) !== true)
  }
}
