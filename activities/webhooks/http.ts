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

/**
 * The guarded client (decisions, "Customers' URLs"): the only way to reach a URL that a customer chose. Never
 * throws.
 */
export interface GuardedHttp {
  post(request: WebhookRequest): Promise<WebhookReply>
  close(): Promise<void>
}
