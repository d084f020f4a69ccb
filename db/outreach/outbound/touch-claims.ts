import { SHARED_MAIL_DOMAINS, simulatedAddresses } from '../../../domain/outbound/own-addresses.ts'
import type { Environment } from '../../../domain/runs/states.ts'
import type { Queries } from '../../database.ts'
import { statement } from '../../statement.ts'

/**
 * An invitation to a person who has connected since: the first message passes (decisions, "LinkedIn channel"), and a
 * second one is blocked by the first. `t` is the touch, `s` the recipient.
 */
const WAS_ACCEPTED = `t.channel = 'linkedin' and (select capability from sending) is distinct from 'linkedin.invite'
            and exists (select from run e where e.id = t.run_id and e.capability = 'linkedin.invite')
            and exists (
              select from network_connection c
              where c.workspace_id = s.workspace_id and c.environment = s.environment and c.channel = t.channel
                and c.kind = s.kind and c.value = s.value
                and c.connected_at > t.at
            )`

/** The last send to a person that this one reaches. */
export interface EarlierTouch {
  readonly runId: string
  readonly at: Date
  /** Null: this send does not name the person; a row ties the person to it. */
  readonly recipient: string | null
  /** The message or the chat in which this send would follow up; null: none is known. */
  readonly messageId: string | null
  readonly chatId: string | null
}

const NAMES = (send: string): string =>
  `${send} -> 'recipients' @> jsonb_build_array(jsonb_build_object('kind', e.kind, 'value', e.value))`

/**
 * The thread of the earlier run, if that run too has named the person: a reply to its message passes then. Resend keeps
 * no threads; a message from Gmail has none here and can be answered.
 */
const THREAD_OF_EARLIER = `select
          case when s.capability = 'email.send' and a.capability = 'email.send'
            and coalesce(a.output ->> 'thread_id', a.output ->> 'account_id') is not null
            then a.output ->> 'message_id' end as message_id,
          case when s.capability in ('linkedin.message', 'chat.send') then a.output ->> 'chat_id' end as chat_id
        from run o join attempt a on a.run_id = o.id and a.outcome = 'succeeded'
        where o.id = e.run_id and ${NAMES('s.send')} and ${NAMES('o.send')}
        order by a.number desc limit 1`

/** The last send to any of them over the channel within the window, and any send under way. */
export const READ_EARLIER_TOUCH = statement<
  { runId: string; ownAddresses: readonly string[]; sharedDomains: readonly string[]; repeatTouchDays: number },
  EarlierTouch
>({
  name: 'read_earlier_touch',
  effect: false,
  text: `with sending as materialized (
      select workspace_id, environment, capability, send from run where id = :runId
    ), recipient as materialized (
      select r.workspace_id, r.environment, s.channel, s.kind, s.value
      from sending r cross join strangers_v1(:runId, :ownAddresses, :sharedDomains) s
    ), earlier as (
      select s.kind, s.value, t.run_id, t.at from recipient s cross join lateral (
        select t.run_id, t.at from touch t
        where t.workspace_id = s.workspace_id and t.environment = s.environment and t.kind = s.kind
          and t.value = s.value and t.channel = s.channel
          and t.at > now() - make_interval(days => :repeatTouchDays) and t.run_id <> :runId
          and not (${WAS_ACCEPTED})
        order by t.at desc limit 1
      ) t
      union all
      select s.kind, s.value, c.run_id, r.created_at from recipient s cross join lateral (
        select c.run_id from touch_claim c
        where c.workspace_id = s.workspace_id and c.environment = s.environment and c.channel = s.channel
          and c.kind = s.kind and c.value = s.value offset 0
      ) c
      join run r on r.id = c.run_id
      where c.run_id <> :runId
    )
    select e.run_id as "runId", e.at, case when ${NAMES('s.send')} then e.value end as recipient,
      t.message_id as "messageId", t.chat_id as "chatId"
    from earlier e cross join sending s left join lateral (${THREAD_OF_EARLIER}) t on true
    order by e.at desc, e.run_id desc, ${NAMES('s.send')} desc, e.value limit 1`,
})

export const GIVE_CLAIMS_BACK = statement<{ runId: string }>({
  name: 'give_claims_back',
  effect: 'within',
  text: `delete from touch_claim where run_id = :runId`,
})

/** What is the workspace's own: its simulated addresses, and no domain at which any person can have an inbox. */
export const ownOf = (environment: Environment) => ({
  ownAddresses: simulatedAddresses(environment),
  sharedDomains: SHARED_MAIL_DOMAINS,
})

/** The last touch of any of the send's recipients within the window; undefined: there is none. */
export async function readEarlierTouch(
  tx: Queries,
  { runId, environment }: { readonly runId: string; readonly environment: Environment },
  repeatTouchDays: number,
): Promise<EarlierTouch | undefined> {
  const [earlier] = await tx.query(READ_EARLIER_TOUCH, { runId, ...ownOf(environment), repeatTouchDays })
  return earlier
}

export async function giveClaimsBack(tx: Queries, runId: string): Promise<void> {
  await tx.query(GIVE_CLAIMS_BACK, { runId })
}
