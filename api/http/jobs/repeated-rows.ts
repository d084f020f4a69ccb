import { hash } from 'node:crypto'
import { changesSomething } from '../../../domain/catalog/changes.ts'
import { canonicalJson } from '../../../domain/json/canonical.ts'
import { isSend } from '../../../domain/outbound/is-send.ts'
import { slicing } from '../../../db/time-slices.ts'
import type { WorkDeps } from '../runs/work.ts'
import type { RunnableRow } from './estimate.ts'

/** The rows that run, and for each of the others the number of the row whose run it has. */
export interface DistinctRows {
  readonly distinct: readonly RunnableRow[]
  readonly sameAs: ReadonlyMap<number, number>
}

/**
 * Rows of one job with the same request, as the readers of its capability have read it, run once: the first one runs.
 * A row that writes into its own row of a table is like no other. What sends or changes something runs as often as it
 * is requested, and the guards judge each.
 */
export async function distinctRows(deps: WorkDeps, rows: readonly RunnableRow[]): Promise<DistinctRows> {
  const slice = slicing()
  const first = new Map<string, number>()
  const sameAs = new Map<number, number>()
  const distinct: RunnableRow[] = []
  for (const row of rows) {
    await slice()
    const same = onlyReads(deps, row) ? first.get(digestOf(row)) : undefined
    if (same !== undefined) sameAs.set(row.number, same)
    else {
      first.set(digestOf(row), row.number)
      distinct.push(row)
    }
  }
  return { distinct, sameAs }
}

const digestOf = ({ request: { input, raw, record } }: RunnableRow): string =>
  hash('sha256', canonicalJson({ input, raw, record }), 'base64')

/** In doubt a call changes something: the catalog may have lost its endpoint since the failed row was accepted. */
function onlyReads({ findCapability, known }: WorkDeps, { work: { work }, request }: RunnableRow): boolean {
  if (isSend(request)) return false
  if (!('raw' in work)) return findCapability(work.capability)?.sends === false
  const endpoint = known.catalog.find(work.raw.provider, work.raw.endpoint, work.raw.method)
  return endpoint !== undefined && !changesSomething(endpoint)
}
