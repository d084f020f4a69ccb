import type { SentCounts } from '../../../domain/sending/slot.ts'
import type { SendingChannel } from '../../../domain/sending/policy.ts'
import type { Environment } from '../../../domain/runs/states.ts'
import type { Queries } from '../../database.ts'
import { statement } from '../../statement.ts'

/** One channel of a sender: what is counted, and what waits. */
export type SenderLane = {
  readonly workspaceId: string
  readonly environment: Environment
  readonly senderId: string
  readonly channel: SendingChannel
}

/** The send that waits first for a sender; times in milliseconds since 1970. */
export interface FirstWaiting {
  readonly runId: string
  readonly eligibleAt: number
}

const startOf = (starts: string, period: string): string =>
  `to_timestamp((${starts} ->> '${period}')::double precision / 1000)`

/**
 * Counts the slots `t` of an hour, a day and a week. `starts`: a JSON object with the begin of each in milliseconds
 * since 1970; null counts nothing.
 */
export const countedSql = (starts: string, of: string): string => `select
        count(*) filter (where t.taken_at >= ${startOf(starts, 'hour')})::integer as hour,
        count(*) filter (where t.taken_at >= ${startOf(starts, 'day')})::integer as day,
        count(*)::integer as week
      from sender_slot t where t.workspace_id = :workspaceId and t.environment = :environment and ${of}
        and t.taken_at >= ${startOf(starts, 'week')}`

const left = (counts: string, period: string, cap: string): string =>
  `(:${cap}::integer is null or ${counts}.${period} + :ahead::integer < :${cap}::integer)`

/** Counts, and takes the slot if every cap has room for the sends that come first and for this one. */
export const TAKE_SENDER_SLOT = statement<
  SenderLane & {
    runId: string
    /** The begins of the periods that are counted, as JSON; null where nothing is limited. */
    own: string | null
    ofDomain: string | null
    domain: string | null
    now: Date
    /** Whether its time has come: no window, spacing or pause stops it. */
    isDue: boolean
    ahead: number
    hourCap: number | null
    dayCap: number | null
    weekCap: number | null
    domainHourCap: number | null
    domainDayCap: number | null
    domainWeekCap: number | null
  },
  { sent: SentCounts; domainSent: SentCounts; taken: boolean; next: FirstWaiting | null }
>({
  name: 'take_sender_slot',
  effect: 'within',
  neverNull: { 'a count and an existence are always known': ['sent', 'domainSent'] },
  text: `with sent as materialized (
      ${countedSql(':own::jsonb', 't.sender_id = :senderId and t.channel = :channel')}
    ), domain_sent as materialized (
      ${countedSql(':ofDomain::jsonb', 't.domain = :domain::text')}
    ), taken as (
      insert into sender_slot (run_id, workspace_id, environment, sender_id, domain, channel, taken_at)
      select :runId, :workspaceId, :environment, :senderId, :domain::text, :channel, :now::timestamptz
      from sent, domain_sent
      where :isDue::boolean and ${left('sent', 'hour', 'hourCap')} and ${left('sent', 'day', 'dayCap')}
        and ${left('sent', 'week', 'weekCap')} and ${left('domain_sent', 'hour', 'domainHourCap')}
        and ${left('domain_sent', 'day', 'domainDayCap')} and ${left('domain_sent', 'week', 'domainWeekCap')}
      returning run_id
    ), gone as (
      delete from waiting_send where run_id in (select run_id from taken)
    )
    select to_jsonb(sent) as sent, to_jsonb(domain_sent) as "domainSent", exists (select from taken) as taken, (
      select jsonb_build_object('runId', w.run_id, 'eligibleAt',
          floor(extract(epoch from w.eligible_at) * 1000)::bigint)
      from waiting_send w where w.workspace_id = :workspaceId and w.environment = :environment
        and w.sender_id = :senderId and w.channel = :channel and w.run_id <> :runId
      order by w.eligible_at > :now::timestamptz, w.turn, w.arrival limit 1) as next
    from sent, domain_sent`,
})

export const GIVE_SENDER_SLOT_BACK = statement<{ runId: string }>({
  name: 'give_sender_slot_back',
  effect: 'within',
  text: 'delete from sender_slot where run_id = :runId',
})

/** Caps count a week at most; for as long as this it is known what a sender has sent. */
const SLOT_DAYS_KEPT = 40
const DAY_MS = 86_400_000

export const PURGE_SENDER_SLOTS = statement<{ cutoff: Date; limit: number }, { purged: number }>({
  name: 'purge_sender_slots',
  effect: true,
  text: `with gone as (
      delete from sender_slot where run_id = any (array(
        select run_id from sender_slot where taken_at < :cutoff order by taken_at limit :limit))
      returning run_id
    )
    select count(*)::integer as purged from gone`,
})

/** Deletes slots that count no more; returns how many. */
export async function purgeSenderSlots(
  db: Queries,
  { at, limit }: { readonly at: number; readonly limit: number },
): Promise<number> {
  const [row] = await db.query(PURGE_SENDER_SLOTS, { cutoff: new Date(at - SLOT_DAYS_KEPT * DAY_MS), limit })
  return row?.purged ?? 0
}

export const giveSenderSlotBack = async (tx: Queries, runId: string): Promise<void> =>
  void (await tx.query(GIVE_SENDER_SLOT_BACK, { runId }))
