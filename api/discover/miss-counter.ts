import { createHmac } from 'node:crypto'
import { countableWords } from '../../domain/discover/missed-words.ts'
import type { MissesOfWord } from '../../db/catalog/discover/misses.ts'

/** How often misses are written: one statement for all of them. */
const WRITE_EVERY_MS = 5_000
/** What is held and written at once; what is missed beyond it meanwhile is not counted by words. */
const WORDS_PENDING_MAX = 1_000
/** One caller may add this many words a day: enough for an agent at work, too few for a flood to fill the day. */
const WORDS_OF_CALLER_MAX = 100
/** More callers miss in no day; a flood from more addresses is not counted by words. */
const CALLERS_MAX = 10_000

export interface MissCounter {
  /** A query found nothing. `caller`: its client address, of which nothing is stored but one bit. */
  count(query: string, caller: string): void
  /** Writes the pending misses. */
  stop(): Promise<void>
}

export interface MissCounterParts {
  readonly key: Buffer
  readonly write: (day: string, missed: readonly MissesOfWord[]) => Promise<void>
  readonly now: () => number
  readonly onLost: (error: unknown) => void
}

/** Counts misses in batches: no request waits for a write, and none causes one. */
export function createMissCounter({ key, write, now, onLost }: MissCounterParts): MissCounter {
  const digestOf = (text: string): Buffer => createHmac('sha256', key).update(text).digest()
  let day = dayOf(now())
  let pending = new Map<string, MissesOfWord>()
  let wordsOf = new Map<string, number>()

  function add(word: string, caller: string): void {
    const held = pending.get(word)
    if (held === undefined && pending.size >= WORDS_PENDING_MAX) return
    const digest = held?.digest ?? digestOf(word).subarray(0, DIGEST_BYTES)
    const bit = 1n << BigInt((digestOf(`${word} ${caller}`)[0] ?? 0) % BITS)
    const { misses = 0, callers = 0n } = held ?? {}
    pending.set(word, { digest, word, misses: misses + 1, callers: callers | bit })
  }

  async function writePending(): Promise<void> {
    const [missed, missedOn] = [[...pending.values()], day]
    pending = new Map()
    if (dayOf(now()) !== day) [day, wordsOf] = [dayOf(now()), new Map()]
    if (missed.length > 0) await write(missedOn, missed).catch(onLost)
  }

  /** Writes follow one another, and the last one is awaited. */
  let writing = Promise.resolve()
  const writeNext = (): Promise<void> => (writing = writing.then(writePending))
  const timer = setInterval(() => void writeNext(), WRITE_EVERY_MS)
  timer.unref()
  return {
    count(query, caller) {
      const used = wordsOf.get(caller)
      if (used === undefined && wordsOf.size >= CALLERS_MAX) return
      const words = countableWords(query).slice(0, WORDS_OF_CALLER_MAX - (used ?? 0))
      if (words.length === 0) return
      wordsOf.set(caller, (used ?? 0) + words.length)
      for (const word of words) add(word, caller)
    },
    async stop() {
      clearInterval(timer)
      await writeNext()
    },
  }
}

const DIGEST_BYTES = 16
/** Of the column `callers`. */
const BITS = 64

const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10)
