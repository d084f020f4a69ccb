import type { CatalogEndpoint } from './endpoint.ts'

/**
 * Whether a call may change something at the provider, or send something. An actor's run buys data, and a POST that the
 * platform's account may call only reads, as does one for an earlier result (`account-rule.ts`). Any other POST only
 * reads if it is a search. In doubt a call changes something.
 */
export function changesSomething({
  method,
  endpoint,
  bodyType,
  rule,
}: Pick<CatalogEndpoint, 'method' | 'endpoint' | 'bodyType' | 'rule'>): boolean {
  if (method === 'GET') return false
  if (method !== 'POST') return true
  return !(bodyType === 'actor_input' || rule === null || rule === 'stored_result' || endpoint.endsWith('/search'))
}
