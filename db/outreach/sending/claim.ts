import type { Environment } from '../../../domain/runs/states.ts'
import type { LimitsByChannel, RampStarts, SendingChannel, SendingPolicy } from '../../../domain/sending/policy.ts'
import { WAITING_PER_SENDER_MAX } from '../../../domain/sending/schedule.ts'
import type { Queries } from '../../database.ts'
import { statement } from '../../statement.ts'
import { ownOf } from '../outbound/touch-claims.ts'

/** A send whose sender is known; times are the database's, unless another clock was given. */
export interface SendToPlace {
  readonly senderId: string
  /** Of an inbox; null: it is an account. */
  readonly address: string | null
  readonly domain: string | null
  readonly limits: LimitsByChannel
  readonly ramps: RampStarts
  readonly paused: boolean
  readonly policy: SendingPolicy | null
  readonly now: Date
  readonly lastAt: Date | null
  /** Its place among the sends that wait for the sender, and how many of them come first. */
  readonly turn: number
  readonly ahead: number
  /** The sends that wait, up to the most that may; null: this send is one of them. */
  readonly waiting: number | null
}

/** Locks the run, its claims and its sender (`claim_send_v1`). */
export const CLAIM_SEND = statement<
  {
    runId: string
    ownAddresses: readonly string[]
    sharedDomains: readonly string[]
    guarded: boolean
    channel: SendingChannel
    waitingMax: number
    now: Date | null
  },
  { locked: boolean } & { readonly [Name in keyof SendToPlace]: SendToPlace[Name] | null }
>({
  name: 'claim_send',
  effect: 'within',
  neverNull: { 'the function answers always': ['locked'] },
  text: `select locked, sender_id as "senderId", address, domain, limits, ramps, paused, policy, now_at as now,
      last_at as "lastAt", turn::integer, ahead, waiting
    from claim_send_v1(:runId, :ownAddresses, :sharedDomains, :guarded, :channel, :waitingMax, :now)`,
})

export interface SendToClaim {
  readonly runId: string
  readonly environment: Environment
  readonly channel: SendingChannel
}

/**
 * Claims the send's recipients if it is `guarded`, and reads what its slot is judged by. Undefined: another worker has
 * judged the run already. Null: only the provider knows the sender, and no limit applies.
 */
export async function claimSend(
  tx: Queries,
  { runId, environment, channel }: SendToClaim,
  { guarded, now }: { readonly guarded: boolean; readonly now: Date | null },
): Promise<SendToPlace | null | undefined> {
  const [row] = await tx.query(CLAIM_SEND, {
    runId,
    ...ownOf(environment),
    guarded,
    channel,
    waitingMax: WAITING_PER_SENDER_MAX,
    now,
  })
  if (row === undefined || !row.locked) return undefined
  const { senderId, limits, ramps, paused, now: at, turn, ahead, address, domain, policy, lastAt, waiting } = row
  if (senderId === null || limits === null || ramps === null) return null
  if (paused === null || at === null || turn === null || ahead === null) return null
  return { senderId, address, domain, limits, ramps, paused, policy, now: at, lastAt, turn, ahead, waiting }
}
