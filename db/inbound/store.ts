import type { InboundProvider } from '../../domain/inbound/fact.ts'
import type { Database, Statement } from '../database.ts'
import { newId } from '../ids.ts'
import { SWEEP_INBOUND_AFTER_SECONDS } from './sweep.ts'

export interface NewInbound {
  readonly provider: InboundProvider
  /** By which the provider's message is known again; null: every one counts. */
  readonly externalId: string | null
  /** As it was received. */
  readonly body: string
  /** Whose status it tells; null: nobody's. */
  readonly account: string | null
  /** The turn that its processing takes. */
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

/** Keeps a provider's message until it is processed, and answers its id; null when it was told before. */
export async function storeInbound(db: Database, { provider, externalId, body, account, turnKey }: NewInbound): Promise<string | null> {
  const id = newId('inb')
  const [stored] = await db.query<{ id: string }>(STORE_INBOUND, [id, provider, externalId ?? id, body, account, turnKey])
  return stored?.id ?? null
}
