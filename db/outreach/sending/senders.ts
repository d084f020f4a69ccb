import type { Environment } from '../../../domain/runs/states.ts'
import type { PeriodStarts } from '../../../domain/sending/calendar.ts'
import {
  type LimitsByChannel,
  NO_SENDING_POLICY,
  type RampStarts,
  type SendingChannel,
  type SendingPolicy,
} from '../../../domain/sending/policy.ts'
import type { SentCounts } from '../../../domain/sending/slot.ts'
import { SENDER_KINDS, type SenderKind } from '../../../domain/senders/sender.ts'
import { simulatedSender } from '../../../domain/senders/simulated.ts'
import type { Queries } from '../../database.ts'
import { statement } from '../../statement.ts'
import { countedSql } from './slots.ts'

type Owner = { readonly workspaceId: string; readonly environment: Environment }

/** Keeps the day of the first send under a ramp. */
export const START_RAMP = statement<
  Owner & {
    senderId: string
    channel: SendingChannel
    day: string
  }
>({
  name: 'start_ramp',
  effect: 'within',
  text: `update sender set ramps = ramps || jsonb_build_object(:channel::text, :day::text)
    where workspace_id = :workspaceId and environment = :environment and sender_id = :senderId`,
})

/** A sender as it is set; it may never have sent. */
export interface StoredSender {
  readonly id: string
  readonly kind: SenderKind
  readonly provider: string
  readonly address: string | null
  readonly domain: string | null
  readonly canSend: boolean
  readonly limits: LimitsByChannel
  readonly ramps: RampStarts
  readonly paused: boolean
}

/** `simulated`: those of the sandbox, which have no rows of their own. */
export const READ_SENDERS = statement<
  Owner & {
    senderId: string | null
    simulated: readonly string[]
    simulatedKinds: readonly SenderKind[]
    simulatedAddresses: readonly (string | null)[]
  },
  StoredSender
>({
  name: 'read_senders',
  effect: false,
  neverNull: { 'every part has them': ['id', 'kind', 'canSend'] },
  text: `select o.id, o.kind, o.provider, o.address, o.domain, o.can_send as "canSend",
      coalesce(s.limits, '{}') as limits, coalesce(s.ramps, '{}') as ramps, coalesce(s.paused, false) as paused
    from (
      select i.id, 'inbox' as kind, i.provider, i.address, i.domain,
        i.status = 'active' and (i.connection_id is null or c.status = 'active') as can_send
      from inbox i left join connection c on c.id = i.connection_id
      where i.workspace_id = :workspaceId and i.environment = :environment and i.status <> 'removed'
      union all
      select m.id, m.network, m.provider, null, null,
        m.status = 'connected' and (m.connection_id is null or c.status = 'active')
      from messaging_account m left join connection c on c.id = m.connection_id
      where m.workspace_id = :workspaceId and m.environment = :environment and m.status <> 'removed'
      union all
      select t.id, t.kind, 'sandbox', t.address, split_part(t.address, '@', 2), true
      from unnest(:simulated::text[], :simulatedKinds::text[], :simulatedAddresses::text[]) t(id, kind, address)
    ) o left join sender s on s.workspace_id = :workspaceId and s.environment = :environment and s.sender_id = o.id
    where :senderId::text is null or o.id = :senderId::text
    order by o.id`,
})

/** One channel of a sender, and from when on its slots count. */
export interface LaneToCount {
  readonly senderId: string
  readonly channel: SendingChannel
  readonly domain: string | null
  readonly own: PeriodStarts
  readonly ofDomain: PeriodStarts
}

export interface CountedLane {
  readonly senderId: string
  readonly channel: SendingChannel
  readonly sent: SentCounts
  readonly domainSent: SentCounts
  /** Milliseconds since 1970. */
  readonly lastAt: number | null
  readonly waiting: number
}

const countsOf = (starts: string, of: string): string => `(select to_jsonb(c) from (${countedSql(starts, of)}) c)`

export const COUNT_LANES = statement<Owner & { lanes: string }, CountedLane>({
  name: 'count_sender_lanes',
  effect: false,
  neverNull: { 'a lane has them, and a count is always known': ['senderId', 'channel', 'sent', 'domainSent'] },
  text: `select l."senderId", l.channel,
      ${countsOf('l.own', 't.sender_id = l."senderId" and t.channel = l.channel')} as sent,
      ${countsOf('l."ofDomain"', 't.domain = l.domain')} as "domainSent",
      (select floor(extract(epoch from max(t.taken_at)) * 1000)::double precision from sender_slot t
        where t.workspace_id = :workspaceId and t.environment = :environment and t.sender_id = l."senderId"
          and t.channel = l.channel) as "lastAt",
      (select count(*)::integer from waiting_send w where w.workspace_id = :workspaceId
        and w.environment = :environment and w.sender_id = l."senderId" and w.channel = l.channel) as waiting
    from jsonb_to_recordset(:lanes::jsonb) l("senderId" text, channel text, domain text, own jsonb, "ofDomain" jsonb)`,
})

/** The senders of a workspace in one environment, oldest first; `senderId`: that one alone. */
export function readStoredSenders(
  db: Queries,
  { workspaceId, environment }: Owner,
  senderId: string | null = null,
): Promise<StoredSender[]> {
  // The sandbox has one of each kind without a row.
  const simulated = environment === 'test' ? SENDER_KINDS.map((kind) => ({ kind, ...simulatedSender(kind) })) : []
  return db.query(READ_SENDERS, {
    workspaceId,
    environment,
    senderId,
    simulated: simulated.map(({ id }) => id),
    simulatedKinds: simulated.map(({ kind }) => kind),
    simulatedAddresses: simulated.map(({ address }) => address),
  })
}

export const countLanes = (
  db: Queries,
  { workspaceId, environment }: Owner,
  lanes: readonly LaneToCount[],
): Promise<CountedLane[]> => db.query(COUNT_LANES, { workspaceId, environment, lanes: JSON.stringify(lanes) })

export const LOCK_SENDER = statement<
  Owner & { senderId: string },
  { limits: LimitsByChannel; ramps: RampStarts; paused: boolean }
>({
  name: 'lock_sender',
  effect: 'within',
  neverNull: { 'the function answers always': ['limits', 'ramps', 'paused'] },
  text: `select limits, ramps, paused from lock_sender_v1(:workspaceId, :environment, :senderId)`,
})

export const WRITE_SENDER = statement<Owner & { senderId: string; limits: string; ramps: string; paused: boolean }>({
  name: 'write_sender',
  effect: 'within',
  text: `update sender set limits = :limits, ramps = :ramps, paused = :paused
    where workspace_id = :workspaceId and environment = :environment and sender_id = :senderId`,
})

export interface WaitingSend {
  readonly runId: string
  readonly channel: SendingChannel
  readonly eligibleAt: Date
  readonly requestedAt: Date
  /** The sends of its channel that come first. */
  readonly ahead: number
}

/** What waits for a sender, in the order in which it goes. */
export const READ_WAITING = statement<Owner & { senderId: string; limit: number; offset: number }, WaitingSend>({
  name: 'read_waiting_sends',
  effect: false,
  text: `select w.run_id as "runId", w.channel, w.eligible_at as "eligibleAt", r.created_at as "requestedAt",
      (row_number() over (partition by w.channel order by w.turn, w.arrival) - 1)::integer as ahead
    from waiting_send w join run r on r.id = w.run_id
    where w.workspace_id = :workspaceId and w.environment = :environment and w.sender_id = :senderId
    order by w.channel, w.turn, w.arrival limit :limit offset :offset`,
})

export const READ_SENDING_POLICY = statement<{ workspaceId: string }, { policy: SendingPolicy | null }>({
  name: 'read_sending_policy',
  effect: false,
  text: 'select sending_policy as policy from workspace where id = :workspaceId',
})

export const LOCK_SENDING_POLICY = statement<{ workspaceId: string }, { policy: SendingPolicy | null }>({
  name: 'lock_sending_policy',
  effect: false,
  text: 'select sending_policy as policy from workspace where id = :workspaceId for no key update',
})

export const WRITE_SENDING_POLICY = statement<{ workspaceId: string; policy: string }>({
  name: 'write_sending_policy',
  effect: 'within',
  text: 'update workspace set sending_policy = :policy where id = :workspaceId',
})

/** Every sender of a workspace for which something waits. */
export const READ_AWAITED_SENDERS = statement<
  { workspaceId: string },
  Pick<Owner, 'environment'> & { senderId: string }
>({
  name: 'read_awaited_senders',
  effect: false,
  text: `select distinct environment, sender_id as "senderId" from waiting_send where workspace_id = :workspaceId`,
})

/** The default of a workspace's senders. */
export async function readSendingPolicy(db: Queries, workspaceId: string): Promise<SendingPolicy> {
  const [workspace] = await db.query(READ_SENDING_POLICY, { workspaceId })
  return workspace?.policy ?? NO_SENDING_POLICY
}
