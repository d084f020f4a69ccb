import type { KeyLimits } from '../../domain/access/key-limits.ts'
import type { Payer } from '../../domain/access/payer.ts'
import { mayRole, ROLES } from '../../domain/access/roles.ts'
import type { Queries } from '../database.ts'
import { statement } from '../statement.ts'

/** The payer of a watch as it is now. */
export interface PayerState {
  /** The key is revoked or expired, or the app is disconnected, or its person may no longer start runs. */
  readonly isRevoked: boolean
  /** null: it has none. */
  readonly limits: KeyLimits | null
}

const RUNNING_ROLES = ROLES.filter((role) => mayRole(role, 'run'))

const READ_PAYER = statement<
  { apiKeyId: string | null; connectedAppId: string | null; roles: readonly string[] },
  PayerState
>({
  name: 'read_watch_payer',
  effect: false,
  text: `select k.allow as limits,
      k.revoked_at is not null or coalesce(k.expires_at <= clock_timestamp(), false) as "isRevoked"
    from api_key k where k.id = :apiKeyId
    union all
    select null, a.revoked_at is not null or not exists (
        select from member m
        where m.workspace_id = a.workspace_id and m.user_id = a.user_id and m.role = any (:roles::text[]))
    from connected_app a where a.id = :connectedAppId`,
})

/** A person pays without limits, and a watch of a person outlives the membership: it is the workspace's. */
const PERSON: PayerState = { isRevoked: false, limits: null }

export async function readPayer(tx: Queries, { apiKeyId, connectedAppId }: Payer): Promise<PayerState> {
  if (apiKeyId === null && connectedAppId === null) return PERSON
  const [payer] = await tx.query(READ_PAYER, { apiKeyId, connectedAppId, roles: RUNNING_ROLES })
  return payer ?? { isRevoked: true, limits: null }
}
