import { findWorkspace } from '../../db/access/workspaces/queries.ts'
import type { Database } from '../../db/database.ts'
import {
  closeWorkspace,
  eraseWorkspaceBatch,
  finishWorkspaceErasure,
  type WorkspaceErasure,
} from '../../usecases/erasure/erase-workspace.ts'
import { readOpenObligations } from '../../db/erasure/workspace.ts'
import { ERASURE_STAGES } from '../../domain/erasures/stages.ts'
import { ENVIRONMENTS } from '../../domain/runs/states.ts'

export interface EraseRequest {
  readonly words: readonly string[]
  readonly actor: string
  readonly reason: string
}

export interface EraseCommandAnswer {
  readonly line: string
  readonly done: boolean
}

const answer = (line: string, done = false): EraseCommandAnswer => ({ line, done })

/** The command behind `npm run erase`. It may be repeated, and continues where it stopped. */
export async function runErase(
  db: Database,
  { words: [noun, name, ...more], actor, reason }: EraseRequest,
): Promise<EraseCommandAnswer> {
  if (noun !== 'workspace' || name === undefined || more.length > 0)
    return answer('npm run erase -- workspace <id or name> --reason "…"')
  if (reason === '') return answer('State why: --reason "…". It is kept in the audit.')
  const workspace = await findWorkspace(db, name)
  if (workspace === null) return answer(`There is no workspace ${name}.`)
  const erasure = { id: workspace.id, actor, reason }
  const open = Object.entries(await readOpenObligations(db, workspace.id)).filter(([, count]) => count > 0)
  if (open.length > 0)
    return answer(
      `The workspace still has ${open.map(([what, count]) => `${count} ${what}`).join(', ')}. ` +
        'Remove them through the API first: they exist at providers too.',
    )
  await closeWorkspace(db, erasure)
  return eraseAll(db, erasure)
}

async function eraseAll(db: Database, erasure: WorkspaceErasure): Promise<EraseCommandAnswer> {
  const counts = new Map<string, number>()
  for (const environment of ENVIRONMENTS) {
    for (const stage of ERASURE_STAGES) {
      for (let after: string | null = ''; after !== null;) {
        const done = await eraseWorkspaceBatch(db, { workspaceId: erasure.id, environment }, { stage, after })
        if (done.waiting != null)
          return answer(`Closed. ${done.waiting} has not ended: run the command again when it has.`)
        for (const [what, count] of Object.entries(done.erased)) counts.set(what, (counts.get(what) ?? 0) + count)
        after = done.after
      }
    }
  }
  const erased = Object.fromEntries([...counts].filter(([, count]) => count > 0))
  await finishWorkspaceErasure(db, erasure, erased)
  const lines = Object.entries(erased).map(([what, count]) => `${count} ${what.replace('_', ' ')}`)
  return answer(`${erasure.id} is erased: ${lines.join(', ') || 'it was empty'}.`, true)
}
