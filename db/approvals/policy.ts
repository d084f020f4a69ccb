import { type ApprovalPolicy, NOTHING_TO_APPROVE } from '../../domain/approvals/policy.ts'
import type { Database } from '../database.ts'
import { Workspace } from '../workspaces/entity.ts'

/** What a workspace wants to approve. */
export async function readApprovalPolicy(db: Database, workspaceId: string): Promise<ApprovalPolicy> {
  const workspace = await db.entities({ name: 'read_approval_policy', effect: false }, (em) =>
    em.findOneOrFail(Workspace, workspaceId, { fields: ['approvalPolicy'] }),
  )
  // A policy of before a member was added lacks it.
  return { ...NOTHING_TO_APPROVE, ...workspace.approvalPolicy }
}

export const WRITE_APPROVAL_POLICY = { name: 'write_approval_policy', effect: true } as const

export async function writeApprovalPolicy(db: Database, workspaceId: string, policy: ApprovalPolicy): Promise<void> {
  await db.entities(WRITE_APPROVAL_POLICY, (em) =>
    em.nativeUpdate(Workspace, workspaceId, { approvalPolicy: { ...policy } }),
  )
}
