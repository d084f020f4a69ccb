import { describe, it } from '@jest/globals'
import { findPgBouncer, NO_PGBOUNCER, type PgBouncer } from '../../ops/local/pgbouncer.ts'

const found = findPgBouncer(process.env)

/**
 * Tests through a pooler: left out, by name, where there is none, and failing there with PGBOUNCER_REQUIRED, as
 * `.ci/run` sets it.
 */
export function describeWithPooler(name: string, tests: (pgBouncer: PgBouncer) => void): void {
  if (found !== null) return describe(name, () => tests(found))
  if (process.env['PGBOUNCER_REQUIRED'])
    return describe(name, () =>
      it('finds PgBouncer', () => {
        throw new Error(NO_PGBOUNCER)
      }),
    )
  describe.skip(`${name} (left out: ${NO_PGBOUNCER})`, () => undefined)
}
