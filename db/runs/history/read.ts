import type { RequestedSubject } from '../../../domain/history/requested-subject.ts'
import type { Json, JsonObject } from '../../../domain/json/json.ts'
import type { Database } from '../../database.ts'
import { statement } from '../../statement.ts'
import { listedRuns } from './listed.ts'
import {
  COUNTED_MAX,
  type HistoryScope,
  matchingRuns,
  type SubjectValues,
  subjectValues,
  type TOUCHED,
} from './matches.ts'
import { isReusable, SENDS } from './reusable.ts'
import { type HistoryRun, lookUpRun, RUN_JSON } from './run.ts'
import { directTouches, type HistoryTouch, isFoundThroughRuns, STATED_SQL, touchesThrough } from './touches.ts'

export interface HistoryItem extends HistoryRun {
  /** null when it is too large for a page of history. */
  readonly input: JsonObject | readonly Json[] | null
  /** Of a raw run: null when they are too large too. */
  readonly called: { readonly path: JsonObject; readonly query: JsonObject } | null
  readonly place: 'input' | 'result' | typeof TOUCHED
  readonly path: string
  readonly exact: boolean
}

/** What is on record about one subject (Spec 2.8), all lists newest first. Times are in JSON form. */
export interface StoredHistory {
  /** At most as many as requested. */
  readonly items: readonly HistoryItem[]
  /** At most 200. */
  readonly touches: readonly HistoryTouch[]
  readonly moreTouches: boolean
  /** Paid lookups that succeeded and whose input named the subject itself; at most 20. */
  readonly reusable: readonly HistoryRun[]
  readonly byStatus: Readonly<Record<string, number>>
  /** Raw runs by the requested provider and the path: `hunter /email-finder`. */
  readonly byCapability: Readonly<Record<string, number>>
  /** Microdollars. */
  readonly charged: bigint
  /** The number of runs that the sums cover, at most `COUNTED_MAX`; `more` is true when older runs match too. */
  readonly counted: bigint
  readonly more: boolean
  readonly firstSeen: Date | null
  readonly lastSeen: Date | null
}

/** Two hundred inputs of this length are some megabytes; the body of a message may be longer. */
const INPUT_LENGTH_MAX = 50_000
/** Results worth reusing are among the newest. */
const REUSABLE_MAX = 20
/** As many as the largest page of history; the latest success may come after some failures. */
const TOUCHES_MAX = 200

const TOUCHES_THROUGH_RUNS = touchesThrough({
  runs: 'seen',
  kind: ':kind::text',
  value: ':value::text',
  limit: TOUCHES_MAX + 1,
})

/** The runs are found and read once. A form's oldest run is the start of its range, however many runs follow. */
const historyBy = ({ through, words }: { readonly through: boolean; readonly words: boolean }): string =>
  `with ${listedRuns('unnest(:kinds::text[], :values::text[]) as requested (kind, value)', {
    words: words ? ':words::text[]' : null,
  })}, matching as materialized (${matchingRuns(COUNTED_MAX + 1, words ? ':words::text[]' : null)}),
    seen as materialized (
      select m.run_id, m.place, m.path, m.exact, m.named, r.status, r.kind, r.capability, r.endpoint, r.provider,
        r.requested, r.charged, r.created_at, r.purged_at
      from (select * from matching order by run_id desc limit ${COUNTED_MAX}) m
      ${lookUpRun(
        `status, kind, capability, endpoint, provider, raw_request ->> 'provider' as requested, charged,
        created_at, purged_at`,
        'm.run_id',
      )}
    ), touched as materialized (${through ? TOUCHES_THROUGH_RUNS : directTouches(TOUCHES_MAX + 1)}), oldest as (
      select least(min(o.run_id), (select min(run_id) from matching), (select min(run_id) from listed)) as run_id
        from unnest(:kinds::text[], :values::text[]) as requested(kind, value) cross join lateral (
        select run_id from run_subject where workspace_id = :workspaceId and environment = :environment
          and kind = requested.kind and value = requested.value order by run_id limit 1) o
    )
    select
      (select coalesce(jsonb_agg(${RUN_JSON('s')} || jsonb_build_object('place', s.place, 'path', s.path, 'exact',
        s.exact) || (select jsonb_build_object(
          'input', case when length(input::text) <= ${INPUT_LENGTH_MAX} then input end,
          'called', case when length(raw_request::text) <= ${INPUT_LENGTH_MAX}
            then jsonb_build_object('path', raw_request -> 'path', 'query', raw_request -> 'query') end)
          from run where id = s.run_id)
            order by s.run_id desc), '[]')
        from (select * from seen order by run_id desc limit :limit) s) as items,
      (select coalesce(jsonb_agg(jsonb_build_object('runId', t.run_id, 'capability', r.capability, 'status', r.status,
        'channel', t.channel, 'at', t.at, 'stated', ${STATED_SQL})
          order by t.at desc, t.run_id desc), '[]')
            from touched t ${lookUpRun('capability, status, send', 't.run_id')}) as touches,
      (select coalesce(jsonb_agg(${RUN_JSON('r')} order by r.run_id desc), '[]')
        from (select * from seen r where r.named and ${isReusable(':sends::text[]')} order by run_id desc
          limit ${REUSABLE_MAX}) r) as reusable,
      (select coalesce(jsonb_object_agg(status, n), '{}')
        from (select status, count(*) as n from seen group by status) each) as "byStatus",
      (select coalesce(jsonb_object_agg(called, n), '{}')
        from (select coalesce(capability, requested || ' ' || endpoint) as called, count(*) as n from seen
        group by 1) each) as "byCapability",
      (select coalesce(sum(charged), 0)::bigint from seen) as charged, (select count(*) from seen) as counted,
      (select count(*) from matching) > (select count(*) from seen) as more,
      (select created_at from run where id = (select run_id from oldest)) as "firstSeen",
      (select max(created_at) from seen) as "lastSeen"`

/** One touch more than is listed shows whether there are more. */
type HistoryRow = Omit<StoredHistory, 'moreTouches'>

type HistoryValues = SubjectValues & { limit: number; sends: readonly string[] }
/** Of the first form. */
type FormValues = { kind: string; value: string }

export const READ_DIRECT = statement<HistoryValues, HistoryRow>({
  name: 'read_history',
  effect: false,
  text: historyBy({ through: false, words: false }),
})
export const READ_THROUGH = statement<HistoryValues & FormValues, HistoryRow>({
  name: 'read_history_through_runs',
  effect: false,
  text: historyBy({ through: true, words: false }),
})
export const READ_BY_WORDS = statement<HistoryValues & FormValues & { words: readonly string[] }, HistoryRow>({
  name: 'read_history_by_words',
  effect: false,
  text: historyBy({ through: true, words: true }),
})

/**
 * One round trip in every case. Statuses, capabilities and charges cover the newest `COUNTED_MAX` runs, first and last
 * seen cover all.
 */
export async function readStoredHistory(
  db: Database,
  scope: HistoryScope,
  { subject, limit }: { subject: RequestedSubject; limit: number },
): Promise<StoredHistory> {
  const [history] = await readAsNamed(db, subject, { ...subjectValues(scope, subject), limit, sends: SENDS })
  if (history === undefined) throw new Error('a history is always one row')
  const { touches } = history
  return { ...history, touches: touches.slice(0, TOUCHES_MAX), moreTouches: touches.length > TOUCHES_MAX }
}

function readAsNamed(db: Database, { forms, words }: RequestedSubject, values: HistoryValues): Promise<HistoryRow[]> {
  const [{ kind, value }] = forms
  if (!isFoundThroughRuns(kind, value)) return db.query(READ_DIRECT, values)
  return words.length === 0
    ? db.query(READ_THROUGH, { ...values, kind, value })
    : db.query(READ_BY_WORDS, { ...values, kind, value, words })
}
