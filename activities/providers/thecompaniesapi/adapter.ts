import type { Json, JsonObject } from '../../../domain/json/json.ts'
import type { AttemptCall, AttemptResult, ProviderAdapter } from '../../../domain/providers/manifest.ts'
import type { HttpAnswer, ProviderHttp } from '../http.ts'
import { delivered, lookUp, miss, notOffered, refused, unusable } from '../lookup.ts'
import { hostOf, objectOf, textOf } from '../wire.ts'
import { errorCode, readCompany, readPatterns, readTechnologies } from './map.ts'

interface Account {
  readonly apiKey: string
  readonly baseUrl: string
  readonly http: ProviderHttp
}

interface ProviderQuery {
  readonly path: string
  readonly query?: Readonly<Record<string, string>>
  readonly read: (answer: HttpAnswer) => AttemptResult
}

const NOT_FOUND = 404

export function createThecompaniesapiAdapter({ apiKey, baseUrl, http }: Account): ProviderAdapter {
  return {
    attempt(call) {
      const providerQuery = providerQueryOf(call)
      if (providerQuery === null) return Promise.resolve(notOffered)
      const { path, query = {}, read } = providerQuery
      // The token is sent as it is: this provider does not decode Basic credentials.
      return lookUp(http, call, {
        request: { method: 'GET', url: baseUrl + path, query, headers: { authorization: `Basic ${apiKey}` } },
        read,
        refuse,
      })
    },
  }
}

function providerQueryOf({ capability, input }: AttemptCall): ProviderQuery | null {
  switch (capability) {
    case 'company.enrich':
      return (
        bySite(input, company(readCompany, 'no company found')) ??
        byPage(input, company(readCompany, 'no company found'))
      )
    case 'company.technologies':
      return bySite(input, company(readTechnologies, 'no technologies found'))
    case 'company.email_pattern':
      return bySite(input, (answer) => patterns(answer, input), '/email-patterns')
    default:
      return null
  }
}

function bySite(input: JsonObject, read: ProviderQuery['read'], end = ''): ProviderQuery | null {
  const domain = hostOf(input.domain)
  return domain === null ? null : { path: `/v2/companies/${encodeURIComponent(domain)}${end}`, read }
}

function byPage(input: JsonObject, read: ProviderQuery['read']): ProviderQuery | null {
  const linkedin = textOf(input.linkedin_url)
  return linkedin === null ? null : { path: '/v2/companies/by-social', query: { linkedin }, read }
}

const company =
  (read: (body: JsonObject) => JsonObject | null, missing: string) =>
  (answer: HttpAnswer): AttemptResult => {
    const body = objectOf(answer.body)
    if (body === null || carriesError(body)) return unusable(answer, 'the answer is no company')
    return delivered(answer, read(body), missing)
  }

function patterns(answer: HttpAnswer, input: JsonObject): AttemptResult {
  if (!Array.isArray(answer.body)) return unusable(answer, 'the answer is no list')
  return delivered(answer, readPatterns(answer.body, input), 'no pattern found')
}

const carriesError = (body: Json): boolean => errorCode(body) !== null

/** A 404 with the provider's body means that the company is not known; without a body it is a wrong address. */
const refuse = (answer: HttpAnswer): AttemptResult =>
  answer.status === NOT_FOUND && carriesError(answer.body)
    ? miss(answer, 'not known')
    : refused(answer, errorCode(answer.body))
