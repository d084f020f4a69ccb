import { setTimeout as sleep } from 'node:timers/promises'
import type { UnitVector } from '../../../domain/discover/embedding-answer.ts'
import { embeddedQuery, PROBES } from '../../../domain/discover/meaning.ts'
import type { Database } from '../../../db/database.ts'
import {
  claimVectors,
  giveBackVectors,
  keepUsedVectors,
  readVectors,
  type StoredVector,
  storeVectors,
} from '../../../db/catalog/discover/vectors.ts'
import { errorType } from '../../errors/logged-error.ts'
import type { Embedded, Embedder } from './client.ts'

export interface FillParts {
  readonly db: Database
  readonly embedder: Embedder
  /** The length of the service's vectors. */
  readonly dimensions: number
  /** The texts by their digests. */
  readonly texts: ReadonlyMap<string, string>
  /** Whether the vectors themselves are needed, or only which there are. */
  readonly withVectors: boolean
  /** Receives each stored vector once, those of other processes too. */
  readonly onStored: (vectors: readonly StoredVector[]) => void
  /** A request or the database failed; the next try follows by itself. */
  readonly onFailed: (reason: string) => void
  /** The service refuses this text, and answers others: it is left out until the next start. */
  readonly onRefused: (digest: string, reason: string) => void
  readonly signal: AbortSignal
}

/** Most services take this many texts. After a batch that is refused or late, batches are half as large. */
const BATCH_TEXTS_MAX = 64
/** How a service may answer a batch that is too large for it, or one with a text that it does not take. */
const TOO_MUCH: ReadonlySet<string> = new Set(['refused', 'malformed', 'timeout'])
/** Below the time for which a claim holds. */
const BATCH_MS_MAX = 30_000
/** Vectors of 1,536 numbers are 3 MB then. */
const READ_AT_ONCE_MAX = 256
/** Another process works on what is missing. */
const OTHERS_MS = 1_000
const RETRY_MS = 500
/** A service that is unavailable for long, or refuses the key, is called no more often than this. */
const RETRY_MS_MAX = 300_000

/** The service has another model behind the same name since this start. */
class OtherDimensionsError extends Error {
  override readonly name = 'OtherDimensionsError'
}

interface Progress {
  made: number
  missing: readonly string[]
  batch: number
  /** In a row. */
  failures: number
}

/**
 * Has the vectors made that no process has had made yet, and reports all of them. A text is claimed first, so replicas
 * that start together share the work. It tries until it is done or stopped; returns how many it has had made. It throws
 * where the service begins to answer with vectors of another length.
 */
export async function fill(parts: FillParts): Promise<number> {
  const { signal, texts } = parts
  const progress: Progress = { made: 0, missing: [...texts.keys()], batch: BATCH_TEXTS_MAX, failures: 0 }
  while (progress.missing.length > 0) {
    const pauseMs = await oneRound(parts, progress).catch((error: unknown) => {
      signal.throwIfAborted()
      if (error instanceof OtherDimensionsError) throw error
      parts.onFailed(reasonOf(error))
      return pauseAfter((progress.failures += 1), null)
    })
    if (pauseMs > 0 && progress.missing.length > 0) await sleep(pauseMs, undefined, { signal, ref: false })
  }
  await keepUsedVectors(parts.db, [...texts.keys()])
  return progress.made
}

/** Returns the pause before the next round. */
async function oneRound(parts: FillParts, progress: Progress): Promise<number> {
  progress.missing = await takeStored(parts, progress.missing)
  const round = await makeMissing(parts, progress.missing, progress.batch)
  progress.made += round.made
  progress.missing = progress.missing.filter((digest) => !round.stored.has(digest))
  if (round.made > 0) progress.failures = 0
  if (round.failure === null) return round.made > 0 ? 0 : OTHERS_MS
  return afterFailure(parts, progress, round.failure)
}

/** A batch that is too much is halved down to one text, which is left out if the service answers another one. */
async function afterFailure(
  parts: FillParts,
  progress: Progress,
  { kind, detail, retryAfterMs, tried }: RoundFailure,
): Promise<number> {
  const reason = `${kind} ${detail}`
  parts.onFailed(reason)
  if (TOO_MUCH.has(kind)) {
    const [first] = tried
    if (tried.length > 1) {
      progress.batch = Math.ceil(tried.length / 2)
      return Math.max(RETRY_MS, retryAfterMs ?? 0)
    }
    if (first !== undefined && (await embedProbe(parts.embedder)).kind === 'vectors') {
      parts.onRefused(first, reason)
      progress.missing = progress.missing.filter((digest) => digest !== first)
      progress.batch = BATCH_TEXTS_MAX
      return 0
    }
  }
  return pauseAfter((progress.failures += 1), retryAfterMs)
}

/** One text that every service takes: it shows whether the service answers, and how long its vectors are. */
const embedProbe = (embedder: Embedder): Promise<Embedded> =>
  embedder.embed(PROBES.slice(0, 1).map(embeddedQuery), { purpose: 'index', msMax: BATCH_MS_MAX })

/** The length of the service's vectors; it tries until the service answers or `signal` is aborted. */
export async function learnDimensions(
  embedder: Embedder,
  { onFailed, signal }: Pick<FillParts, 'onFailed' | 'signal'>,
): Promise<number> {
  for (let failures = 1; ; failures += 1) {
    const probe = await embedProbe(embedder)
    if (probe.kind === 'vectors') return vectorAt(probe.vectors, 0).length
    onFailed(`${probe.kind} ${probe.detail}`)
    await sleep(pauseAfter(failures, probe.retryAfterMs), undefined, { signal, ref: false })
  }
}

/** The database's code, or the kind of error; never a message, which may quote data. */
export const reasonOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : errorType(error)

/** Doubles with each failure in a row. */
export const pauseAfter = (failures: number, retryAfterMs: number | null): number =>
  Math.min(RETRY_MS_MAX, Math.max(RETRY_MS * 2 ** Math.min(failures - 1, 20), retryAfterMs ?? 0))

/** Reports those that are stored, and returns the others. */
async function takeStored(
  { db, dimensions, withVectors, onStored }: FillParts,
  digests: readonly string[],
): Promise<string[]> {
  const missing = new Set(digests)
  for (const some of chunksOf(digests, READ_AT_ONCE_MAX)) {
    const stored = await readVectors(db, some, { dimensions, withVectors })
    onStored(stored)
    for (const { digest } of stored) missing.delete(digest)
  }
  return [...missing]
}

type RoundFailure = Exclude<Embedded, { readonly kind: 'vectors' }> & { readonly tried: readonly string[] }

interface Round {
  made: number
  readonly stored: Set<string>
  readonly failure: RoundFailure | null
}

/** One request after the other, until one fails: the service's capacity is for queries first. */
async function makeMissing(parts: FillParts, missing: readonly string[], batch: number): Promise<Round> {
  const round: Round = { made: 0, stored: new Set(), failure: null }
  for (const some of chunksOf(missing, batch)) {
    parts.signal.throwIfAborted()
    const claimed = await claimVectors(parts.db, some, parts.dimensions)
    if (claimed.size === 0) continue
    const digests = [...claimed]
    const embedded = await embedClaimed(parts, digests)
    if (embedded.kind !== 'vectors') return { ...round, failure: { ...embedded, tried: digests } }
    const vectors = new Map(digests.map((digest, index) => [digest, vectorAt(embedded.vectors, index)]))
    const stored = await storeVectors(parts.db, vectors)
    parts.onStored(stored.map((one) => ({ ...one, vector: vectors.get(one.digest) ?? null })))
    for (const { digest } of stored) round.stored.add(digest)
    round.made += stored.length
  }
  return round
}

/** What was not made is released, so that any process may try it next. */
async function embedClaimed(
  { db, embedder, dimensions, texts }: FillParts,
  digests: readonly string[],
): Promise<Embedded> {
  const outcome = await embedder.embed(
    digests.map((digest) => texts.get(digest) ?? ''),
    { purpose: 'index', msMax: BATCH_MS_MAX },
  )
  const length = outcome.kind === 'vectors' ? outcome.vectors[0]?.length : undefined
  if (length !== dimensions) await giveBackVectors(db, digests)
  if (length !== undefined && length !== dimensions) throw new OtherDimensionsError()
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
