import type { Queries } from '../database.ts'
import { ConnectionDead } from './errors.ts'

/** What only reads, and was caught on a connection that had died, reads once more: on another one. */
export const readingAgain = (queries: Queries): Queries => ({
  ...queries,
  async query(statement, values) {
    try {
      return await queries.query(statement, values)
    } catch (error) {
      if (statement.effect !== false || !(error instanceof ConnectionDead)) throw error
      return queries.query(statement, values)
    }
  },
})
