import type { JsonObject } from '../json/json.ts'

/** Spec 4.12; it uses the terms of the Agent Feedback Protocol 0.1. */
export const FEEDBACK_SPEC_VERSION = '0.1'
export const FEEDBACK_TYPES = [
  'missing_capability',
  'bug',
  'unclear_documentation',
  'unexpected_response',
  'unhelpful_error',
  'performance',
  'other',
] as const
export type FeedbackType = (typeof FEEDBACK_TYPES)[number]
export const FEEDBACK_METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'] as const
export const FEEDBACK_OUTCOMES = ['blocked', 'degraded', 'completed'] as const

/** Decisions, "body size". */
export const FEEDBACK_BYTES_MAX = 65_536

/** In characters: Spec 4.12 bounds the first two, the protocol the others. */
export const FEEDBACK_LENGTHS = {
  goal: 1_000,
  message: 4_000,
  endpoint: 512,
  text: 2_000,
  id: 256,
  name: 128,
  version: 64,
  excerpt: 4_000,
} as const

/** Spec 8: the limit for each client address. */
export const FEEDBACK_QUOTAS = [
  { name: 'feedback_minute', of: 'feedback reports', limit: 30, windowSeconds: 60 },
  { name: 'feedback_hour', of: 'feedback reports', limit: 300, windowSeconds: 3_600 },
] as const

/** Enough to see whether a defect came back after a release, or a year after. */
export const FEEDBACK_RETENTION_DAYS = 365

/** A report as it was sent, or as it is stored. */
export interface FeedbackReport {
  readonly type: FeedbackType
  readonly goal: string
  readonly message: string
  readonly endpoint?: string
  readonly method?: (typeof FEEDBACK_METHODS)[number]
  readonly outcome?: (typeof FEEDBACK_OUTCOMES)[number]
  readonly expected?: string
  readonly suggestion?: string
  readonly workaround?: boolean
  readonly workaround_description?: string
  readonly request_id?: string
  readonly session_id?: string
  readonly agent?: {
    readonly name?: string
    readonly version?: string
    readonly model?: string
    readonly framework?: string
  }
  readonly evidence?: {
    readonly status_code?: number
    readonly request?: JsonObject
    readonly response_excerpt?: string
  }
}
