import type { Queries } from '../../../db/database.ts'
import { type QuotaReached, sentenceOf } from '../../../domain/plans/quotas.ts'
import type { TableFull } from '../../../db/tables/quota.ts'
import { readTableNames } from '../../../db/tables/list-tables.ts'
import { findTable, type TableState } from '../../../db/tables/tables.ts'
import { type KeyMode, readKeyMode } from '../../../domain/tables/keys.ts'
import { KEY_MODES } from '../../../domain/tables/limits.ts'
import type { Principal } from '../../../domain/access/principal.ts'
import type { Environment } from '../../../domain/runs/states.ts'
import { didYouMeanOf } from '../../errors/did-you-mean.ts'
import { Problem } from '../../errors/problem.ts'
import { requireTables } from './require-tables.ts'

/** The table that a path names; only writes of rows create one (Spec 4.7). */
export const requireTable = (queries: Queries, principal: Principal, name: string): Promise<TableState> =>
  namedTable(queries, principal, { name })

/** The table that the member `at` of a body names; `forbidden` while tables are off. */
export async function requireTableAt(
  queries: Queries,
  principal: Principal,
  { name, at }: { readonly name: string; readonly at: string },
): Promise<TableState> {
  await requireTables(queries, at)(principal)
  const advice = 'The first write to `POST /v1/tables/{name}/rows` creates it.'
  return await namedTable(queries, principal, { name, param: `${at}/table`, advice })
}

async function namedTable(queries: Queries, principal: Principal, named: MissingTable): Promise<TableState> {
  const table = await findTable(queries, principal, named.name)
  if (table === null) throw await missingTable(queries, principal, named)
  return table
}

/** A table that was deleted in the meantime. */
export const noSuchTable = (): Problem =>
  new Problem('not_found', 'There is no table with this name.', { param: '/name' })

interface MissingTable {
  readonly name: string
  readonly param?: string
  /** How one is created, where the caller may not know. */
  readonly advice?: string
}

/**
 * `not_found` for a table that the environment lacks. It reminds of the other environment, and never states whether
 * that one has it: a key of the sandbox learns nothing of the live tables.
 */
export async function missingTable(
  queries: Queries,
  principal: Principal,
  { name, param = '/name', advice }: MissingTable,
): Promise<Problem> {
  const [here, there] = PLACES[principal.environment]
  const sentence = `There is no table with this name in ${here}; ${there} has its own tables.`
  return new Problem('not_found', [sentence, ...(advice === undefined ? [] : [advice])].join(' '), {
    param,
    ...didYouMeanOf(name, await readTableNames(queries, principal)),
  })
}

const PLACES: Readonly<Record<Environment, readonly [here: string, there: string]>> = {
  live: ['the live environment', 'the sandbox'],
  test: ['the sandbox', 'the live environment'],
}

const KEY_MODES_LISTED = KEY_MODES.map((known) => `\`${known}\``).join(', ')

/** The key mode of a body, null when it names none. */
export function keyModeOf(text: string | undefined): KeyMode | null {
  const mode = text === undefined ? null : readKeyMode(text)
  if (text !== undefined && mode === null) {
    throw new Problem(
      'invalid_request',
      `\`/key\` must be one of ${KEY_MODES_LISTED}, or \`field:<name>\` with the name of a data field.`,
      { param: '/key' },
    )
  }
  return mode
}

/** `limit_reached`: the exhausted quota, its usage and limit (Spec 8), and what to do. Nothing was written. */
export function quotaProblem(full: QuotaReached | TableFull): Problem {
  const sentence =
    full.kind === 'quota reached'
      ? sentenceOf(full)
      : `The table has ${full.used} rows; the limit is ${full.limit}. Delete rows, or start another table.`
  return new Problem('limit_reached', `Nothing was written. ${sentence}`)
}
