import type { Database } from '../database.ts'
import { Workspace } from '../workspaces/entity.ts'

/** The repeat guard's window in days; 0 is off (Spec 4.8). Both environments share it. */
export const readRepeatWindow = async (db: Database, workspaceId: string): Promise<number> =>
  (
    await db.entities({ name: 'read_repeat_window', effect: false }, (em) =>
      em.findOneOrFail(Workspace, workspaceId, { fields: ['repeatTouchDays'] }),
    )
  ).repeatTouchDays

export const WRITE_REPEAT_WINDOW = { name: 'write_repeat_window', effect: true } as const

export async function writeRepeatWindow(db: Database, workspaceId: string, days: number): Promise<void> {
  await db.entities(WRITE_REPEAT_WINDOW, (em) => em.nativeUpdate(Workspace, workspaceId, { repeatTouchDays: days }))
}
