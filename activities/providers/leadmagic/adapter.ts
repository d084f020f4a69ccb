import type { JsonObject } from '../../../domain/json/json.ts'
import type { AdapterResult, ProviderAdapter } from '../../../domain/providers/manifest.ts'
import type { HttpAnswer } from '../http.ts'
import { delivered, unusable } from '../lookup.ts'
import { type Account, restAdapter, type RestRequest, type RestRequests } from '../rest-adapter.ts'
import { objectOf, stated } from '../wire.ts'
import {
  companyBody,
  readCompany,
  readFunding,
  readHeadcount,
  readLinkedin,
  readOwner,
  readPerson,
  readProfile,
} from './map-records.ts'
import {
  carriesError,
  errorCode,
  finderBody,
  readFound,
  readFoundByProfile,
  readPersonalEmail,
  readPhone,
  readVerified,
} from './map.ts'

export const createLeadmagicAdapter = (account: Account): ProviderAdapter =>
  restAdapter(account, {
    headers: { 'x-api-key': account.apiKey },
    requests: REQUESTS,
    refusals: { notFound: 'not known', codeOf: errorCode },
  })

type Reader = (body: JsonObject) => JsonObject | null

/**
 * The meaning of a null from `read`: `missing` was not found; or, for a request that always has an answer (null), the
 * answer is missing.
 */
const lookup = (path: string, body: JsonObject, read: Reader, missing: string | null): RestRequest => ({
  path,
  body,
  read(answer) {
    const found = objectOf(answer.body)
    if (found === null) return unusable(answer, 'the answer is no object')
    if (carriesError(found)) return unusable(answer, 'the answer carries an error')
    return outcomeOf(answer, read(found), missing)
  },
})

const outcomeOf = (answer: HttpAnswer, output: JsonObject | null, missing: string | null): AdapterResult =>
  output === null && missing === null
    ? unusable(answer, 'no verdict in the answer')
    : delivered(answer, output, missing ?? '')

const profileOf = ({ linkedin_url: url }: JsonObject): JsonObject => stated({ profile_url: url })
const emailOf = ({ email }: JsonObject): JsonObject => stated({ work_email: email })

const person = (path: string, body: JsonObject, read: Reader, missing = 'no person found') =>
  lookup(`/v1/people/${path}`, body, read, missing)
const company = (input: JsonObject, read: Reader, missing: string): RestRequest =>
  lookup('/v1/companies/company-search', companyBody(input), read, missing)

const NO_EMAIL = 'no email found'

const REQUESTS: RestRequests = {
  'contact.find': ({ input }) => person('email-finder', finderBody(input), readFound, NO_EMAIL),
  'contact.find_by_profile': ({ input }) => person('b2b-profile-email', profileOf(input), readFoundByProfile, NO_EMAIL),
  'contact.personal_email': ({ input }) =>
    person('personal-email-finder', profileOf(input), readPersonalEmail, NO_EMAIL),
  'contact.verify': ({ input }) =>
    lookup('/v1/people/email-validation', stated({ email: input.email }), readVerified, null),
  'contact.phone': ({ input }) =>
    person('mobile-finder', { ...profileOf(input), ...emailOf(input) }, readPhone, 'no phone found'),
  'contact.reverse_email': ({ input }) => person('b2b-profile', emailOf(input), (body) => readOwner(body, input)),
  'person.resolve_profile': ({ input }) => person('b2b-profile', emailOf(input), readProfile),
  'person.enrich': ({ input }) => person('profile-search', profileOf(input), readPerson),
  'company.enrich': ({ input }) => company(input, readCompany, 'no company found'),
  'linkedin.company': ({ input }) => company(input, readLinkedin, 'no page found'),
  'company.headcount': ({ input }) => company(input, readHeadcount, 'no size found'),
  'company.funding': ({ input }) =>
    lookup(
      '/v1/companies/company-funding',
      stated({ company_domain: input.domain, company_name: input.name }),
      readFunding,
      'no funding found',
    ),
}
