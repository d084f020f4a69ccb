import { hash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { SearchText } from '../../../domain/discover/documents.ts'
import { embeddedQuery, embeddingText, PROBES } from '../../../domain/discover/meaning.ts'
import type { Hit } from '../../../domain/discover/rank.ts'
import type { EmbeddingSettings } from '../../../domain/settings/embeddings.ts'
import type { Database } from '../../../db/database.ts'
import { comparesVectors, readVectors } from '../../../db/catalog/discover/vectors.ts'
import type { Meter } from '../../../telemetry/meter.ts'
import type { Traced } from '../../../telemetry/spans.ts'
import { withoutPermit } from '../../limits/request-queues.ts'
import { createEmbedder } from './client.ts'
import { compareInMemory, compareInPostgres } from './comparison.ts'
import { type ComparedTexts, measureFloor, nearIn } from './compared-texts.ts'
import { fill, learnDimensions, pauseAfter, reasonOf } from './fill.ts'
import { createQueryVectors } from './query-vectors.ts'

/** What can be found, by its meaning: a second opinion to the index of words. */
export interface SemanticIndex {
  /**
   * Those of the allowed documents that are near to a query, nearest first, with relevances (0 to 1 from the floor on).
   * Empty where that is not known within the budget: then words alone decide. It never throws.
   */
  near(query: string, mayAnswer: (id: string) => boolean): Promise<readonly Hit[]>
  /** Begins to make the index in the background. */
  build(texts: readonly SearchText[]): void
  stop(): Promise<void>
}

export interface SemanticIndexParts {
  readonly settings: EmbeddingSettings
  readonly db: Database
  readonly log: Logger
  readonly metrics: Meter
  readonly traced?: Traced | undefined
}

/** Comparisons at once: each takes a connection of the pool where PostgreSQL compares. */
const COMPARISONS_MAX = 4

/** Without the setting, nothing is near, and nothing leaves the house. */
export const NO_SEMANTIC_INDEX: SemanticIndex = {
  near: () => Promise.resolve([]),
  build: () => undefined,
  stop: () => Promise.resolve(),
}

export function createSemanticIndex(parts: SemanticIndexParts): SemanticIndex {
  const { settings, metrics, log } = parts
  const embedder = createEmbedder(parts)
  const stopping = new AbortController()
  const queries = createQueryVectors({
    embedder,
    budgetMs: settings.budgetMs,
    onPaused: (reason) => log.warn({ reason }, 'embeddings_unavailable'),
    onResumed: () => log.info({}, 'embeddings_available_again'),
  })
  const held: { finished: ComparedTexts | null; building: Promise<void> | null } = { finished: null, building: null }

  let comparing = 0
  async function search(query: string, mayAnswer: (id: string) => boolean): Promise<Searched> {
    const { finished } = held
    if (finished === null) return { result: 'not_ready', hits: [] }
    const vector = await queries.of(query)
    if (typeof vector === 'string') return { result: vector, hits: [] }
    if (comparing >= COMPARISONS_MAX) return { result: 'busy', hits: [] }
    comparing += 1
    try {
      return { result: 'used', hits: await nearIn(finished, vector, mayAnswer) }
    } finally {
      comparing -= 1
    }
  }

  return {
    async near(query, mayAnswer) {
      const { result, hits } = await withoutPermit(() =>
        inTime(search(query, mayAnswer).catch(FAILED), settings.budgetMs),
      )
      metrics.add('discover_semantic_searches_total', { result })
      return hits
    },
    build(texts) {
      held.building ??= buildAgain({ ...parts, embedder, texts, signal: stopping.signal }, (finished) => {
        held.finished = finished
      })
    },
    async stop() {
      stopping.abort()
      await embedder.close()
      await held.building
    },
  }
}

type SearchResultKind = 'used' | 'late' | 'failed' | 'paused' | 'busy' | 'not_ready'

interface Searched {
  readonly result: SearchResultKind
  readonly hits: readonly Hit[]
}

const FAILED = (): Searched => ({ result: 'failed', hits: [] })

/** The search continues when it is late: its vector is kept for the next search. */
async function inTime(search: Promise<Searched>, budgetMs: number): Promise<Searched> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<Searched>((resolve) => {
    timer = setTimeout(() => resolve({ result: 'late', hits: [] }), budgetMs)
  })
  try {
    return await Promise.race([search, late])
  } finally {
    clearTimeout(timer)
  }
}

interface BuildParts extends SemanticIndexParts {
  readonly embedder: ReturnType<typeof createEmbedder>
  readonly texts: readonly SearchText[]
  readonly signal: AbortSignal
}

/** Until it is done: a database that is unavailable at the start is there later. */
async function buildAgain(parts: BuildParts, onFinished: (finished: ComparedTexts) => void): Promise<void> {
  for (let failures = 1; !parts.signal.aborted; failures += 1) {
    try {
      onFinished(await build(parts))
      return
    } catch (error) {
      if (parts.signal.aborted) return
      parts.log.warn({ reason: reasonOf(error) }, 'embeddings_unavailable')
      await sleep(pauseAfter(failures, null), undefined, { signal: parts.signal, ref: false }).catch(() => undefined)
    }
  }
}

async function build({ db, log, metrics, settings, embedder, texts, signal }: BuildParts): Promise<ComparedTexts> {
  const inPostgres = await comparesVectors(db)
  const comparison = inPostgres ? compareInPostgres(db) : compareInMemory()
  const digestOf = (text: string): string => hash('sha256', JSON.stringify([settings.url, settings.model, text]))
  const probes = new Map(PROBES.map((probe) => [digestOf(embeddedQuery(probe)), embeddedQuery(probe)]))
  const wanted = new Map<string, { readonly text: string; readonly ids: string[] }>()
  for (const one of texts) {
    const text = embeddingText(one)
    const entry = wanted.get(digestOf(text)) ?? { text, ids: [] }
    entry.ids.push(one.id)
    wanted.set(digestOf(text), entry)
  }
  const documents = new Map<number, readonly string[]>()
  let failing = false
  let refused = 0
  const onFailed = (reason: string): void => {
    if (!failing && !signal.aborted) log.warn({ reason }, 'embeddings_unavailable')
    failing = true
  }
  const dimensions = await learnDimensions(embedder, { onFailed, signal })
  const made = await fill({
    db,
    embedder,
    dimensions,
    texts: new Map([...probes, ...[...wanted].map(([digest, { text }]) => [digest, text] as const)]),
    withVectors: !inPostgres,
    onStored(vectors) {
      if (vectors.length > 0) failing = false
      comparison.add(vectors)
      for (const { id, digest } of vectors) {
        const entry = wanted.get(digest)
        if (entry !== undefined) documents.set(id, entry.ids)
      }
    },
    onFailed,
    onRefused(digest, reason) {
      refused += 1
      log.warn({ document: wanted.get(digest)?.ids[0] ?? 'probe', reason }, 'embeddings_text_refused')
    },
    signal,
  })
  const floor = await measureFloor(comparison, {
    ids: [...documents.keys()],
    probes: (await readVectors(db, [...probes.keys()], { dimensions, withVectors: true })).flatMap(
      ({ vector }) => vector ?? [],
    ),
  })
  metrics.set('discover_embedded_texts', {}, documents.size)
  log.info({ texts: documents.size, made, refused, compared_in: comparison.place, floor }, 'embeddings_indexed')
  return { comparison, dimensions, documents, floor }
}
