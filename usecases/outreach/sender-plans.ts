import type { ProviderManifest } from '../../domain/providers/manifest.ts'
import type { Environment } from '../../domain/runs/states.ts'
import { localDate, periodStarts } from '../../domain/sending/calendar.ts'
import { ceilingsOf } from '../../domain/sending/ceilings.ts'
import {
  channelsOf,
  type Limits,
  limitsOf,
  type SendingChannel,
  type SendingPolicy,
} from '../../domain/sending/policy.ts'
import { capOfDay, gapOf, type Slot, slotFor, type SlotUsage } from '../../domain/sending/slot.ts'
import type { Database } from '../../db/database.ts'
import {
  countLanes,
  READ_WAITING,
  readSendingPolicy,
  readStoredSenders,
  type StoredSender,
  type WaitingSend,
} from '../../db/outreach/sending/senders.ts'

export interface SenderDeps {
  readonly db: Database
  readonly findManifest: (provider: string) => ProviderManifest | undefined
}

interface Owner {
  readonly workspaceId: string
  readonly environment: Environment
}

/** A sender's channel with the limits that hold for it, and what it has sent. */
export interface SenderLanePlan {
  readonly channel: SendingChannel
  readonly limits: Limits
  readonly usage: SlotUsage
  readonly capToday: number | null
  readonly next: Slot
}

export interface SenderPlan {
  readonly sender: StoredSender
  readonly lanes: readonly SenderLanePlan[]
}

/** The capability of a channel, whose offer states a provider's documented limits. */
const CAPABILITIES: Readonly<Record<SendingChannel, string>> = {
  email: 'email.send',
  gmail: 'email.send',
  'linkedin.invite': 'linkedin.invite',
  'linkedin.message': 'linkedin.message',
  instagram: 'chat.send',
  whatsapp: 'chat.send',
}

/** The senders of a workspace as they are at this moment; `senderId`: that one alone. */
export async function readSenderPlans(deps: SenderDeps, owner: Owner, senderId: string | null): Promise<SenderPlan[]> {
  const [senders, policy] = await Promise.all([
    readStoredSenders(deps.db, owner, senderId),
    readSendingPolicy(deps.db, owner.workspaceId),
  ])
  const now = Date.now()
  const wanted = senders.flatMap((sender) =>
    channelsOf(sender.kind).map((channel) => ({
      sender,
      channel,
      limits: limitsOfLane(deps, { sender, channel, policy }),
    })),
  )
  const counted = await countLanes(
    deps.db,
    owner,
    wanted.map(({ sender, channel, limits }) => ({
      senderId: sender.id,
      channel,
      domain: sender.domain,
      own: periodStarts(now, limits.zone),
      ofDomain: periodStarts(now, limits.domainZone),
    })),
  )
  return senders.map((sender) => ({
    sender,
    lanes: wanted.flatMap(({ sender: { id }, channel, limits }) => {
      const counts =
        id === sender.id ? counted.find((one) => one.senderId === id && one.channel === channel) : undefined
      if (counts === undefined) return []
      const usage = { sent: counts.sent, domainSent: counts.domainSent, lastAt: counts.lastAt, ahead: counts.waiting }
      return [
        {
          channel,
          limits,
          usage,
          capToday: capOfDay(limits, localDate(now, limits.zone)),
          next: slotFor(limits, usage, { now, notBefore: null, gapSeconds: gapOf(sender.id, limits.spacing) }),
        },
      ]
    }),
  }))
}

const limitsOfLane = (
  { findManifest }: Pick<SenderDeps, 'findManifest'>,
  {
    sender,
    channel,
    policy,
  }: { readonly sender: StoredSender; readonly channel: SendingChannel; readonly policy: SendingPolicy },
): Limits =>
  limitsOf(channel, {
    sender,
    workspace: policy,
    ceilings: ceilingsOf(findManifest(sender.provider)?.offers ?? [], CAPABILITIES[channel]),
  })

export interface PlannedSend extends WaitingSend {
  readonly slot: Slot
}

/** A page of what waits for a sender, each send with the time at which it is expected to go. */
export async function readSchedule(
  { db }: Pick<SenderDeps, 'db'>,
  { workspaceId, environment }: Owner,
  { plan, offset, limit }: { readonly plan: SenderPlan; readonly offset: number; readonly limit: number },
): Promise<PlannedSend[]> {
  const { sender, lanes } = plan
  const waiting = await db.query(READ_WAITING, { workspaceId, environment, senderId: sender.id, offset, limit })
  const now = Date.now()
  return waiting.map((send) => {
    const lane = lanes.find(({ channel }) => channel === send.channel)
    if (lane === undefined) throw new Error('a send waits for a channel that its sender does not have')
    const { limits, usage } = lane
    const gapSeconds = gapOf(send.runId, limits.spacing)
    const wanted = { now, notBefore: send.eligibleAt.getTime(), gapSeconds }
    return { ...send, slot: slotFor(limits, { ...usage, ahead: send.ahead }, wanted) }
  })
}
