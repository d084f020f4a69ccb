/** What callers with and without an account make the service keep, as `stored_bytes` shows it. */
export const STORED_KINDS = [
  'job_rows',
  'uploads',
  'table_rows',
  'events',
  'inbound',
  'watches',
  'feedback',
  'answers',
] as const
export type StoredKind = (typeof STORED_KINDS)[number]
