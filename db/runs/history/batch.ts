import type { RequestedSubject } from '../../../domain/history/requested-subject.ts'
import type { Database } from '../../database.ts'
import { statement } from '../../statement.ts'
import { wordHash } from './index.ts'
import { listedRuns } from './listed.ts'
import { COUNTED_MAX, type HistoryScope, type SubjectValues, touchedRuns } from './matches.ts'
import { isReusable, isAboutSubject, SENDS } from './reusable.ts'
import { type HistoryRun, lookUpRun, RUN_JSON } from './run.ts'
import { type HistoryTouch, reaches, STATED_SQL } from './touches.ts'

/** What is on record about one of many subjects, in short (Spec 4.5). */
export interface SeenSubject {
  /** Its position in the request. */
  readonly position: number
  /** Matching runs, at most 10,000. */
  readonly count: bigint
  readonly lastSeen: Date | null
  readonly contacted: boolean
  /** The latest message that succeeded. */
  readonly lastTouch: Omit<HistoryTouch, 'status'> | null
}

export interface ReusableOf {
  readonly position: number
  readonly run: HistoryRun
}

/** For each of two hundred subjects, at most this many of the newest runs are searched for messages and results. */
const LOOKED_AT_MAX = 1_000
const TOUCHES_MAX = 200

/** One row for each form of each subject; `words` are separated by spaces. */
const REQUESTED = `requested as materialized (
      select position, kind, value, words
        from unnest(:positions::integer[], :kinds::text[], :values::text[], :words::text[]) as a(position, kind, value,
        words)
    ), ${listedRuns('requested', {
      columns: 'requested.position, requested.kind, ',
      words: `string_to_array(requested.words, ' ')`,
    })}`

const rangeOf = (columns: string, limit: number): string => `(select ${columns} from run_subject
          where workspace_id = :workspaceId and environment = :environment
            and kind = requested.kind and value = requested.value
            order by run_id desc limit ${limit})`

/** The runs of one form, also by the words of a name, and those of long lists. */
const runsOf = (limit: number): string => `select run_id from listed
          where listed.position = requested.position and listed.kind = requested.kind
        union all
        select run_id from ${rangeOf('run_id', limit)} by_value
        union all
        select run_id from (select run_id from run_subject
          where requested.words <> '' and workspace_id = :workspaceId and environment = :environment and kind = 'text'
            and value <> requested.value
            and words @> array(select ${wordHash(':workspaceId', ':environment', 'word')}
              from unnest(string_to_array(requested.words, ' ')) as word)
          order by run_id desc limit ${limit}) by_words
        union all
        select run_id from (${touchedRuns(limit)}) by_message`

type RequestedValues = SubjectValues & { positions: readonly number[]; words: readonly string[] }

export const READ_SEEN = statement<RequestedValues, SeenSubject>({
  name: 'read_history_of_many',
  effect: false,
  text: `with ${REQUESTED}, counted as materialized (
      select position, least(count(distinct run_id), ${COUNTED_MAX}) as n, max(run_id) as newest
      from requested cross join lateral (${runsOf(COUNTED_MAX)}) m group by position
    ), touched as materialized (
      select requested.position, t.run_id, t.channel, t.at from requested cross join lateral (
        (select run_id, channel, at from touch
          where workspace_id = :workspaceId and environment = :environment
            and kind = requested.kind and value = requested.value
            order by at desc limit ${TOUCHES_MAX})
        union
        (select t.run_id, t.channel, t.at
          from (${runsOf(LOOKED_AT_MAX)}) m cross join lateral (select * from touch where run_id = m.run_id offset 0) t
          where (requested.kind in ('domain', 'url', 'text')
              or (requested.kind = 'handle' and strpos(requested.value, ':') = 0))
            and ${reaches('t', { kind: 'requested.kind', value: 'requested.value' })})
      ) t
    ), contact as (
      select t.position, (array_agg(jsonb_build_object('runId', t.run_id, 'capability', r.capability, 'channel',
        t.channel, 'at', t.at, 'stated', ${STATED_SQL}) order by t.at desc)
        filter (where r.status = 'succeeded'))[1] as "lastTouch"
      from touched t ${lookUpRun('capability, status, send', 't.run_id')} group by t.position
    )
    select c.position, c.n as count, (select created_at from run where id = c.newest) as "lastSeen",
      k.position is not null as contacted, k."lastTouch"
    from counted c left join contact k on k.position = c.position`,
})

export const READ_REUSABLE_OF_MANY = statement<RequestedValues & { sends: readonly string[] }, ReusableOf>({
  name: 'read_history_reusable_of_many',
  effect: false,
  text: `with ${REQUESTED}
    select distinct on (position) position, run from (
      select requested.position, f.run_id, f.run from requested cross join lateral (
        select s.run_id, ${RUN_JSON('r')} as run
          from ${rangeOf('run_id, place, exact', LOOKED_AT_MAX)} s ${lookUpRun('*, id as run_id', 's.run_id')}
        where ${isAboutSubject('s.place', 's.exact')} and ${isReusable(':sends::text[]')}
          order by s.run_id desc limit 1) f
      union all
      select s.position, s.run_id, ${RUN_JSON('r')} from listed s ${lookUpRun('*, id as run_id', 's.run_id')}
        where s.named and ${isReusable(':sends::text[]')}
    ) found
    order by position, run_id desc`,
})

/** Subjects without any record are left out of the result. */
export async function readMany(
  db: Database,
  scope: HistoryScope,
  subjects: readonly RequestedSubject[],
): Promise<{ seen: SeenSubject[]; reusable: ReusableOf[] }> {
  const rows = subjects.flatMap(({ forms, words }, position) =>
    forms.map(({ kind, value }) => ({ position, kind, value, words: kind === 'text' ? words.join(' ') : '' })),
  )
  const values = {
    workspaceId: scope.workspaceId,
    environment: scope.environment,
    positions: rows.map(({ position }) => position),
    kinds: rows.map(({ kind }) => kind),
    values: rows.map(({ value }) => value),
    words: rows.map(({ words }) => words),
  }
  const [seen, reusable] = await Promise.all([
    db.query(READ_SEEN, values),
    db.query(READ_REUSABLE_OF_MANY, { ...values, sends: SENDS }),
  ])
  return { seen, reusable }
}
