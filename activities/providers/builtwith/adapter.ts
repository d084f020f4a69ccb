import type { AdapterResult, ProviderAdapter } from '../../../domain/providers/manifest.ts'
import { accountExhausted } from '../classify.ts'
import type { HttpAnswer, ProviderHttp } from '../http.ts'
import { delivered, lookUp, miss, notOffered, unusable } from '../lookup.ts'
import { hostOf, objectOf } from '../wire.ts'
import { readErrors, readTechnologies } from './map.ts'

interface Account {
  readonly apiKey: string
  readonly baseUrl: string
  readonly http: ProviderHttp
}

export function createBuiltwithAdapter({ apiKey, baseUrl, http }: Account): ProviderAdapter {
  return {
    attempt(call) {
      const domain = call.capability === 'company.technologies' ? hostOf(call.input.domain) : null
      if (domain === null) return Promise.resolve(notOffered)
      // This provider takes its key in the query; no detail of an attempt quotes a URL.
      return lookUp(http, call, {
        request: { method: 'GET', url: `${baseUrl}/v22/api.json`, query: { KEY: apiKey, LOOKUP: domain } },
        read,
      })
    },
  }
}

function read(answer: HttpAnswer): AdapterResult {
  const body = objectOf(answer.body)
  if (body === null) return unusable(answer, 'the answer is no object')
  switch (readErrors(body)) {
    case 'not known':
      return miss(answer, 'not known')
    case 'account':
      return accountExhausted(answer, null)
    case 'other':
      return unusable(answer, 'the answer carries an error')
    case 'none':
      return Array.isArray(body.Results)
        ? delivered(answer, readTechnologies(body), 'no technologies found')
        : unusable(answer, 'no results in the answer')
  }
}
