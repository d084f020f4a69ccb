import type { Queries } from './database.ts'
import { statement } from './statement.ts'

export const SELECT_ONE = statement({ name: 'select_one', effect: false, text: 'select 1' })

/** Throws where the database does not answer. */
export async function checkDatabase(queries: Queries): Promise<void> {
  await queries.query(SELECT_ONE, {})
}
