import type { PgBouncer } from '../../dev/local/pgbouncer.ts'
import { findPgBouncer, NO_PGBOUNCER } from '../../dev/setup/pgbouncer.mjs'
import { describeOnlyWith } from './only-with.ts'

const found = findPgBouncer(process.env)

/** Tests through a pooler. */
export const describeWithPooler = (name: string, tests: () => void): void =>
  describeOnlyWith({ found, missing: NO_PGBOUNCER, requiredBy: 'PGBOUNCER_REQUIRED' }, name, tests)

/** The one that these tests start. */
export function pgBouncer(): PgBouncer {
  if (found === null) throw new Error(NO_PGBOUNCER)
  return found
}
