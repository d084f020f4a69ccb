import type { Queries } from '../../database.ts'
import { statement } from '../../statement.ts'

export const READ_REPEAT_WINDOW = statement<{ workspaceId: string }, { days: number }>({
  name: 'read_repeat_window',
  effect: false,
  text: 'select repeat_touch_days as days from workspace where id = :workspaceId',
})

/** The repeat guard's window in days; 0 is off (Spec 4.8). Both environments share it. */
export async function readRepeatWindow(db: Queries, workspaceId: string): Promise<number> {
  const [workspace] = await db.query(READ_REPEAT_WINDOW, { workspaceId })
  if (workspace === undefined) throw new Error('the workspace does not exist')
  return workspace.days
}

export const WRITE_REPEAT_WINDOW = statement<{ workspaceId: string; days: number }>({
  name: 'write_repeat_window',
  effect: true,
  text: 'update workspace set repeat_touch_days = :days where id = :workspaceId',
})

export async function writeRepeatWindow(db: Queries, workspaceId: string, days: number): Promise<void> {
  await db.query(WRITE_REPEAT_WINDOW, { workspaceId, days })
}
