import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { Catalog } from '../../domain/catalog/catalog.ts'
import { fixed } from '../../ops/report/markdown.ts'
import { subjectOf } from './subjects.ts'

/** What an index costs: a row of the table. */
export function costOf(catalog: Catalog, queries: readonly string[]): string[] {
  const before = heapUsed()
  const startedAt = performance.now()
  const { discovery, search } = subjectOf(catalog)
  discovery.prepare()
  const builtIn = performance.now() - startedAt
  const memory = heapUsed() - before
  for (const query of queries) search(query)
  const times = queries.map((query) => timeOf(() => search(query))).toSorted((a, b) => a - b)
  const at = (share: number): number => times[Math.floor(share * (times.length - 1))] ?? 0
  return [
    String(discovery.texts.length),
    fixed(at(0.5), 2),
    fixed(at(0.95), 2),
    fixed(builtIn / 1000, 2),
    fixed(memory / 2 ** 20, 1),
  ]
}

function timeOf(run: () => void): number {
  const startedAt = performance.now()
  run()
  return performance.now() - startedAt
}

/** Objects and the typed arrays outside of the heap, after everything unused is gone. */
function heapUsed(): number {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')()
  const { heapUsed: heap, arrayBuffers } = process.memoryUsage()
  return heap + arrayBuffers
}
