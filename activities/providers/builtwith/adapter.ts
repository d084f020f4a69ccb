import type { AdapterResult, ProviderAdapter } from '../../../domain/providers/manifest.ts'
import { accountExhausted } from '../classify.ts'
import type { HttpAnswer } from '../http.ts'
import { delivered, miss, unusable } from '../lookup.ts'
import { type Account, restAdapter } from '../rest-adapter.ts'
import { hostOf, objectOf } from '../wire.ts'
import { readErrors, readTechnologies } from './map.ts'

/** This provider takes its key in the query; no detail of an attempt quotes a URL. */
export const createBuiltwithAdapter = (account: Account): ProviderAdapter =>
  restAdapter(account, {
    requests: {
      'company.technologies'({ input }) {
        const domain = hostOf(input.domain)
        return domain === null ? null : { path: '/v22/api.json', query: { KEY: account.apiKey, LOOKUP: domain }, read }
      },
    },
  })

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
