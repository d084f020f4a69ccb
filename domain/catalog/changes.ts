import { actorStart } from './actor-starts.ts'
import { methodOfEffect } from './effect.ts'
import type { CatalogEndpoint, OwnKeyRule } from './endpoint.ts'

/**
 * A POST of these rules only reads (`account-rule.ts`): the platform's account may call it, or might if its price were
 * known, or it reads an earlier result.
 */
const READING: readonly (OwnKeyRule | null)[] = [null, 'unpriced', 'stored_result']

/**
 * Whether a call may change something at the provider, or send something. An actor's run buys data. A POST that needs
 * the own key only reads if it is a search. In doubt a call changes something.
 */
export function changesSomething({
  method,
  endpoint,
  rule,
}: Pick<CatalogEndpoint, 'method' | 'endpoint' | 'rule'>): boolean {
  const effect = methodOfEffect({ method, endpoint })
  if (effect !== 'POST') return effect !== 'GET'
  return !(actorStart({ method, endpoint }) !== null || READING.includes(rule) || endpoint.endsWith('/search'))
}
