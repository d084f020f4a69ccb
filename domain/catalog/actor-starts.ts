import { methodOfEffect } from './effect.ts'
import type { CatalogEndpoint } from './endpoint.ts'

const STARTS_ACTOR = /\/actors\/(?:(\{actorId\})|([^/{}]+))\/run(?:s|-sync|-sync-get-dataset-items)$/

/**
 * The actor that a call starts: `named` in the path of the catalog, or null where the caller names it as `actorId`;
 * `before`: the path up to it. null: the call starts none. `db/runs/target-sql.ts` reads the second kind the same way.
 */
export function actorStart(
  call: Pick<CatalogEndpoint, 'method' | 'endpoint'>,
): { readonly named: string | null; readonly before: string } | null {
  const found = STARTS_ACTOR.exec(call.endpoint)
  if (found === null || methodOfEffect(call) !== 'POST') return null
  const [start, , named = null] = found
  return { named, before: call.endpoint.slice(0, -start.length) }
}
