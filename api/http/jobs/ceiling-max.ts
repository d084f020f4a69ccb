import { ceilingWithoutApproval } from '../../../domain/approvals/judge.ts'
import { readApprovalPolicy } from '../../../db/runs/approvals/policy.ts'
import type { Database } from '../../../db/database.ts'
import type { Principal } from '../../../domain/access/principal.ts'

/** The highest ceiling, in microdollars, that the caller sets without an approval; null: any. */
export async function readCeilingMax(db: Database, { kind, workspaceId }: Principal): Promise<bigint | null> {
  if (kind === 'session') return null
  return ceilingWithoutApproval(await readApprovalPolicy(db, workspaceId))
}
