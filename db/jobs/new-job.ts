import type { JobEstimate } from '../../domain/jobs/estimate.ts'
import type { JobReason } from '../../domain/jobs/states.ts'
import type { RunError } from '../../domain/runs/run-error.ts'
import type { Json, JsonObject } from '../../domain/json/json.ts'
import type { JobFile } from '../../domain/jobs/file.ts'
import type { Metadata } from '../../domain/runs/metadata.ts'
import type { RawRequest } from '../../domain/raw/request.ts'
import type { RoutingRequest } from '../../domain/routing/plan.ts'
import type { RunContext } from '../runs/accept.ts'
import type { JobRef } from './jobs.ts'

/** What the run of a row is made of: its part of a `NewRun`. */
export interface RowRequest extends Pick<RunContext, 'subjects' | 'send' | 'enrichment' | 'record'> {
  readonly input: JsonObject | readonly Json[]
  readonly raw: RawRequest | null
}

/** A row of a new job; `error` where no run can be made of it. */
export type NewJobRow = {
  readonly number: number
  readonly key: string | null
  /** What the uploaded file has in the row; left out for rows of other sources. */
  readonly cells?: JsonObject | null
} & (
  | { readonly request: RowRequest; readonly error: null; readonly sameAs?: null }
  | { readonly request: null; readonly error: RunError; readonly sameAs?: null }
  /** It has the run of the row with this number. */
  | { readonly request: null; readonly error: null; readonly sameAs: number }
)

export interface NewJob extends JobRef {
  readonly apiKeyId: string | null
  readonly connectedAppId: string | null
  readonly requestId: string
  readonly capability: string | null
  readonly raw: { readonly provider: string; readonly endpoint: string } | null
  /** As it was requested, without its rows. */
  readonly request: JsonObject
  readonly routing: RoutingRequest
  /** `awaiting_approval`: a person or a program decides before the first row. */
  readonly status: 'estimating' | 'running' | 'awaiting_approval'
  /** What it waits for. */
  readonly reason: JobReason | null
  readonly pilotUntil: number | null
  readonly approve: 'auto' | 'manual'
  readonly concurrency: number
  /** Microdollars. */
  readonly ceiling: bigint
  readonly estimate: JobEstimate
  readonly metadata: Metadata | null
  /** Where its news are sent; null: nowhere. */
  readonly callbackUrl: string | null
  /** The job whose failed rows it runs again; null: none. */
  readonly retryOf: string | null
  /** The uploaded file that its rows are of; left out for rows of other sources. */
  readonly file?: JobFile | null
}
