import { setTimeout as sleep } from 'node:timers/promises'
import type { UnitVector } from '../../../domain/discover/embedding-answer.ts'
import type { Database } from '../../../db/database.ts'
import {
  claimVectors,
  giveBackVectors,
  keepUsedVectors,
  readVectors,
  type StoredVector,
  storeVectors,
} from '../../../db/discover/vectors.ts'
import { errorType } from '../../errors/logged-error.ts'
import type { Embedded, Embedder } from './client.ts'

export interface FillParts {
  readonly db: Database
  readonly embedder: Embedder
  /** The texts by their digests. */
  readonly texts: ReadonlyMap<string, string>
  /** Whether the vectors themselves are needed, or only which there are. */
  readonly withVectors: boolean
  /** Receives each stored vector once, those of other processes too. */
  readonly onStored: (vectors: readonly StoredVector[]) => void
  /** A request or the database failed; the next try follows by itself. */
  readonly onFailed: (reason: string) => void
  readonly signal: AbortSignal
}

/** Most services take this many texts. After a batch that is refused or late, batches are half as large. */
const BATCH_TEXTS_MAX = 64
/** How a service may answer a batch that is too large for it. */
const TOO_LARGE: ReadonlySet<string> = new Set(['refused', 'malformed', 'timeout'])
/** Below the time for which a claim holds. */
const BATCH_MS_MAX = 30_000
/** Vectors of 1,536 numbers are 3 MB then. */
const READ_AT_ONCE_MAX = 256
/** Another process works on what is missing. */
const OTHERS_MS = 1_000
const RETRY_MS = 500
/** A service that is away for long, or refuses the key, is called no more often than this. */
const RETRY_MS_MAX = 300_000

/**
 * Has the vectors made that no process has had made yet, and reports all of them. A text is claimed first, so replicas
 * that start together share the work. It tries until it is done or stopped; returns how many it has had made.
 */
export async function fill(parts: FillParts): Promise<number> {
  const { signal, texts } = parts
  let made = 0
  let failures = 0
  let missing = [...texts.keys()]
  let batch = BATCH_TEXTS_MAX
  while (missing.length > 0) {
    let pauseMs = OTHERS_MS
    try {
      missing = await takeStored(parts, missing)
      const round = await makeMissing(parts, missing, batch)
      made += round.made
      missing = missing.filter((digest) => !round.stored.has(digest))
      if (round.made > 0) failures = 0
      if (round.failure === null) {
        if (round.made > 0) continue
      } else {
        parts.onFailed(`${round.failure.kind} ${round.failure.detail}`)
        if (TOO_LARGE.has(round.failure.kind)) batch = Math.ceil(batch / 2)
        pauseMs = pauseAfter((failures += 1), round.failure.retryAfterMs)
      }
    } catch (error) {
      signal.throwIfAborted()
      parts.onFailed(reasonOf(error))
      pauseMs = pauseAfter((failures += 1), null)
    }
    if (missing.length > 0) await sleep(pauseMs, undefined, { signal, ref: false })
  }
  await keepUsedVectors(parts.db, [...texts.keys()])
  return made
}

/** The database's code, or the kind of error; never a message, which may quote data. */
export const reasonOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : errorType(error)

/** Doubles with each failure in a row. */
export const pauseAfter = (failures: number, retryAfterMs: number | null): number =>
  Math.min(RETRY_MS_MAX, Math.max(RETRY_MS * 2 ** Math.min(failures - 1, 20), retryAfterMs ?? 0))

/** Reports those that are stored, and returns the others. */
async function takeStored({ db, withVectors, onStored }: FillParts, digests: readonly string[]): Promise<string[]> {
  const missing = new Set(digests)
  for (const some of chunksOf(digests, READ_AT_ONCE_MAX)) {
    const stored = await readVectors(db, some, { withVectors })
    onStored(stored)
    for (const { digest } of stored) missing.delete(digest)
  }
  return [...missing]
}

interface Round {
  made: number
  readonly stored: Set<string>
  failure: Exclude<Embedded, { readonly kind: 'vectors' }> | null
}

/** One request after the other, until one fails: the service's capacity is for queries first. */
async function makeMissing(parts: FillParts, missing: readonly string[], batch: number): Promise<Round> {
  const round: Round = { made: 0, stored: new Set(), failure: null }
  for (const some of chunksOf(missing, batch)) {
    parts.signal.throwIfAborted()
    const claimed = await claimVectors(parts.db, some)
    if (claimed.size === 0) continue
    const digests = [...claimed]
    const embedded = await embedClaimed(parts, digests)
    if (embedded.kind !== 'vectors') return { ...round, failure: embedded }
    const vectors = new Map(digests.map((digest, index) => [digest, vectorAt(embedded.vectors, index)]))
    const stored = await storeVectors(parts.db, vectors)
    parts.onStored(stored.map((one) => ({ ...one, vector: vectors.get(one.digest) ?? null })))
    for (const { digest } of stored) round.stored.add(digest)
    round.made += stored.length
  }
  return round
}

/** What was not made is given back, so that any process may try it next. */
async function embedClaimed({ db, embedder, texts }: FillParts, digests: readonly string[]): Promise<Embedded> {
  const outcome = await embedder.embed(
    digests.map((digest) => texts.get(digest) ?? ''),
    { purpose: 'index', msMax: BATCH_MS_MAX },
  )
  if (outcome.kind !== 'vectors') await giveBackVectors(db, digests)
  return outcome
}

function vectorAt(vectors: readonly UnitVector[], index: number): UnitVector {
  const vector = vectors[index]
  if (vector === undefined) throw new RangeError('fewer vectors than texts')
  return vector
}

function* chunksOf<Item>(items: readonly Item[], size: number): Generator<readonly Item[]> {
  for (let at = 0; at < items.length; at += size) yield items.slice(at, at + size)
}
