/**
 * What an erasure goes through, in this order. Watches go first, and uploads and jobs with them, because they would
 * fetch the person again. Runs come before rows, because a run under way may still write one.
 */
export const ERASURE_STAGES = [
  'watches',
  'runs',
  'rows',
  'watch_records',
  'events',
  'deliveries',
  'stored_answers',
  'messages',
  'people',
] as const
export type ErasureStage = (typeof ERASURE_STAGES)[number]

/** What the receipt counts. */
export const ERASED_THINGS = [
  'runs',
  'rows',
  'row_fields',
  'uploads',
  'job_rows',
  'watches',
  'watch_records',
  'events',
  'deliveries',
  'stored_answers',
  'messages',
  'touches',
  'suppressions',
  'connections',
] as const
export type ErasedThing = (typeof ERASED_THINGS)[number]
export type ErasedCounts = Readonly<Partial<Record<ErasedThing, number>>>

export const ERASURE_STATUSES = ['requested', 'erasing', 'finished', 'rejected'] as const

/** What replaces a text about an erased person. */
export const ERASED_TEXT = '[erased]'

/** The members of events that name things of this service, states and times: they stay. */
export const KEPT_OF_EVENTS = [
  'inbox',
  'inbox_id',
  'account',
  'account_id',
  'message_id',
  'thread_id',
  'chat_id',
  'run_id',
  'watch_id',
  'refresh_id',
  'job_id',
  'spent',
  'ceiling',
  'network',
  'status',
  'type',
  'class',
  'returns_at',
  'via',
  'received_at',
  'sent_at',
  'at',
] as const
