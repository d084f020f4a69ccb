import { describe, expect, it } from '@jest/globals'
import { importsOf } from './imports.ts'
import { readSources } from './sources.ts'

/** MikroORM applies migrations; a migration is one of its classes (decisions, "Statements"). */
const MAY_IMPORT_THE_ORM = /^db\/migrations\//

describe('every read and write of the database is a statement', () => {
  it('because nothing else knows MikroORM', () => {
    const importing = readSources()
      .flatMap(importsOf)
      .filter(({ to }) => to.kind === 'package' && to.name.startsWith('@mikro-orm/'))
      .map(({ from }) => from)
    expect(importing.length).toBeGreaterThan(10)
    expect([...new Set(importing)].filter((from) => !MAY_IMPORT_THE_ORM.test(from))).toEqual([])
  })
})
