import type { Plan } from '../../domain/tables/limits.ts'
import type { Queries, Statement } from '../database.ts'

const LOCK_WORKSPACE: Statement = {
  name: 'lock_workspace',
  effect: false,
  text: 'select plan from workspace where id = $1 for no key update',
}

/**
 * Until the transaction ends, whoever fills or changes a limit of the workspace waits here for the others: of two that come at once none
 * takes the other's last place, and a plan never falls in the middle of a write. What is counted is read by a statement of its own after
 * it, which sees what this one has waited for. Behind the locks of runs, tables and rows (decisions, "Lock order"). Answers its plan; null:
 * there is no such workspace.
 */
export async function lockWorkspace(tx: Queries, workspaceId: string): Promise<Plan | null> {
  const [row] = await tx.query<{ plan: Plan }>(LOCK_WORKSPACE, [workspaceId])
  return row?.plan ?? null
}
