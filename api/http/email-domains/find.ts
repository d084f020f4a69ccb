import type { Principal } from '../../../domain/access/principal.ts'
import { readMailHost } from '../../../domain/identity/host.ts'
import type { Database } from '../../../db/database.ts'
import { findEmailDomain, type StoredDomain } from '../../../db/outreach/email-domains/queries.ts'
import { Problem } from '../../errors/problem.ts'

/** Another workspace's domain is reported as missing. */
export async function existingDomain(
  db: Database,
  { workspaceId, environment }: Principal,
  named: string,
): Promise<StoredDomain> {
  const domain = readMailHost(named)
  const found = domain === null ? null : await findEmailDomain(db, { workspaceId, environment, domain })
  if (found === null) throw new Problem('not_found', 'This domain is not one of yours.', { param: '/domain' })
  return found
}
