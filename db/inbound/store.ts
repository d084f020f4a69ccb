import type { InboundProvider } from '../../domain/inbound/fact.ts'
import type { Database, Statement } from '../database.ts'
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
  /** The key by which its processing waits its turn (`turnKeyOf`). */
  readonly turnKey: string
}

export const STORE_INBOUND: Statement = {
  name: 'store_inbound',
  effect: true,
  text: `insert into inbound_message (id, provider, external_id, body, account, turn_key, sweep_at)
    values ($1, $2, $3, $4, $5, $6, clock_timestamp() + interval '${SWEEP_INBOUND_AFTER_SECONDS} seconds')
    on conflict (provider, external_id) do nothing
    returning id`,
}

/** Stores a provider's message until it is processed and returns its id; null when the message was stored before. */
export async function storeInbound(
  db: Database,
  { provider, externalId, body, account, turnKey }: NewInbound,
): Promise<string | null> {
  const id = newId('inb')
  const [stored] = await db.query<{ id: string }>(STORE_INBOUND, [
    id,
    provider,
    externalId ?? id,
    body,
    account,
    turnKey,
  ])
  return stored?.id ?? null
}
