import type { UnitVector } from '../../../domain/discover/embedding-answer.ts'
import { embeddedQuery } from '../../../domain/discover/meaning.ts'
import type { Embedder } from './client.ts'

export interface QueryVectors {
  /**
   * The vector of a query. `busy`: too many requests are under way. `paused`: the service has failed or was slow too
   * often. `failed`: this request did.
   */
  of(query: string): Promise<UnitVector | 'busy' | 'paused' | 'failed'>
}

export interface QueryVectorParts {
  readonly embedder: Embedder
  /** An answer that takes longer is too late for its search. */
  readonly budgetMs: number
  /** The service fails or is slow, or answers again. */
  readonly onPaused: (reason: string) => void
  readonly onResumed: () => void
}

/** 6 MB of vectors with 1,536 numbers; agents repeat queries. */
const KEPT_MAX = 1_000
/** Of one process: queries have the service's capacity in front of the index, and leave some to other replicas. */
const AT_ONCE_MAX = 8
/** A late answer is kept for the next search with the query; one that takes longer than this is given up. */
const MS_MAX = 2_000
/** This many failures or late answers in a row are no accident. */
const FAILURES_MAX = 5
/** One query tries the service again after this time. */
const PAUSE_MS = 30_000

/** Asks once for each query at a time, keeps the latest vectors, and spares a service that fails. */
export function createQueryVectors({ embedder, budgetMs, onPaused, onResumed }: QueryVectorParts): QueryVectors {
  const kept = new Map<string, Promise<UnitVector | 'failed'>>()
  let underWay = 0
  let failures = 0
  let pausedUntil = 0

  function noteFailure(reason: string): void {
    failures += 1
    if (failures < FAILURES_MAX) return
    if (failures === FAILURES_MAX) onPaused(reason)
    pausedUntil = performance.now() + PAUSE_MS
  }

  function noteSuccess(): void {
    if (failures >= FAILURES_MAX) onResumed()
    failures = 0
    pausedUntil = 0
  }

  async function embed(text: string): Promise<UnitVector | 'failed'> {
    const startedAt = performance.now()
    underWay += 1
    const outcome = await embedder.embed([text], { purpose: 'query', msMax: MS_MAX }).finally(() => (underWay -= 1))
    if (outcome.kind !== 'vectors') noteFailure(`${outcome.kind} ${outcome.detail}`)
    else if (performance.now() - startedAt > budgetMs) noteFailure('slow')
    else noteSuccess()
    const vector = outcome.kind === 'vectors' ? outcome.vectors[0] : undefined
    if (vector === undefined) kept.delete(text)
    return vector ?? 'failed'
  }

  function keep(text: string, vector: Promise<UnitVector | 'failed'>): void {
    kept.delete(text)
    kept.set(text, vector)
    const [oldest] = kept.keys()
    if (kept.size > KEPT_MAX && oldest !== undefined) kept.delete(oldest)
  }

  return {
    async of(query) {
      const text = embeddedQuery(query)
      const known = kept.get(text)
      if (known !== undefined) {
        keep(text, known)
        return known
      }
      if (performance.now() < pausedUntil) return 'paused'
      if (underWay >= AT_ONCE_MAX) return 'busy'
      // While it tries, others continue without it.
      if (failures >= FAILURES_MAX) pausedUntil = performance.now() + PAUSE_MS
      const vector = embed(text)
      keep(text, vector)
      return vector
    },
  }
}
