import { createEmbedder, type Embedder } from '../../api/discover/embeddings/client.ts'
import { type ComparedTexts, measureFloor, nearIn } from '../../api/discover/embeddings/compared-texts.ts'
import { compareInMemory } from '../../api/discover/embeddings/comparison.ts'
import type { SearchText } from '../../domain/discover/documents.ts'
import type { UnitVector } from '../../domain/discover/embedding-answer.ts'
import { embeddedQuery, embeddingText, PROBES } from '../../domain/discover/meaning.ts'
import type { Hit } from '../../domain/discover/rank.ts'
import { readEmbeddingSettings } from '../../domain/settings/embeddings.ts'
import { createMeter } from '../../telemetry/meter.ts'

/** What is near to a query by its meaning, for queries that are known before. */
export type NearByQuery = (query: string) => readonly Hit[]

const BATCH = 64
const BATCH_MS_MAX = 60_000

/** Has the vectors of all texts and queries made, without a database; model and key are the service's settings. */
export async function nearBy(
  url: string,
  texts: readonly SearchText[],
  { queries, mayAnswer }: { readonly queries: readonly string[]; readonly mayAnswer: (id: string) => boolean },
): Promise<NearByQuery> {
  const settings = readEmbeddingSettings({ ...process.env, DISCOVER_EMBEDDINGS_URL: url })
  if (settings === null) throw new Error('--embeddings is the URL of an embeddings service.')
  const embedder = createEmbedder({ settings, metrics: createMeter({ processMetrics: false }) })
  try {
    const comparison = compareInMemory()
    const vectors = await embedAll(embedder, texts.map(embeddingText))
    comparison.add(vectors.map((vector, id) => ({ id, digest: '', vector })))
    const probes = await embedAll(embedder, PROBES.map(embeddedQuery))
    const documents = new Map(texts.map((text, id) => [id, [text.id]]))
    const floor = await measureFloor(comparison, { ids: [...documents.keys()], probes })
    const compared: ComparedTexts = { comparison, dimensions: vectors[0]?.length ?? 0, documents, floor }
    const near = new Map<string, readonly Hit[]>()
    for (const [index, vector] of (await embedAll(embedder, queries.map(embeddedQuery))).entries())
      near.set(queries[index] ?? '', await nearIn(compared, vector, mayAnswer))
    return (query) => near.get(query) ?? []
  } finally {
    await embedder.close()
  }
}

/** A text has one vector; the documents are the same in many searches. */
const made = new Map<string, UnitVector>()

async function embedAll(embedder: Embedder, texts: readonly string[]): Promise<UnitVector[]> {
  const missing = [...new Set(texts)].filter((text) => !made.has(text))
  for (let at = 0; at < missing.length; at += BATCH) {
    const batch = missing.slice(at, at + BATCH)
    const answer = await embedder.embed(batch, { purpose: 'index', msMax: BATCH_MS_MAX })
    if (answer.kind !== 'vectors') throw new Error(`The embeddings service answers: ${answer.kind} ${answer.detail}.`)
    for (const [index, vector] of answer.vectors.entries()) made.set(batch[index] ?? '', vector)
  }
  return texts.flatMap((text) => made.get(text) ?? [])
}
