import type { AdapterResult, ProviderAdapter } from '../../../domain/providers/manifest.ts'
import type { HttpAnswer } from '../http.ts'
import { delivered, unusable } from '../lookup.ts'
import { type Account, restAdapter } from '../rest-adapter.ts'
import { hostOf } from '../wire.ts'
import { hasFailed, itemOf, readTechnologies, siteOf } from './map.ts'

export const createWappalyzerAdapter = (account: Account): ProviderAdapter =>
  restAdapter(account, {
    headers: { 'x-api-key': account.apiKey },
    requests: {
      'company.technologies'({ input }) {
        const domain = hostOf(input.domain)
        return domain === null ? null : { path: '/lookup', query: { urls: siteOf(domain) }, read }
      },
    },
  })

/** A 200 may hold finished, pending and failed items; here it holds only the requested one. */
function read(answer: HttpAnswer): AdapterResult {
  const item = itemOf(answer.body)
  if (item === null) return unusable(answer, 'no item in the answer')
  return hasFailed(item)
    ? unusable(answer, 'the answer carries an error')
    : delivered(answer, readTechnologies(item), 'no technologies found')
}
