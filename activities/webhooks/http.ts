import type { IncomingHttpHeaders } from 'node:http'

/** The request to an endpoint: a POST of exactly these bytes. */
export interface WebhookRequest {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** The answer within the deadline, or why there was none. */
export type WebhookReply =
  | {
      readonly kind: 'answered'
      readonly statusCode: number
      readonly latencyMs: number
      /** The beginning of its body; null when there was none. */
      readonly response: string | null
    }
  /** `reason` is for the endpoint's owner; it names no address that a name resolved to. */
  | { readonly kind: 'failed'; readonly latencyMs: number; readonly reason: string }

/** A GET of a public document. */
export interface DocumentRequest {
  readonly url: string
  readonly accept: string
  /** A longer document is not read. */
  readonly bytesMax: number
  /** The limit of the entire request: the name, connecting, TLS, the head and the body. */
  readonly timeoutMs: number
}

export type DocumentReply =
  | {
      readonly kind: 'answered'
      readonly statusCode: number
      readonly headers: IncomingHttpHeaders
      readonly body: Buffer
    }
  /** The head arrived, and the body is too long, or did not arrive to its end. */
  | { readonly kind: 'incomplete'; readonly statusCode: number; readonly reason: string }
  /** `reason` is for the owner of the document; it names no address that a name resolved to. */
  | { readonly kind: 'failed'; readonly reason: string }

/**
 * The guarded client (decisions, "Customers' URLs"): the only way to reach a URL that a customer or an OAuth client
 * chose. Never throws.
 */
export interface GuardedHttp {
  post(request: WebhookRequest): Promise<WebhookReply>
  get(request: DocumentRequest): Promise<DocumentReply>
  close(): Promise<void>
}
