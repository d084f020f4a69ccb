import type { Database, Statement } from '../database.ts'

const READ_REPEAT_WINDOW: Statement = {
  name: 'read_repeat_window',
  effect: false,
  text: `select repeat_touch_days as days from workspace where id = $1`,
}

/** The repeat guard's window in days; 0 is off (Spec 4.8). Both environments share it. */
export async function readRepeatWindow(db: Database, workspaceId: string): Promise<number> {
  const [row] = await db.query<{ days: number }>(READ_REPEAT_WINDOW, [workspaceId])
  if (row === undefined) throw new Error('the workspace does not exist')
  return row.days
}

export const WRITE_REPEAT_WINDOW: Statement = {
  name: 'write_repeat_window',
  effect: true,
  text: `update workspace set repeat_touch_days = $2 where id = $1`,
}

export async function writeRepeatWindow(db: Database, workspaceId: string, days: number): Promise<void> {
  await db.query(WRITE_REPEAT_WINDOW, [workspaceId, days])
}
