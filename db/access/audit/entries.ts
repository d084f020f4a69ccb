import type { JsonObject } from '../../../domain/json/json.ts'
import type { Queries } from '../../database.ts'
import { statement } from '../../statement.ts'

/** One change by an operator: the value before, the value after, and the reason. */
export interface AuditLine {
  readonly actor: string
  readonly workspaceId: string | null
  /** `<noun>.<verb>`, for example `rate.set`. */
  readonly action: string
  readonly before: JsonObject | null
  readonly after: JsonObject | null
  readonly reason: string
}

export const WRITE_AUDIT = statement<{
  actor: string
  workspaceId: string | null
  action: string
  before: string | null
  after: string | null
  reason: string
}>({
  name: 'write_audit_entry',
  effect: 'within',
  text: `insert into audit_entry (actor, workspace_id, action, before, after, reason)
    values (:actor, :workspaceId, :action, :before, :after, :reason)`,
})

/** Appends an audit entry in the transaction of the change that it records. Entries are never changed or deleted. */
export async function writeAudit(
  tx: Queries,
  { actor, workspaceId, action, before, after, reason }: AuditLine,
): Promise<void> {
  await tx.query(WRITE_AUDIT, {
    actor,
    workspaceId,
    action,
    before: before === null ? null : JSON.stringify(before),
    after: after === null ? null : JSON.stringify(after),
    reason,
  })
}

export interface WrittenAuditLine extends AuditLine {
  readonly at: Date
}

/** More than a person reads at once. */
const LINES_MAX = 200

export const LIST_AUDIT = statement<{ workspaceId: string }, WrittenAuditLine & { workspaceId: string }>({
  name: 'list_audit_entries',
  effect: false,
  text: `select at, actor, workspace_id as "workspaceId", action, before, after, reason from audit_entry
    where workspace_id = :workspaceId order by id desc limit ${LINES_MAX}`,
})

/** The newest entries about a workspace, newest first. */
export const listAudit = (queries: Queries, workspaceId: string): Promise<WrittenAuditLine[]> =>
  queries.query(LIST_AUDIT, { workspaceId })
