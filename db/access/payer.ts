import type { KeyLimits } from '../../domain/access/key-limits.ts'
import type { Payer } from '../../domain/access/payer.ts'
import { mayRole, ROLES } from '../../domain/access/roles.ts'
import type { Queries } from '../database.ts'
import { statement } from '../statement.ts'

/** The payer of a watch or a job as it is now. */
export interface PayerState {
  /** The key is revoked or expired, or the app is disconnected, or its person may no longer start runs. */
  readonly isRevoked: boolean
  /** null: it has none. */
  readonly limits: KeyLimits | null
}

const RUNNING_ROLES = ROLES.filter((role) => mayRole(role, 'run')).map((role) => `'${role}'`)

/** A PayerState, of the key and the app with these ids, which are SQL; no row: there is neither. */
export const payerSql = ({ apiKeyId, connectedAppId }: { apiKeyId: string; connectedAppId: string }): string =>
  `select k.allow as limits,
      k.revoked_at is not null or coalesce(k.expires_at <= clock_timestamp(), false) as "isRevoked"
    from api_key k where k.id = ${apiKeyId}
    union all
    select null, a.revoked_at is not null or not exists (
        select from member m
        where m.workspace_id = a.workspace_id and m.user_id = a.user_id and m.role in (${RUNNING_ROLES.join(', ')}))
    from connected_app a where a.id = ${connectedAppId}`

export const READ_PAYER = statement<{ apiKeyId: string | null; connectedAppId: string | null }, PayerState>({
  name: 'read_payer',
  effect: false,
  text: payerSql({ apiKeyId: ':apiKeyId', connectedAppId: ':connectedAppId' }),
})

/** A person pays without limits, and what a person has made outlives the membership: it is the workspace's. */
const PERSON: PayerState = { isRevoked: false, limits: null }

export async function readPayer(tx: Queries, { apiKeyId, connectedAppId }: Payer): Promise<PayerState> {
  if (apiKeyId === null && connectedAppId === null) return PERSON
  const [payer] = await tx.query(READ_PAYER, { apiKeyId, connectedAppId })
  return payer ?? { isRevoked: true, limits: null }
}
