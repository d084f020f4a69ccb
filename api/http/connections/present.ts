import type { ConnectionState } from '../../../db/connections/queries.ts'
import type { Connection } from '../../schemas/connection.ts'
import { nextStepOf, type Receiving } from './own-webhook.ts'

export interface Reporting {
  readonly receiving: Receiving
  readonly publicUrl: string
}

/** `reporting`: null of a revoked connection. */
export function presentConnection(
  { provider, status, account, lastVerifiedAt, createdAt }: ConnectionState,
  reporting: Reporting | null,
): Connection {
  const receiving = reporting?.receiving ?? null
  return {
    provider,
    status,
    account: status === 'active' ? account : null,
    last_verified_at: lastVerifiedAt?.toISOString() ?? null,
    created_at: createdAt.toISOString(),
    receiving,
    next_step: reporting !== null && receiving === false ? nextStepOf(provider, reporting.publicUrl) : null,
  }
}
