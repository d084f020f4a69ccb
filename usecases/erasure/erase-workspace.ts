import type { ErasureStage } from '../../domain/erasures/stages.ts'
import { writeAudit } from '../../db/access/audit/entries.ts'
import type { Database, Transaction } from '../../db/database.ts'
import { BATCH_SIZE, type ErasedBatch } from '../../db/erasure/batch.ts'
import { END_ACCESS, ERASE_REST } from '../../db/erasure/workspace.ts'
import type { StreamOwner } from '../../db/delivery/events/write.ts'
import { STAGES } from './erase-batch.ts'

export interface WorkspaceErasure {
  readonly id: string
  readonly actor: string
  readonly reason: string
}

export const CLOSE_WORKSPACE: Transaction = { name: 'close_workspace', effect: true }

/** Ends every access to a workspace. The audit has it once. */
export const closeWorkspace = (db: Database, { id, actor, reason }: WorkspaceErasure): Promise<void> =>
  db.transaction(CLOSE_WORKSPACE, async (tx) => {
    const [row] = await tx.query(END_ACCESS, { id })
    if (row?.closed === true)
      await writeAudit(tx, {
        actor,
        workspaceId: id,
        action: 'workspace.close',
        before: null,
        after: { closed: true },
        reason,
      })
  })

export const ERASE_WORKSPACE_BATCH: Transaction = { name: 'erase_workspace_batch', effect: true }

/** Every text matches the empty expression. */
const EVERYTHING = {
  pattern: '',
  keyPattern: '',
  firstRunAfter: null,
  firstRowRunAfter: null,
  upTo: 'infinity',
  requestedAt: 'infinity',
}

/** One batch of a stage of a workspace: as of a person who is everywhere. */
export const eraseWorkspaceBatch = (
  db: Database,
  { workspaceId, environment }: StreamOwner,
  { stage, after }: { readonly stage: ErasureStage; readonly after: string },
): Promise<ErasedBatch> =>
  db.transaction(ERASE_WORKSPACE_BATCH, (tx) => {
    const { pattern, upTo, ...everything } = EVERYTHING
    return STAGES[stage](tx, {
      ...everything,
      bytes: BATCH_SIZE.bytes,
      values: { workspaceId, environment, pattern, upTo, after, limit: BATCH_SIZE.rows },
      kinds: [],
      names: [],
      sharedKinds: [],
      sharedNames: [],
      networkIds: [],
      keepSuppression: false,
    })
  })

export const FINISH_WORKSPACE_ERASURE: Transaction = { name: 'finish_workspace_erasure', effect: true }

/** What no stage has, and the names of the workspace and its people. Wallets, ledger, invoices and audit stay. */
export const finishWorkspaceErasure = (
  db: Database,
  { id, actor, reason }: WorkspaceErasure,
  erased: Readonly<Record<string, number>>,
): Promise<void> =>
  db.transaction(FINISH_WORKSPACE_ERASURE, async (tx) => {
    const [row] = await tx.query(ERASE_REST, { id })
    await writeAudit(tx, {
      actor,
      workspaceId: id,
      action: 'workspace.erase',
      before: null,
      after: { ...erased, users: row?.users ?? 0 },
      reason,
    })
  })
