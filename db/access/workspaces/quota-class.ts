import type { QuotaClass } from '../../../domain/plans/quotas.ts'
import type { Queries } from '../../database.ts'
import { statement } from '../../statement.ts'

/** Whose quotas apply to a workspace of this alias. Who has paid for a plan is not in quarantine. */
export const QUOTA_CLASS_SQL = (workspace: string): string => `case when ${workspace}.plan = 'pay_per_call' and (
      exists (select from agent_sign_up q where q.workspace_id = ${workspace}.id and q.claimed_at is null)
      or ${workspace}.awaits_confirmation and not exists (select from member m join app_user u on u.id = m.user_id
        where m.workspace_id = ${workspace}.id and u.email_verified_at is not null)
    ) then 'quarantine' else ${workspace}.plan end`

export const READ_QUOTA_CLASS = statement<{ workspaceId: string }, { quotaClass: QuotaClass }>({
  name: 'read_quota_class',
  effect: false,
  text: `select ${QUOTA_CLASS_SQL('w')} as "quotaClass" from workspace w where w.id = :workspaceId`,
})

/** Read before work that a quota may refuse; the lock decides. */
export async function readQuotaClass(queries: Queries, workspaceId: string): Promise<QuotaClass> {
  const [row] = await queries.query(READ_QUOTA_CLASS, { workspaceId })
  if (row === undefined) throw new Error('the workspace does not exist')
  return row.quotaClass
}
