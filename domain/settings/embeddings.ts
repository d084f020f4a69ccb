import { readDurationMs } from './numbers.ts'

/** The service that turns texts into vectors, by the contract of OpenAI's `/v1/embeddings`. */
export interface EmbeddingSettings {
  /** The address that texts are posted to. */
  readonly url: string
  readonly model: string
  /** Sent as a bearer token; null: the service needs none. */
  readonly key: string | null
  /** How long an answer of discover waits for the vector of its query. */
  readonly budgetMs: number
}

type Variables = Readonly<Record<string, string | undefined>>

/** A small model that many services have under this name. */
const MODEL = 'text-embedding-3-small'
const PATH = '/v1/embeddings'
/** A near service answers a short text in 20 to 100 ms; a search that takes longer than this feels slow. */
const BUDGET = '150ms'

/** null: discover compares words alone. Its messages never quote the key. */
export function readEmbeddingSettings(env: Variables): EmbeddingSettings | null {
  const url = env['DISCOVER_EMBEDDINGS_URL']?.trim() ?? ''
  if (url === '') return null
  return {
    url: addressOf(url),
    model: env['DISCOVER_EMBEDDINGS_MODEL']?.trim() || MODEL,
    key: env['DISCOVER_EMBEDDINGS_KEY']?.trim() || null,
    budgetMs: readDurationMs(env, 'DISCOVER_EMBEDDINGS_BUDGET', BUDGET),
  }
}

/** An address without a path is that of the service: the path of the contract follows. */
function addressOf(text: string): string {
  const url = URL.parse(text)
  if (url === null || !['http:', 'https:'].includes(url.protocol) || url.username !== '' || url.password !== '') {
    throw new Error(
      'DISCOVER_EMBEDDINGS_URL must be a URL without a password, such as https://api.example.com/v1/embeddings.',
    )
  }
  if (url.pathname === '/') url.pathname = PATH
  return url.href
}
