import type { Json } from '../../../domain/json/json.ts'
import { fixture } from '../../fixtures/load.ts'
import { isUnknown, member, recorded, recordedBy } from '../kit/recorded.ts'
import { perAccount, type Twin, type TwinReply } from '../kit/twin.ts'

const refusal = (status: number, code: string, detail?: string): TwinReply => ({
  status,
  json: { error: true, error_code: code, ...(detail === undefined ? {} : { filter_error: detail }) },
})

/** A mobile takes ten credits, a record that was enriched before none. */
const MOBILE = 10

const enriched = perAccount(() => new Set<string>())

const wantsMobile = (body: Json): boolean =>
  member(body, 'enrich_mobile') === true || member(body, 'only_verified_mobile') === true

export const prospeo: Twin = {
  slug: 'prospeo',
  refusals: {
    unauthorized: refusal(401, 'INVALID_API_KEY'),
    notFound: refusal(404, 'NOT_FOUND'),
    invalid: (fault) => refusal(400, 'INVALID_REQUEST', fault),
    outOfCredit: fixture('prospeo/credits-used-up'),
    rateLimited: fixture('prospeo/rate-limited'),
  },
  routes: {
    'GET /account-information': ({ account }) => ({
      json: { error: false, response: { remaining_credits: account.credits } },
    }),
    'POST /enrich-person': recordedBy((call) => {
      if (isUnknown(call)) return 'prospeo/no-match'
      return wantsMobile(call.body) ? 'prospeo/person-with-mobile' : 'prospeo/person'
    }),
    'POST /enrich-company': recorded('prospeo/company', 'prospeo/no-match'),
  },
  bill({ account, body, route }, _, usual) {
    const known = enriched(account)
    const request = `${route} ${JSON.stringify(body)}`
    if (known.has(request)) return 0
    known.add(request)
    return usual > 0 && wantsMobile(body) ? MOBILE : usual
  },
}
