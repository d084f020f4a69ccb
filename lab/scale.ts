import { loadKnownProviders } from '../activities/providers/known-providers.ts'
import { print } from '../ops/report/markdown.ts'
import { scaleTables } from './scale/tables.ts'

/**
 * `npm run scale`: the tables of lab/SCALE.md, computed from `lab/scale/measured.ts`; it contacts no server and
 * measures nothing.
 */
for (const [name, table] of Object.entries(scaleTables(loadKnownProviders({}).manifests))) print(`## ${name}`, table)
