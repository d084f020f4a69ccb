import { MISS_CALLERS_MIN, MISS_RETENTION_DAYS } from '../../../domain/discover/missed-words.ts'
import type { Database } from '../../database.ts'
import { statement } from '../../statement.ts'

/** Far more than are missed in a day: what a flood of made-up words can add. */
const WORDS_A_DAY_MAX = 5_000

/**
 * Adds to the counts of a day. A word becomes readable where it and its earlier rows have the bits of enough callers.
 * The order of the digests keeps two processes from a deadlock.
 */
export const RECORD_MISSES = statement<{
  day: string
  digests: readonly Buffer[]
  words: readonly string[]
  misses: readonly number[]
  callers: readonly string[]
}>({
  name: 'record_discover_misses',
  effect: true,
  text: `with missed as materialized (
      select m.digest, m.word, m.misses, m.callers,
        m.callers | coalesce((select bit_or(k.callers) from discover_miss k where k.word_digest = m.digest), 0) as seen,
        exists (select from discover_miss k where k.day = :day::date and k.word_digest = m.digest) as counted
      from unnest(:digests::bytea[], :words::text[], :misses::integer[], :callers::bigint[])
        m (digest, word, misses, callers)
    ), room as (
      select ${WORDS_A_DAY_MAX} - count(*) as rows from discover_miss where day = :day::date
    ), placed as (
      select m.*, row_number() over (partition by m.counted order by m.digest) as place from missed m
    )
    insert into discover_miss as d (day, word_digest, misses, callers, word)
    select :day::date, p.digest, p.misses, p.callers,
      case when bit_count(p.seen::bit(64)) >= ${MISS_CALLERS_MIN} then p.word end
    from placed p, room r where p.counted or p.place <= r.rows
    order by p.digest
    on conflict (day, word_digest) do update set
      misses = d.misses + excluded.misses,
      callers = d.callers | excluded.callers,
      word = coalesce(d.word, excluded.word)`,
})

/** The misses of one word since the last write. */
export interface MissesOfWord {
  readonly digest: Buffer
  readonly word: string
  readonly misses: number
  /** A bit for each caller. */
  readonly callers: bigint
}

/** `day`: in UTC, as `2026-11-28`. Each digest occurs once. */
export async function recordMisses(db: Database, day: string, missed: readonly MissesOfWord[]): Promise<void> {
  await db.query(RECORD_MISSES, {
    day,
    digests: missed.map(({ digest }) => digest),
    words: missed.map(({ word }) => word),
    misses: missed.map(({ misses }) => misses),
    callers: missed.map(({ callers }) => BigInt.asIntN(64, callers).toString()),
  })
}

export const PURGE_MISSES = statement<{ cutoff: Date; limit: number }, { purged: number }>({
  name: 'purge_discover_misses',
  effect: true,
  text: `with gone as (
      delete from discover_miss where ctid = any (array(
        select ctid from discover_miss where day < (:cutoff::timestamptz at time zone 'UTC')::date
          order by day limit :limit for update skip locked))
      returning day
    )
    select count(*)::integer as purged from gone`,
})

const DAY_MS = 86_400_000

/** Deletes misses that are past their retention; returns how many rows. */
export async function purgeMisses(db: Database, { at, limit }: { readonly at: number; readonly limit: number }) {
  const cutoff = new Date(at - MISS_RETENTION_DAYS * DAY_MS)
  const [row] = await db.query(PURGE_MISSES, { cutoff, limit })
  return row?.purged ?? 0
}

/** A word with its misses since a day. */
export interface ListedMiss {
  /** null: the misses of all words together that too few callers have used. */
  readonly word: string | null
  readonly words: number
  readonly misses: number
  readonly days: number
  readonly lastDay: string
}

export const LIST_MISSES = statement<{ since: Date; limit: number }, ListedMiss>({
  name: 'list_discover_misses',
  effect: false,
  text: `with counted as (
      select d.word_digest, sum(d.misses) as misses,
        (select max(k.word) from discover_miss k where k.word_digest = d.word_digest) as word,
        count(*) as days, max(d.day) as last_day
      from discover_miss d where d.day >= (:since::timestamptz at time zone 'UTC')::date group by d.word_digest
    )
    select c.word, count(*)::integer as words, sum(c.misses)::integer as misses, max(c.days)::integer as days,
      to_char(max(c.last_day), 'YYYY-MM-DD') as "lastDay"
    from counted c
    where c.word is null or c.word in (select word from counted where word is not null
      group by word order by sum(misses) desc, word limit :limit)
    group by c.word order by c.word is null, 3 desc, c.word`,
})

/** The `limit` words that most misses had since a time, and then all that are not readable. */
export const listMisses = (
  db: Database,
  { since, limit }: { readonly since: Date; readonly limit: number },
): Promise<ListedMiss[]> => db.query(LIST_MISSES, { since, limit })
