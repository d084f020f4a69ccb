import type { Json, JsonObject } from '../../domain/providers/manifest.ts'
import type { AskedSubject } from '../../domain/history/ask.ts'
import type { Database, Statement } from '../database.ts'
import { askedValues, COUNTED_MAX, type HistoryScope, matchingRuns } from './matches.ts'
import { type HistoryRun, lookUpRun, RUN } from './run.ts'

export interface HistoryItem extends HistoryRun {
  /** null when it is larger than a page of history can carry. */
  readonly input: JsonObject | readonly Json[] | null
  readonly place: 'input' | 'result'
  readonly path: string
  readonly exact: boolean
}

export interface HistorySums {
  readonly byStatus: Readonly<Record<string, number>>
  readonly byCapability: Readonly<Record<string, number>>
  readonly charged: bigint
  /** Runs that the sums are of, at most `COUNTED_MAX`; `more` tells that older ones match too. */
  readonly counted: bigint
  readonly more: boolean
  readonly firstSeen: Date | null
  readonly lastSeen: Date | null
}

/** Two hundred inputs of so many characters are some megabytes; a message's body may be longer. */
const INPUT_LENGTH_MAX = 50_000

const byWords = <Made>(make: (words: boolean) => Made): { readonly plain: Made; readonly words: Made } => ({ plain: make(false), words: make(true) })
const forSubject = ({ words }: AskedSubject, statements: { readonly plain: Statement; readonly words: Statement }): Statement =>
  (words.length === 0 ? statements.plain : statements.words)
/** The number of the first parameter after those of `matchingRuns`. */
const next = (words: boolean): number => (words ? 6 : 5)

const READ_ITEMS = byWords((words): Statement => ({
  name: words ? 'read_history_items_by_words' : 'read_history_items',
  effect: false,
  text: `with matching as materialized (${matchingRuns(`$${next(words)}`, words)})
    select ${RUN}, case when length(r.input::text) <= ${INPUT_LENGTH_MAX} then r.input end as input, m.place, m.path, m.exact
    from matching m ${lookUpRun('*', 'm.run_id')} order by m.run_id desc`,
}))

/** The newest `limit` runs that match. */
export const readItems = (db: Database, scope: HistoryScope, { subject, limit }: { subject: AskedSubject; limit: number }): Promise<HistoryItem[]> =>
  db.query<HistoryItem>(forSubject(subject, READ_ITEMS), [...askedValues(scope, subject), limit])

const READ_SUMS = byWords((words): Statement => ({
  name: words ? 'read_history_sums_by_words' : 'read_history_sums',
  effect: false,
  // The oldest run of each form is the start of its range; a name told in part is counted from what was found.
  text: `with matching as materialized (${matchingRuns(`$${next(words)}`, words)}), counted as materialized (
      select run_id from matching order by run_id desc limit $${next(words)} - 1
    ), seen as materialized (
      select r.status, coalesce(r.capability, r.endpoint) as called, r.charged
      from counted c ${lookUpRun('status, capability, endpoint, charged', 'c.run_id')}
    ), oldest as (
      select least(min(o.run_id), (select min(run_id) from matching)) as run_id from unnest($3::text[], $4::text[]) as asked(kind, value) cross join lateral (
        select run_id from run_subject where workspace_id = $1 and environment = $2 and kind = asked.kind and value = asked.value order by run_id limit 1) o
    )
    select (select coalesce(jsonb_object_agg(status, n), '{}') from (select status, count(*) as n from seen group by status) each) as "byStatus",
      (select coalesce(jsonb_object_agg(called, n), '{}') from (select called, count(*) as n from seen group by called) each) as "byCapability",
      (select coalesce(sum(charged), 0)::bigint from seen) as charged, (select count(*) from counted) as counted,
      (select count(*) from matching) > (select count(*) from counted) as more,
      (select created_at from run where id = (select run_id from oldest)) as "firstSeen",
      (select created_at from run where id = (select max(run_id) from matching)) as "lastSeen"`,
}))

/** Over all matching runs, not only a page; statuses, capabilities and charges over the newest `COUNTED_MAX` of them. */
export async function readSums(db: Database, scope: HistoryScope, subject: AskedSubject): Promise<HistorySums> {
  const [sums] = await db.query<HistorySums>(forSubject(subject, READ_SUMS), [...askedValues(scope, subject), COUNTED_MAX + 1])
  if (sums === undefined) throw new Error('the sums of a history are always one row')
  return sums
}
