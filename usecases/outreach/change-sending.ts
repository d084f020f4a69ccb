import type { Environment } from '../../domain/runs/states.ts'
import {
  changed,
  changedChannels,
  type ChannelsChange,
  keptStarts,
  type LimitsChange,
} from '../../domain/sending/change.ts'
import { type LimitsByChannel, NO_SENDING_POLICY, type SendingPolicy } from '../../domain/sending/policy.ts'
import type { Database, Transaction } from '../../db/database.ts'
import {
  LOCK_SENDER,
  LOCK_SENDING_POLICY,
  READ_AWAITED_SENDERS,
  WRITE_SENDER,
  WRITE_SENDING_POLICY,
} from '../../db/outreach/sending/senders.ts'
import { WAKE_SENDER } from '../../db/outreach/sending/waiting.ts'

export const CHANGE_SENDER: Transaction = { name: 'change_sender', effect: true }
export const CHANGE_SENDING_POLICY: Transaction = { name: 'change_sending_policy', effect: true }

export interface SenderChange {
  readonly workspaceId: string
  readonly environment: Environment
  readonly senderId: string
  readonly channels: ChannelsChange
  readonly paused: boolean | undefined
}

/** Changes a sender's own limits. What waits for it is judged by them from now on. */
export const changeSender = (db: Database, change: SenderChange): Promise<void> =>
  db.transaction(CHANGE_SENDER, async (tx) => {
    const { workspaceId, environment, senderId, channels } = change
    const sender = { workspaceId, environment, senderId }
    const [current] = await tx.query(LOCK_SENDER, sender)
    if (current === undefined) throw new Error('a sender that is locked has a row')
    const limits: LimitsByChannel = changedChannels(current.limits, channels)
    await tx.query(WRITE_SENDER, {
      ...sender,
      limits: JSON.stringify(limits),
      ramps: JSON.stringify(keptStarts(current.ramps, channels)),
      paused: change.paused ?? current.paused,
    })
    await tx.query(WAKE_SENDER, sender)
  })

export interface PolicyChange {
  readonly channels?: ChannelsChange | undefined
  readonly domain_caps?: LimitsChange['caps']
}

/** Changes the default of a workspace's senders; both environments share it. */
export const changeSendingPolicy = (db: Database, workspaceId: string, change: PolicyChange): Promise<SendingPolicy> =>
  db.transaction(CHANGE_SENDING_POLICY, async (tx) => {
    const [workspace] = await tx.query(LOCK_SENDING_POLICY, { workspaceId })
    const current = workspace?.policy ?? NO_SENDING_POLICY
    const policy = changed<SendingPolicy>(current, {
      channels: changedChannels(current.channels, change.channels ?? {}),
      ...(change.domain_caps === undefined
        ? {}
        : { domain_caps: change.domain_caps === null ? null : changed({}, change.domain_caps) }),
    })
    await tx.query(WRITE_SENDING_POLICY, { workspaceId, policy: JSON.stringify(policy) })
    for (const { environment, senderId } of await tx.query(READ_AWAITED_SENDERS, { workspaceId }))
      await tx.query(WAKE_SENDER, { workspaceId, environment, senderId })
    return policy
  })
