import type { ReportingProvider } from '../../../domain/inbound/message.ts'
import type { Database } from '../../database.ts'
import { statement } from '../../statement.ts'
import { newId } from '../../ids.ts'
import { SWEEP_INBOUND_AFTER_SECONDS } from './sweep.ts'

export interface NewInbound {
  readonly provider: ReportingProvider
  /** The id that identifies the provider's message; null: every message counts as new. */
  readonly externalId: string | null
  /** As it was received. */
  readonly body: string
  /** The account whose status the message reports; null: it reports none. */
  readonly account: string | null
  /** A hash of the inbox or account that it is about (`turnKeyOf`). */
  readonly turnKey: string
  /** The connection whose account it came from; null: the platform's. */
  readonly connectionId: string | null
  /** When the sweeper starts it at the earliest; by default after its own start had time enough. */
  readonly sweepAfterSeconds?: number
}

export const STORE_INBOUND = statement<
  {
    id: string
    provider: ReportingProvider
    externalId: string
    body: string
    account: string | null
    turnKey: string
    connectionId: string | null
    sweepAfterSeconds: number
  },
  { id: string }
>({
  name: 'store_inbound',
  effect: true,
  text: `insert into inbound_message (id, provider, external_id, body, account, turn_key, connection_id, sweep_at)
    values (:id, :provider, :externalId, :body, :account, :turnKey, :connectionId,
      clock_timestamp() + make_interval(secs => :sweepAfterSeconds))
    on conflict (provider, external_id) do nothing
    returning id`,
})

/** Stores a provider's message until it is processed and returns its id; null when the message was stored before. */
export async function storeInbound(
  db: Database,
  { provider, externalId, connectionId, sweepAfterSeconds = SWEEP_INBOUND_AFTER_SECONDS, ...message }: NewInbound,
): Promise<string | null> {
  const id = newId('inb')
  const name = externalId === null ? id : nameOf(externalId, connectionId)
  const [stored] = await db.query(STORE_INBOUND, {
    id,
    provider,
    externalId: name,
    connectionId,
    sweepAfterSeconds,
    ...message,
  })
  return stored?.id ?? null
}

/** Each account has names of its provider for itself, so that no account takes those of another one. */
const nameOf = (externalId: string, connectionId: string | null): string =>
  connectionId === null ? externalId : `${connectionId} ${externalId}`
