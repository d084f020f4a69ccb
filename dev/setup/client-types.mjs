// The types of the typed client: generated from the routes, and not committed.
import { join } from 'node:path'
import { run } from './run.mjs'

export const CLIENT_TYPES = 'packages/client/operations.ts'

/**
 * Generates them when their sources have changed since the last time.
 * @param {string} clone
 * @param {string} node
 */
export async function clientTypes(clone, node) {
  const printed = await run(node, [join(clone, 'ops/client-types.ts')], { cwd: clone })
  return { value: undefined, note: printed.trim() }
}
