import type { Channel } from '../../domain/outbound/channels.ts'
import type { RunStatus } from '../../domain/runs/states.ts'
import type { AskedSubject } from '../../domain/history/ask.ts'
import type { Database, Statement } from '../database.ts'
import { askedValues, COUNTED_MAX, type HistoryScope, matchingRuns } from './matches.ts'
import { lookUpRun } from './run.ts'

export interface HistoryTouch {
  readonly runId: string
  readonly capability: string | null
  readonly status: RunStatus
  readonly channel: Channel
  readonly at: Date
}

/**
 * Whether a touch found through a run that matches reached what is asked about: an address at the domain, the handle on any
 * platform. A name and a URL have no touches of their own: those of the runs that are about them count.
 */
export const reaches = (touch: string, asked: { readonly kind: string; readonly value: string }): string => `case ${asked.kind}
      when 'domain' then ${touch}.kind = 'email' and right(${touch}.value, length(${asked.value}) + 1) in ('@' || ${asked.value}, '.' || ${asked.value})
      when 'handle' then ${touch}.kind = 'handle' and split_part(${touch}.value, ':', 2) = ${asked.value}
      else ${asked.kind} in ('url', 'text') end`

const TOUCH = `t.run_id as "runId", r.capability, r.status, t.channel, t.at`

const READ_DIRECT: Statement = {
  name: 'read_history_touches',
  effect: false,
  text: `select ${TOUCH} from unnest($3::text[], $4::text[]) as asked(kind, value)
    join touch t on t.workspace_id = $1 and t.environment = $2 and t.kind = asked.kind and t.value = asked.value
    join run r on r.id = t.run_id order by t.at desc, t.run_id limit $5`,
}

const readThrough = (words: boolean): Statement => {
  const at = words ? 6 : 5
  return {
    name: words ? 'read_history_touches_by_words' : 'read_history_touches_through_runs',
    effect: false,
    text: `with matching as materialized (${matchingRuns(`${COUNTED_MAX}`, words)})
      select ${TOUCH} from (
        select distinct on (found.run_id) found.* from matching m cross join lateral (
          select t.* from touch t where t.run_id = m.run_id and ${reaches('t', { kind: `$${at}::text`, value: `$${at + 1}::text` })} offset 0) found
        order by found.run_id, found.at desc) t
      ${lookUpRun('capability, status', 't.run_id')}
      order by t.at desc, t.run_id limit $${at + 2}`,
  }
}
const THROUGH = { plain: readThrough(false), words: readThrough(true) }

/**
 * Messages that reached the subject, newest first: those sent to it, and for what no message is addressed to (a domain, a handle on
 * any platform, a name, a URL) those of the newest 10,000 runs that match.
 */
export async function readTouches(db: Database, scope: HistoryScope, { subject, limit }: { subject: AskedSubject; limit: number }): Promise<HistoryTouch[]> {
  const values = askedValues(scope, subject)
  const [{ kind, value }] = subject.forms
  if (!isFoundThroughRuns(kind, value)) return distinct(await db.query<HistoryTouch>(READ_DIRECT, [...values.slice(0, 4), limit]))
  return db.query<HistoryTouch>(subject.words.length === 0 ? THROUGH.plain : THROUGH.words, [...values, kind, value, limit])
}

export const isFoundThroughRuns = (kind: string, value: string): boolean =>
  ['domain', 'url', 'text'].includes(kind) || (kind === 'handle' && !value.includes(':'))

/** A message to two forms of one subject is one. */
const distinct = (touches: readonly HistoryTouch[]): HistoryTouch[] => [...new Map(touches.map((touch) => [touch.runId, touch])).values()]
