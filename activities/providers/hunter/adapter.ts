import type { AttemptCall, AttemptResult, JsonObject, ProviderAdapter } from '../../../domain/providers/manifest.ts'
import { accountExhausted, rateLimited } from '../classify.ts'
import type { HttpAnswer, ProviderHttp } from '../http.ts'
import { delivered, lookUp, miss, notOffered, refused, unusable } from '../lookup.ts'
import { objectOf, textOf } from '../wire.ts'
import { readCompany, readPerson } from './map-enrichment.ts'
import { errorCode, finderQuery, personQuery, readFound, readVerified } from './map.ts'

interface Account {
  readonly apiKey: string
  readonly baseUrl: string
  readonly http: ProviderHttp
}

interface Question {
  readonly path: string
  readonly query: Readonly<Record<string, string | number | undefined>>
  readonly read: (data: JsonObject, answer: HttpAnswer) => AttemptResult
  /** Whether a 404 says that nobody is known under the input; of the finder that is not confirmed. */
  readonly missIs404?: true
}

/** Hunter is still looking; it says so instead of holding the connection. */
const STILL_WORKING = 202
const NOT_FOUND = 404

export function createHunterAdapter(account: Account): ProviderAdapter {
  return {
    attempt(call) {
      const question = questionOf(call)
      return question === null ? Promise.resolve(notOffered) : ask(account, call, question)
    },
  }
}

function questionOf({ capability, input, deadlineMs }: AttemptCall): Question | null {
  switch (capability) {
    case 'contact.find':
      return { path: '/email-finder', query: finderQuery(input, deadlineMs), read: (data, answer) => delivered(answer, readFound(data), 'no email found') }
    case 'contact.verify':
      return { path: '/email-verifier', query: { email: textOf(input.email) ?? undefined }, read: verified }
    case 'person.enrich':
      return { path: '/people/find', query: personQuery(input), read: (data, answer) => delivered(answer, readPerson(data), 'nobody found'), missIs404: true }
    case 'company.enrich':
      return { path: '/companies/find', query: { domain: textOf(input.domain) ?? undefined }, read: (data, answer) => delivered(answer, readCompany(data), 'no company found'), missIs404: true }
    default:
      return null
  }
}

function ask({ apiKey, baseUrl, http }: Account, call: AttemptCall, { path, query, read, missIs404 }: Question): Promise<AttemptResult> {
  return lookUp(http, call, {
    request: { method: 'GET', url: baseUrl + path, headers: { 'x-api-key': apiKey }, query },
    read(answer) {
      if (answer.status === STILL_WORKING) return { kind: 'failed', outcome: 'provider_timeout', detail: 'HTTP 202: still working' }
      const data = objectOf(objectOf(answer.body)?.data)
      return data === null ? unusable(answer, 'no data in the answer') : read(data, answer)
    },
    // Without a JSON body a 404 is a wrong address, not an answer about anybody.
    refuse: (answer) => (answer.status === NOT_FOUND && missIs404 === true && objectOf(answer.body) !== null ? miss(answer, 'not known') : refusal(answer)),
  })
}

function verified(data: JsonObject, answer: HttpAnswer): AttemptResult {
  const output = readVerified(data)
  return output === null ? unusable(answer, 'no verdict in the answer') : delivered(answer, output, '')
}

/** Hunter's two statuses mean the reverse of what they mean elsewhere: 403 is the rate limit, 429 the quota. */
function refusal(answer: HttpAnswer): AttemptResult {
  const code = errorCode(answer.body)
  if (answer.status === 403) return rateLimited(answer, code)
  if (answer.status === 429) return accountExhausted(answer, code)
  return refused(answer, code)
}
