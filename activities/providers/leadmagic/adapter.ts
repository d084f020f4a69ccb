import type { JsonObject } from '../../../domain/json/json.ts'
import type { AttemptCall, AdapterResult, ProviderAdapter } from '../../../domain/providers/manifest.ts'
import type { HttpAnswer, ProviderHttp } from '../http.ts'
import { delivered, lookUp, miss, notOffered, refused, unusable } from '../lookup.ts'
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

interface Account {
  readonly apiKey: string
  readonly baseUrl: string
  readonly http: ProviderHttp
}

interface ProviderQuery {
  readonly path: string
  readonly body: JsonObject
  readonly read: (body: JsonObject) => JsonObject | null
  /**
   * The meaning of a null from `read`: nothing was found; or, for a request that always has an answer, the answer is
   * missing.
   */
  readonly missing: string | null
}

const NOT_FOUND = 404

export function createLeadmagicAdapter({ apiKey, baseUrl, http }: Account): ProviderAdapter {
  return {
    attempt(call) {
      const providerQuery = providerQueryOf(call)
      if (providerQuery === null) return Promise.resolve(notOffered)
      return lookUp(http, call, {
        request: {
          method: 'POST',
          url: baseUrl + providerQuery.path,
          headers: { 'x-api-key': apiKey },
          body: { kind: 'json', value: providerQuery.body },
        },
        read: (answer) => read(answer, providerQuery),
        refuse,
      })
    },
  }
}

function providerQueryOf(call: AttemptCall): ProviderQuery | null {
  const { capability, input } = call
  const byProfile = stated({ profile_url: input.linkedin_url })
  switch (capability) {
    case 'contact.find':
      return { path: '/v1/people/email-finder', body: finderBody(input), read: readFound, missing: 'no email found' }
    case 'contact.find_by_profile':
      return {
        path: '/v1/people/b2b-profile-email',
        body: byProfile,
        read: readFoundByProfile,
        missing: 'no email found',
      }
    case 'contact.personal_email':
      return {
        path: '/v1/people/personal-email-finder',
        body: byProfile,
        read: readPersonalEmail,
        missing: 'no email found',
      }
    case 'contact.verify':
      return {
        path: '/v1/people/email-validation',
        body: stated({ email: input.email }),
        read: readVerified,
        missing: null,
      }
    case 'contact.phone':
      return {
        path: '/v1/people/mobile-finder',
        body: stated({ profile_url: input.linkedin_url, work_email: input.email }),
        read: readPhone,
        missing: 'no phone found',
      }
    case 'contact.reverse_email':
      return {
        path: '/v1/people/b2b-profile',
        body: stated({ work_email: input.email }),
        read: (body) => readOwner(body, input),
        missing: 'no person found',
      }
    default:
      return personOrCompanyQuery(call)
  }
}

function personOrCompanyQuery({ capability, input }: AttemptCall): ProviderQuery | null {
  switch (capability) {
    case 'person.resolve_profile':
      return {
        path: '/v1/people/b2b-profile',
        body: stated({ work_email: input.email }),
        read: readProfile,
        missing: 'no person found',
      }
    case 'person.enrich':
      return {
        path: '/v1/people/profile-search',
        body: stated({ profile_url: input.linkedin_url }),
        read: readPerson,
        missing: 'no person found',
      }
    case 'company.enrich':
      return {
        path: '/v1/companies/company-search',
        body: companyBody(input),
        read: readCompany,
        missing: 'no company found',
      }
    case 'linkedin.company':
      return {
        path: '/v1/companies/company-search',
        body: companyBody(input),
        read: readLinkedin,
        missing: 'no page found',
      }
    case 'company.headcount':
      return {
        path: '/v1/companies/company-search',
        body: companyBody(input),
        read: readHeadcount,
        missing: 'no size found',
      }
    case 'company.funding':
      return {
        path: '/v1/companies/company-funding',
        body: stated({ company_domain: input.domain, company_name: input.name }),
        read: readFunding,
        missing: 'no funding found',
      }
    default:
      return null
  }
}

function read(answer: HttpAnswer, providerQuery: ProviderQuery): AdapterResult {
  const body = objectOf(answer.body)
  if (body === null) return unusable(answer, 'the answer is no object')
  if (carriesError(body)) return unusable(answer, 'the answer carries an error')
  const output = providerQuery.read(body)
  return output === null && providerQuery.missing === null
    ? unusable(answer, 'no verdict in the answer')
    : delivered(answer, output, providerQuery.missing ?? '')
}

/** A 404 with LeadMagic's body means that the profile or company is not known; without a body it is a wrong URL. */
const refuse = (answer: HttpAnswer): AdapterResult =>
  answer.status === NOT_FOUND && objectOf(answer.body) !== null
    ? miss(answer, 'not known')
    : refused(answer, errorCode(answer.body))
