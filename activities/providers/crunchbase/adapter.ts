import type { AttemptCall, AdapterResult, ProviderAdapter } from '../../../domain/providers/manifest.ts'
import type { HttpAnswer, ProviderRequest } from '../http.ts'
import { callProvider, miss, notOffered, refused, unusable } from '../lookup.ts'
import type { Account } from '../rest-adapter.ts'
import { objectOf } from '../wire.ts'
import { entityQuery, readEntityId, readFunding, searchBody } from './map.ts'

const NOT_FOUND = 404

export function createCrunchbaseAdapter(account: Account): ProviderAdapter {
  return {
    attempt: (call) => (call.capability === 'company.funding' ? funding(account, call) : Promise.resolve(notOffered)),
  }
}

/** Finds the requested organization first, then its rounds. */
async function funding({ apiKey, baseUrl, http }: Account, call: AttemptCall): Promise<AdapterResult> {
  const search = searchBody(call.input)
  if (search === null) return notOffered
  const endsAt = performance.now() + call.deadlineMs
  const next = (path: string, request: Pick<ProviderRequest, 'method' | 'query' | 'body'>) =>
    callProvider(
      http,
      { signal: call.signal, deadlineMs: Math.max(1, endsAt - performance.now()) },
      { request: { ...request, url: baseUrl + path, headers: { 'x-cb-user-key': apiKey } }, refuse },
    )

  const listed = await next('/searches/organizations', { method: 'POST', body: { kind: 'json', value: search } })
  if (listed.kind !== 'answer') return listed
  const id = readEntityId(listed.body, call.input)
  if (id === undefined) return unusable(listed, 'no list in the answer')
  if (id === null) return miss(listed, 'no company found')
  const found = await next(`/entities/organizations/${encodeURIComponent(id)}`, { method: 'GET', query: entityQuery })
  if (found.kind !== 'answer') return found
  const body = objectOf(found.body)
  if (body === null || objectOf(body.properties) === null) return unusable(found, 'the answer is no organization')
  const output = readFunding(body)
  // The licence covers derived data, not the records themselves.
  return output === null
    ? { kind: 'noMatch', detail: 'no funding found', raw: null }
    : { kind: 'delivered', output, raw: null, units: 1 }
}

/** A 404 with Crunchbase's body means that there is no such organization; without a body it is a wrong URL. */
const refuse = (answer: HttpAnswer): AdapterResult =>
  answer.status === NOT_FOUND && answer.body !== null ? miss(answer, 'not known') : refused(answer)
