import type { Block, Guards } from '../../domain/outbound/guard.ts'
import { SHARED_MAIL_DOMAINS, simulatedAddresses } from '../../domain/outbound/own-addresses.ts'
import type { Environment } from '../../domain/runs/states.ts'
import type { Database, Queries, Transaction } from '../database.ts'
import { statement } from '../statement.ts'
import { type Reservation, reserveRun, type Reserved } from '../runs/reserve.ts'
import { readSuppressed } from './suppressed.ts'
import { HOST_SQL, tiesSql } from './ties-sql.ts'

/**
 * The workspace's own addresses (Spec 4.8): those of its inboxes, and those at their domains where the domain is its
 * own. A domain is not its own when any person can have an inbox there: it is in the list, or another workspace
 * has an inbox at it.
 */
const IS_OWN = `n.kind = 'email' and (n.value = any (:ownAddresses::text[]) or exists (
        select from inbox i where i.workspace_id = r.workspace_id and i.environment = r.environment
          and i.status <> 'removed'
          and (i.address = n.value or (
            i.domain = ${HOST_SQL('n.value')} and i.domain <> all (:sharedDomains::text[])
            and not exists (select from inbox o where o.domain = i.domain and o.workspace_id <> i.workspace_id)
          ))
      ))`

/** Every person that the send reaches over its channel, except for the workspace's own addresses. */
const STRANGERS = `${tiesSql('sending', IS_OWN)}, stranger as materialized (
      select t.workspace_id, t.environment, s.send ->> 'channel' as channel, t.kind, t.value
      from tied t cross join sending s
      where case s.send ->> 'channel'
        when 'email' then t.kind = 'email'
        when 'linkedin' then t.kind = 'linkedin'
        when 'instagram' then t.kind = 'handle' and t.value like 'instagram:%'
        when 'whatsapp' then t.kind = 'phone'
      end
    )`

/**
 * Locks the run and then, unless the repeat guard lets it pass, its claims in one order for all transactions
 * (decisions, "Lock order"). A claim that another run holds stays with that run and is locked all the same: that run
 * can neither end nor fail before this one has judged.
 */
const CLAIM_TOUCHES = statement<
  { runId: string; ownAddresses: readonly string[]; sharedDomains: readonly string[]; guarded: boolean },
  { locked: bigint }
>({
  name: 'claim_touches',
  effect: 'within',
  text: `with sending as materialized (
      select id, workspace_id, environment, send, record from run where id = :runId and status = 'created' for update
    ), ${STRANGERS}, claimed as (
      insert into touch_claim (workspace_id, environment, channel, kind, value, run_id)
      select workspace_id, environment, channel, kind, value, :runId from stranger where :guarded::boolean
        order by channel, kind, value
      on conflict (workspace_id, environment, channel, kind, value) do update set run_id = touch_claim.run_id
      returning run_id
    )
    select (select count(*) from sending) as locked, (select count(*) from claimed) as claims`,
})

/**
 * An invitation to a person who has connected since: the first message passes (decisions, "Small print"), and a second
 * one is blocked by the first. `t` is the touch, `s` the stranger.
 */
const WAS_ACCEPTED = `t.channel = 'linkedin' and (select capability from sending) is distinct from 'linkedin.invite'
            and exists (select from run e where e.id = t.run_id and e.capability = 'linkedin.invite')
            and exists (
              select from network_connection c
              where c.workspace_id = s.workspace_id and c.environment = s.environment and c.channel = t.channel
                and c.kind = s.kind and c.value = s.value
                and c.connected_at > t.at
            )`

/** The last send to any of them over the channel within the window, and any send under way. */
const READ_EARLIER_TOUCH = statement<
  { runId: string; ownAddresses: readonly string[]; sharedDomains: readonly string[]; repeatTouchDays: number },
  { runId: string; at: Date }
>({
  name: 'read_earlier_touch',
  effect: false,
  text: `with sending as materialized (
      select id, workspace_id, environment, capability, send, record from run where id = :runId
    ), ${STRANGERS}, earlier as (
      select t.run_id, t.at from stranger s cross join lateral (
        select t.run_id, t.at from touch t
        where t.workspace_id = s.workspace_id and t.environment = s.environment and t.kind = s.kind
          and t.value = s.value and t.channel = s.channel
          and t.at > now() - make_interval(days => :repeatTouchDays) and t.run_id <> :runId
          and not (${WAS_ACCEPTED})
        order by t.at desc limit 1
      ) t
      union all
      select c.run_id, r.created_at from stranger s cross join lateral (
        select c.run_id from touch_claim c
        where c.workspace_id = s.workspace_id and c.environment = s.environment and c.channel = s.channel
          and c.kind = s.kind and c.value = s.value offset 0
      ) c
      join run r on r.id = c.run_id
      where c.run_id <> :runId
    )
    select run_id as "runId", at from earlier order by at desc, run_id desc limit 1`,
})

const GIVE_CLAIMS_BACK = statement<{ runId: string }>({
  name: 'give_claims_back',
  effect: 'within',
  text: `delete from touch_claim where run_id = :runId`,
})

/**
 * The claims, the judgement and the hold take effect together, or none of them (decisions, "A send under way counts as
 * a touch").
 */
export const RESERVE_SEND: Transaction = { name: 'reserve_send', effect: true }

export type SendReserved = Reserved | { readonly kind: 'blocked'; readonly block: Block }

export interface SendGuards extends Guards {
  readonly environment: Environment
}

/**
 * Holds a send's maximum unless a person that it reaches is suppressed or was contacted before (Spec 4.8). Of several
 * simultaneous first messages to one person, one is reserved. A refused reservation leaves no claim.
 */
export function reserveSend(db: Database, reservation: Reservation, guards: SendGuards): Promise<SendReserved> {
  return db.transaction(RESERVE_SEND, async (tx) => {
    const judged = await judgeAndReserve(tx, reservation, guards)
    // No other transaction has seen the claims: they are deleted in the same transaction that wrote them.
    if (judged.kind === 'refused' || judged.kind === 'blocked')
      await tx.query(GIVE_CLAIMS_BACK, { runId: reservation.runId })
    return judged
  })
}

async function judgeAndReserve(
  tx: Queries,
  reservation: Reservation,
  { environment, repeatTouchDays }: SendGuards,
): Promise<SendReserved> {
  const { runId } = reservation
  const own = { ownAddresses: simulatedAddresses(environment), sharedDomains: SHARED_MAIL_DOMAINS }
  const [run] = await tx.query(CLAIM_TOUCHES, { runId, ...own, guarded: repeatTouchDays !== null })
  // Another worker has judged the run already: its reservation counts.
  if (run?.locked !== 1n) return { kind: 'moved' }
  const suppressed = await readSuppressed(tx, runId)
  if (suppressed !== null) return { kind: 'blocked', block: suppressed }
  if (repeatTouchDays !== null) {
    const [earlier] = await tx.query(READ_EARLIER_TOUCH, { runId, ...own, repeatTouchDays })
    if (earlier !== undefined)
      return { kind: 'blocked', block: { kind: 'repeat_touch', runId: earlier.runId, at: earlier.at.toISOString() } }
  }
  return reserveRun(tx, reservation)
}
