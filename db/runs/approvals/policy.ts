import { type ApprovalPolicy, NOTHING_TO_APPROVE } from '../../../domain/approvals/policy.ts'
import type { Queries } from '../../database.ts'
import { statement } from '../../statement.ts'

export const READ_APPROVAL_POLICY = statement<{ workspaceId: string }, { policy: ApprovalPolicy | null }>({
  name: 'read_approval_policy',
  effect: false,
  text: 'select approval_policy as policy from workspace where id = :workspaceId',
})

/** What a workspace wants to approve. */
export async function readApprovalPolicy(db: Queries, workspaceId: string): Promise<ApprovalPolicy> {
  const [workspace] = await db.query(READ_APPROVAL_POLICY, { workspaceId })
  if (workspace === undefined) throw new Error('the workspace does not exist')
  // A policy of before a member was added lacks it.
  return { ...NOTHING_TO_APPROVE, ...workspace.policy }
}

export const WRITE_APPROVAL_POLICY = statement<{ workspaceId: string; policy: string }>({
  name: 'write_approval_policy',
  effect: true,
  text: 'update workspace set approval_policy = :policy where id = :workspaceId',
})

export async function writeApprovalPolicy(db: Queries, workspaceId: string, policy: ApprovalPolicy): Promise<void> {
  await db.query(WRITE_APPROVAL_POLICY, { workspaceId, policy: JSON.stringify(policy) })
}
