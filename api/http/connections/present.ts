import type { ConnectionState } from '../../../db/connections/queries.ts'
import type { Connection } from '../../schemas/connection.ts'

export const presentConnection = ({
  provider,
  status,
  account,
  lastVerifiedAt,
  createdAt,
}: ConnectionState): Connection => ({
  provider,
  status,
  account,
  last_verified_at: lastVerifiedAt?.toISOString() ?? null,
  created_at: createdAt.toISOString(),
})
