import { Agent, request } from 'undici'
import { readEmbeddings, type UnitVector } from '../../../domain/discover/embedding-answer.ts'
import type { EmbeddingSettings } from '../../../domain/settings/embeddings.ts'
import type { Meter } from '../../../telemetry/meter.ts'
import { type Traced, untraced } from '../../../telemetry/spans.ts'

export type EmbeddingPurpose = 'index' | 'query'

export type EmbeddingFailure = 'refused' | 'rate_limited' | 'failed' | 'timeout' | 'unreachable' | 'malformed'

export type Embedded =
  | { readonly kind: 'vectors'; readonly vectors: readonly UnitVector[] }
  | {
      readonly kind: EmbeddingFailure
      /** The HTTP status, or what is wrong with the answer; never a text of the service. */
      readonly detail: string
      readonly retryAfterMs: number | null
    }

export interface Embedder {
  /** One request. The vectors have the order of the texts. */
  embed(
    texts: readonly string[],
    how: { readonly purpose: EmbeddingPurpose; readonly msMax: number },
  ): Promise<Embedded>
  /** Ends requests under way. */
  close(): Promise<void>
}

export interface EmbedderParts {
  readonly settings: EmbeddingSettings
  readonly metrics: Pick<Meter, 'add'>
  readonly traced?: Traced | undefined
}

/** As many as queries run at once, and one for the index. */
const CONNECTIONS_MAX = 9
const CONNECT_MS_MAX = 2_000
/** A batch of 64 vectors with 3,072 numbers as text. */
const ANSWER_BYTES_MAX = 8 * 1024 * 1024

/**
 * Calls the embeddings service. Its address is a setting of the operator, as that of the database is, so it may be a
 * private one, and no guard of customers' URLs applies. Redirects are not followed: the key stays with that address.
 */
export function createEmbedder({ settings, metrics, traced = untraced }: EmbedderParts): Embedder {
  const agent = new Agent({
    connections: CONNECTIONS_MAX,
    connect: { timeout: CONNECT_MS_MAX },
    pipelining: 1,
    maxResponseSize: ANSWER_BYTES_MAX,
  })
  const { url, model, key } = settings

  async function post(texts: readonly string[], msMax: number): Promise<Embedded> {
    try {
      const { statusCode, headers, body } = await request(url, {
        dispatcher: agent,
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          accept: 'application/json',
          ...(key === null ? {} : { authorization: `Bearer ${key}` }),
        },
        body: JSON.stringify({ model, input: texts, encoding_format: 'float' }),
        signal: AbortSignal.timeout(msMax),
      })
      if (statusCode !== 200) {
        await body.dump()
        return refusal(statusCode, headers['retry-after'])
      }
      const read = readEmbeddings(JSON.parse(await body.text()), texts.length)
      return typeof read === 'string' ? failed('malformed', read) : { kind: 'vectors', vectors: read }
    } catch (error) {
      return failureOf(error)
    }
  }

  return {
    embed: (texts, { purpose, msMax }) =>
      traced(
        {
          name: 'POST',
          kind: 'client',
          attributes: { 'http.request.method': 'POST', 'server.address': new URL(url).hostname },
        },
        async (setAttributes) => {
          const outcome = await post(texts, msMax)
          metrics.add('embedding_requests_total', {
            purpose,
            outcome: outcome.kind === 'vectors' ? 'answered' : outcome.kind,
          })
          if (outcome.kind !== 'vectors') setAttributes({ 'error.type': outcome.kind })
          return outcome
        },
      ),
    close: () => agent.destroy(),
  }
}

const failed = (kind: EmbeddingFailure, detail: string, retryAfterMs: number | null = null): Embedded => ({
  kind,
  detail,
  retryAfterMs,
})

function refusal(status: number, retryAfter: string | string[] | undefined): Embedded {
  const seconds = Number(retryAfter)
  const retryAfterMs = Number.isFinite(seconds) && seconds > 0 ? seconds * 1_000 : null
  const kind = status === 429 ? 'rate_limited' : status >= 500 ? 'failed' : 'refused'
  return failed(kind, String(status), retryAfterMs)
}

/** A code only: messages of network errors quote URLs, and those of parsers quote content. */
function failureOf(error: unknown): Embedded {
  if (error instanceof SyntaxError) return failed('malformed', 'no JSON')
  const name = error instanceof Error ? error.name : ''
  if (name === 'TimeoutError' || name === 'AbortError') return failed('timeout', name)
  const code = error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'unknown'
  return failed(code === 'UND_ERR_RES_EXCEEDED_MAX_SIZE' ? 'malformed' : 'unreachable', code)
}
