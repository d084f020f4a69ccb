/** A run (Spec 2.1). */
export interface Run {
  readonly run_id: string
  readonly status: string
  readonly done: boolean
  readonly [member: string]: unknown
}

/** An event of the stream, and the body of a webhook. */
export interface Event {
  readonly id: string
  readonly type: string
  readonly created_at: string
  readonly data: Readonly<Record<string, unknown>>
}
