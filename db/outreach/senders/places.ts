import type { SenderAccount } from '../../../domain/senders/places.ts'
import type { SenderKind } from '../../../domain/senders/sender.ts'
import type { Environment } from '../../../domain/runs/states.ts'
import type { Database } from '../../database.ts'
import { statement } from '../../statement.ts'

interface Owner {
  readonly workspaceId: string
  readonly environment: Environment
}

export interface SendersSought {
  readonly kinds: readonly SenderKind[]
  /** Ids and addresses by which the input names its sender; empty: any of them. */
  readonly named: readonly string[]
  /** The message that is replied to: the inbox or account that holds it sends the reply. */
  readonly answers: string | null
}

/**
 * The senders that the send names, or the one that holds the message it replies to; all of the workspace where it names
 * none that exists, so that the refusal of the attempt states what is wrong with the name.
 */
export const READ_SENDER_PLACES = statement<
  {
    workspaceId: string
    environment: string
    kinds: readonly SenderKind[]
    names: readonly string[]
    answers: string | null
    /** The kinds that count where no sender is named or holds the message. */
    otherwise: readonly SenderKind[]
  },
  SenderAccount
>({
  name: 'read_sender_places',
  effect: false,
  text: `with own as materialized (
      select i.id, 'inbox' as kind, i.address, i.provider, i.connection_id is not null as own,
        i.status = 'active' and (i.connection_id is null or c.status = 'active') as able
      from inbox i left join connection c on c.id = i.connection_id
      where i.workspace_id = :workspaceId and i.environment = :environment and i.status <> 'removed'
        and 'inbox' = any (:kinds::text[])
      union all
      select m.id, m.network, null, m.provider, m.connection_id is not null,
        m.status = 'connected' and (m.connection_id is null or c.status = 'active')
      from messaging_account m left join connection c on c.id = m.connection_id
      where m.workspace_id = :workspaceId and m.environment = :environment and m.status <> 'removed'
        and m.network = any (:kinds::text[])
    ), holding as materialized (
      select coalesce(m.inbox_id, m.account_id) as id from received_message m
      where m.message_id = any (spellings_v1(:answers::text)) and m.workspace_id = :workspaceId
        and m.environment = :environment
      union all
      select coalesce(a.output ->> 'inbox_id', a.output ->> 'account_id') from attempt a join run r on r.id = a.run_id
      where a.output ->> 'message_id' = any (spellings_v1(:answers::text)) and a.capability = 'email.send'
        and a.outcome = 'succeeded' and r.workspace_id = :workspaceId and r.environment = :environment
    ), sought as (
      select * from own where id = any (:names::text[]) or address = any (:names::text[])
        or (cardinality(:names::text[]) = 0 and id in (select id from holding))
    )
    select provider, own, coalesce(bool_or(able), false) as "canSend" from sought group by provider, own
    union all
    select provider, own, coalesce(bool_or(able), false) from own
    where not exists (select from sought) and kind = any (:otherwise::text[]) group by provider, own`,
})

/** In which accounts the senders are of which one may send this message. */
export function readSenderPlaces(
  db: Database,
  { workspaceId, environment }: Owner,
  { kinds, named, answers }: SendersSought,
): Promise<SenderAccount[]> {
  const names = [...new Set(named.flatMap((name) => [name, name.toLowerCase()]))]
  const otherwise: readonly SenderKind[] = answers !== null && kinds.includes('inbox') ? ['inbox'] : kinds
  return db.query(READ_SENDER_PLACES, { workspaceId, environment, kinds, names, answers, otherwise })
}
