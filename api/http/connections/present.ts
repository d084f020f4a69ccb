import type { ConnectionState } from '../../../db/access/connections/queries.ts'
import type { Connection } from '../../schemas/connection.ts'
import { newKeyStep } from '../../../usecases/outreach/reject-connection.ts'
import { nextStepOf, type Receiving } from './own-webhook.ts'

export interface Reporting {
  readonly receiving: Receiving
  readonly publicUrl: string
}

/** `reporting`: null of a revoked connection. */
export function presentConnection(
  { provider, status, account, lastVerifiedAt, createdAt, rejectedAt, rejectedReason }: ConnectionState,
  reporting: Reporting | null,
): Connection {
  const receiving = reporting?.receiving ?? null
  const rejected = status === 'active' && rejectedAt !== null
  return {
    provider,
    status: rejected ? 'rejected' : status,
    account: status === 'active' ? account : null,
    last_verified_at: lastVerifiedAt?.toISOString() ?? null,
    created_at: createdAt.toISOString(),
    rejected_at: rejected ? rejectedAt.toISOString() : null,
    rejected_reason: rejected ? rejectedReason : null,
    receiving,
    next_step: rejected
      ? newKeyStep(provider)
      : reporting !== null && receiving === false
        ? nextStepOf(provider, reporting.publicUrl)
        : null,
  }
}
