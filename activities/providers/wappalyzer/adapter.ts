import type { AdapterResult, ProviderAdapter } from '../../../domain/providers/manifest.ts'
import type { HttpAnswer, ProviderHttp } from '../http.ts'
import { delivered, lookUp, notOffered, unusable } from '../lookup.ts'
import { hostOf } from '../wire.ts'
import { hasFailed, itemOf, readTechnologies, siteOf } from './map.ts'

interface Account {
  readonly apiKey: string
  readonly baseUrl: string
  readonly http: ProviderHttp
}

export function createWappalyzerAdapter({ apiKey, baseUrl, http }: Account): ProviderAdapter {
  return {
    attempt(call) {
      const domain = call.capability === 'company.technologies' ? hostOf(call.input.domain) : null
      if (domain === null) return Promise.resolve(notOffered)
      return lookUp(http, call, {
        request: {
          method: 'GET',
          url: `${baseUrl}/lookup`,
          query: { urls: siteOf(domain) },
          headers: { 'x-api-key': apiKey },
        },
        read,
      })
    },
  }
}

/** A 200 may hold finished, pending and failed items; here it holds only the requested one. */
function read(answer: HttpAnswer): AdapterResult {
  const item = itemOf(answer.body)
  if (item === null) return unusable(answer, 'no item in the answer')
  return hasFailed(item)
    ? unusable(answer, 'the answer carries an error')
    : delivered(answer, readTechnologies(item), 'no technologies found')
}
