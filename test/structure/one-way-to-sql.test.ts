import { describe, expect, it } from '@jest/globals'
import { importsOf } from './imports.ts'
import { readSources } from './sources.ts'

/** MikroORM applies migrations; a migration is one of its classes (decisions, "Statements"). A test has one too. */
const MAY_IMPORT_THE_ORM = /^db\/migrations\/|^test\/support\/next-migrations\.ts$/

describe('every read and write of the database is a statement', () => {
  it('because nothing else knows MikroORM', () => {
    const importing = readSources()
      .flatMap(importsOf)
      .filter(({ to }) => to.kind === 'package' && to.name.startsWith('@mikro-orm/'))
      .map(({ from }) => from)
    expect(importing).toContain('db/migrations/20261121000000_baseline.ts')
    expect([...new Set(importing)].filter((from) => !MAY_IMPORT_THE_ORM.test(from))).toEqual([])
  })
})
