import type { InboundProvider } from '../../domain/inbound/fact.ts'
import type { Database } from '../database.ts'
import { statement } from '../statement.ts'
import { newId } from '../ids.ts'
import { SWEEP_INBOUND_AFTER_SECONDS } from './sweep.ts'

export interface NewInbound {
  readonly provider: InboundProvider
  /** The id that identifies the provider's message; null: every message counts as new. */
  readonly externalId: string | null
  /** As it was received. */
  readonly body: string
  /** The account whose status the message reports; null: it reports none. */
  readonly account: string | null
  /** A hash of the inbox or account that it is about (`turnKeyOf`). */
  readonly turnKey: string
}

export const STORE_INBOUND = statement<
  { id: string; provider: InboundProvider; externalId: string; body: string; account: string | null; turnKey: string },
  { id: string }
>({
  name: 'store_inbound',
  effect: true,
  text: `insert into inbound_message (id, provider, external_id, body, account, turn_key, sweep_at)
    values (:id, :provider, :externalId, :body, :account, :turnKey,
      clock_timestamp() + interval '${SWEEP_INBOUND_AFTER_SECONDS} seconds')
    on conflict (provider, external_id) do nothing
    returning id`,
})

/** Stores a provider's message until it is processed and returns its id; null when the message was stored before. */
export async function storeInbound(
  db: Database,
  { provider, externalId, body, account, turnKey }: NewInbound,
): Promise<string | null> {
  const id = newId('inb')
  const [stored] = await db.query(STORE_INBOUND, { id, provider, externalId: externalId ?? id, body, account, turnKey })
  return stored?.id ?? null
}
