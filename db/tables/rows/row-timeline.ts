import type { Environment } from '../../../domain/runs/states.ts'
import type { Database } from '../../database.ts'
import { statement } from '../../statement.ts'

/** What a person did, or a mail to them: the newest of each type are searched, so a busy stream costs no more. */
const EVENT_TYPES = [
  'email.received',
  'gmail.received',
  'linkedin.message_received',
  'instagram.message_received',
  'whatsapp.message_received',
  'linkedin.new_connection',
  'email.bounced',
  'email.complained',
  'email.unsubscribed',
] as const
export type TimelineEventType = (typeof EVENT_TYPES)[number]
const EVENTS_OF_TYPE_MAX = 1_000

export interface RowTimeline {
  /** Runs whose result is saved in the row. */
  readonly saved: readonly { readonly runId: string; readonly capability: string; readonly at: string }[]
  /** Those of the given runs that were refreshes of a watch. */
  readonly refreshes: readonly { readonly runId: string; readonly watchId: string }[]
  readonly events: readonly {
    readonly id: string
    readonly type: TimelineEventType
    readonly at: string
    readonly subject: string | null
    /** Of a message that came in: what it is; null in one of an earlier version. */
    readonly class: string | null
    /** Who it came from or is about, as the event states. */
    readonly people: readonly string[]
  }[]
}

/** A row, the runs about it, and texts that its person's addresses contain. */
export interface RowQuestion {
  readonly table: string
  readonly key: string
  readonly runIds: readonly string[]
  readonly needles: readonly string[]
}

type Values = {
  workspaceId: string
  environment: Environment
  table: string
  key: string
  runIds: readonly string[]
  needles: readonly string[]
  types: readonly string[]
  newest: number
}

export const READ_ROW_TIMELINE = statement<Values, RowTimeline>({
  name: 'read_row_timeline',
  effect: false,
  text: `with saved as (
      select s.run_id, s.capability, max(s.saved_at) as at from workspace_table t
        join table_row r on r.table_id = t.id and r.key = :key
        join saved_enrichment s on s.row_id = r.id
        where t.workspace_id = :workspaceId and t.environment = :environment and t.name = :table
        group by s.run_id, s.capability
    ), refreshes as (
      select f.run_id, f.watch_id from watch_refresh f join watch w on w.id = f.watch_id
        where f.run_id = any(:runIds::text[]) and w.workspace_id = :workspaceId and w.environment = :environment
    ), events as (
      select e.id, e.type, e.created_at, e.data ->> 'subject' as subject,
          e.data ->> 'class' as class, p.people
        from unnest(:types::text[]) as wanted (type)
        cross join lateral (select * from event e where e.workspace_id = :workspaceId
          and e.environment = :environment and e.type = wanted.type order by e.sequence desc limit :newest) e
        cross join lateral (select array_remove(array[e.data ->> 'from', e.data ->> 'sender_profile_url',
          e.data ->> 'sender_id', e.data ->> 'profile_url', e.data ->> 'recipient']
          || array(select json_array_elements_text(e.data -> 'recipients')), null) as people) p
        where exists (select from unnest(p.people) person, unnest(:needles::text[]) needle
          where strpos(lower(person), needle) > 0)
    )
    select
      (select coalesce(jsonb_agg(jsonb_build_object('runId', run_id, 'capability', capability, 'at', at)), '[]')
        from saved) as saved,
      (select coalesce(jsonb_agg(jsonb_build_object('runId', run_id, 'watchId', watch_id)), '[]')
        from refreshes) as refreshes,
      (select coalesce(jsonb_agg(jsonb_build_object('id', id, 'type', type, 'at', created_at, 'subject', subject,
        'class', class, 'people', people)), '[]') from events) as events`,
})

/** What no route states about a row of this workspace and environment. */
export async function readRowTimeline(
  db: Database,
  { table, key, runIds, needles }: RowQuestion,
  { workspaceId, environment }: { readonly workspaceId: string; readonly environment: Environment },
): Promise<RowTimeline> {
  const [timeline] = await db.query(READ_ROW_TIMELINE, {
    workspaceId,
    environment,
    table,
    key,
    runIds,
    needles,
    types: EVENT_TYPES,
    newest: EVENTS_OF_TYPE_MAX,
  })
  return timeline ?? { saved: [], refreshes: [], events: [] }
}
