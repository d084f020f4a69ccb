import { beforeAll, describe, expect, it } from '@jest/globals'
import { findStatements } from './find.ts'

const LINES_MAX = 60

/** Statements that are longer, with their lines as PostgreSQL reads them. The list and its numbers only shrink. */
const STILL: Readonly<Record<string, number>> = {
  fold_health: 93,
  read_history: 73,
  read_history_by_words: 89,
  read_history_of_many: 89,
  read_history_through_runs: 76,
}

let long: Readonly<Record<string, number>>
beforeAll(async () => {
  const lines = (await findStatements()).map(
    ({ statement: { name, text } }) => [name, text.split('\n').length] as const,
  )
  long = Object.fromEntries(lines.filter(([, count]) => count > LINES_MAX))
})

describe('statements', () => {
  it(`have ${LINES_MAX} lines at most, but those that are known to be longer`, () => {
    expect(long).toEqual(STILL)
  })
})
