import type { KeptReason } from '../../domain/erasures/row-fate.ts'
import { type ErasedCounts, ERASED_TEXT } from '../../domain/erasures/stages.ts'
import type { Environment } from '../../domain/runs/states.ts'

/** The values of every statement of an erasure. */
export type BatchValues = {
  readonly workspaceId: string
  readonly environment: Environment
  /** A regular expression of all names (`domain/erasures/mentions.ts`). */
  readonly pattern: string
  /** What was made later stays, as PostgreSQL writes a time. */
  readonly upTo: string
  /** Where the last batch ended; empty: from the beginning. */
  readonly after: string
  readonly limit: number
}

/** How much one batch reads. */
export interface BatchSize {
  readonly rows: number
  /** As stored, which is often compressed; one row is read whatever its size. */
  readonly bytes: number
}

/** Matching takes about 50 ms for a megabyte of text: a second or two, far from the time limit of a statement. */
export const BATCH_SIZE: BatchSize = { rows: 500, bytes: 4_000_000 }

/**
 * CTEs: `batch` are the first rows of `candidates` (`id`, `place`, `size`) that are together small enough, and `next`
 * has `after`, where the next batch begins; null: this was the last one.
 */
export const SIZED_BATCH = `batch as materialized (
      select id, place from (
        select id, place, sum(size) over (order by place) - size as before from candidates
      ) c where before < :bytes::bigint
    ), next as (
      select case when (select count(*) from batch) < (select count(*) from candidates)
        or (select count(*) from batch) = :limit then max(place)::text end as after from batch
    )`

/**
 * CTEs for things that are in others, of which `parents` is the table: one parent after the other, so that a batch
 * reads no more of an index than it needs. `parent` is the `id` that this batch goes through, and `child` what it
 * begins after, null: from the first one on. A place is a parent and a child, or a parent alone when it is over.
 */
export const oneParent = (parents: string): string => `parent as materialized (
      select p.id, case when p.id = split_part(:after, ' ', 1) then substr(:after, strpos(:after, ' ') + 1) end as child
      from ${parents} p
      where p.workspace_id = :workspaceId and p.environment = :environment
        and case when strpos(:after, ' ') = 0 then p.id > :after else p.id >= split_part(:after, ' ', 1) end
      order by p.id limit 1
    )`

/** Where the next batch begins, after `oneParent` and `SIZED_BATCH`; null: this was the last one. */
export const NEXT_CURSOR = `(select p.id || coalesce(' ' || n.after, '') from parent p cross join next n)`

export interface Batch {
  /** When the request was accepted: what customers forbid or request later stays. */
  readonly requestedAt: string
  /** The first run that is not erased; null: all are. */
  readonly firstRunAfter: string | null
  /** The same for the runs of jobs from before the request: their rows may have begun after it. null: all are. */
  readonly firstRowRunAfter: string | null
  readonly bytes: number
  /** A regular expression of all names, for idempotency keys. */
  readonly keyPattern: string
  readonly values: BatchValues
  /** The kinds of the identities, and their values, in the same order. */
  readonly kinds: readonly string[]
  readonly names: readonly string[]
  /** The same of mailboxes and numbers of their rows that others have too. */
  readonly sharedKinds: readonly string[]
  readonly sharedNames: readonly string[]
  readonly networkIds: readonly string[]
  readonly keepSuppression: boolean
}

/** A row that stays, and why. Its key is read when the receipt is shown: it may be erased later. */
export interface KeptRow {
  readonly id: string
  readonly reason: KeptReason
}

export interface ErasedBatch {
  /** Where the next batch begins; null: this was the last one. */
  readonly after: string | null
  /** The first run that has to end before it can be judged or erased. */
  readonly waiting?: string | null
  /** When the last run that was erased had written everything. */
  readonly endedAt?: string | null
  readonly erased: ErasedCounts
  /** Rows with an identity of the person that stay. */
  readonly kept?: readonly KeptRow[]
  /** Watches that are deleted: their Schedules go after the commit. */
  readonly watches?: readonly string[]
  /** Runs that are cancelled: their workflows get the signal after the commit. */
  readonly cancelled?: readonly string[]
}

/** Whether one of the texts, an SQL list, mentions the person. */
export const mentions = (texts: string): string => `plainly_written(concat_ws(' ', ${texts})) ~ :pattern`

/** Whether an idempotency key, an SQL text, names the person. */
export const keyMentions = (key: string): string => `plainly_written(${key}) ~ :keyPattern`

/** What is left of an error whose text mentions the person. */
export const erasedError = (error: string): string =>
  `jsonb_build_object('code', ${error} -> 'code', 'message', '${ERASED_TEXT}'::text)`

/** Statements of a batch answer with one row. */
export function onlyRow<Row>(rows: readonly Row[]): Row {
  const [row] = rows
  if (row === undefined) throw new Error('a batch is always one row')
  return row
}
