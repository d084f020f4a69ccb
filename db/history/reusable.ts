import { CAPABILITIES } from '../../domain/capabilities/catalog.ts'
import type { AskedSubject } from '../../domain/history/ask.ts'
import type { Database, Statement } from '../database.ts'
import { askedValues, COUNTED_MAX, type HistoryScope } from './matches.ts'
import { type HistoryRun, lookUpRun, RUN } from './run.ts'

/** What a capability run that is no lookup is called. */
export const SENDS: readonly string[] = CAPABILITIES.filter(({ sends }) => sends).map(({ slug }) => slug)

/** The input names the subject itself; a handle without its platform is told too. Of `s` in `run_subject` and what is `asked`. */
export const NAMED = `s.place = 'input' and (s.exact or asked.kind = 'handle')`

/** The run `r` is a lookup that was paid for and delivered; `sends` is SQL of `SENDS`. */
export const isReusable = (sends: string): string =>
  `r.status = 'succeeded' and r.charged > 0 and (r.capability is null or r.capability <> all (${sends}))`

const READ_REUSABLE: Statement = {
  name: 'read_history_reusable',
  effect: false,
  text: `select ${RUN} from (
      select distinct s.run_id from unnest($3::text[], $4::text[]) as asked(kind, value) cross join lateral (
        select run_id, place, exact from run_subject
        where workspace_id = $1 and environment = $2 and kind = asked.kind and value = asked.value order by run_id desc limit ${COUNTED_MAX}) s
      where ${NAMED} order by s.run_id desc) m ${lookUpRun('*', 'm.run_id')}
    where ${isReusable('$5::text[]')} order by m.run_id desc limit $6`,
}

/** Paid lookups of the subject itself that succeeded, newest first, among its newest 10,000 runs (Spec 2.8). */
export const readReusable = (db: Database, scope: HistoryScope, { subject, limit }: { subject: AskedSubject; limit: number }): Promise<HistoryRun[]> =>
  db.query<HistoryRun>(READ_REUSABLE, [...askedValues(scope, { ...subject, words: [] }), SENDS, limit])
