import { fixture } from '../../fixtures/load.ts'
import { isUnknown, recorded } from '../kit/recorded.ts'
import type { Twin } from '../kit/twin.ts'

const refusal = (status: number, message: string) => ({ status, json: [{ message, code: `MD${status}` }] })

export const crunchbase: Twin = {
  slug: 'crunchbase',
  refusals: {
    unauthorized: fixture('crunchbase/unauthorized'),
    notFound: refusal(404, 'There is no such address.'),
    invalid: (fault) => refusal(400, fault),
    outOfCredit: fixture('crunchbase/rate-limited'),
    rateLimited: fixture('crunchbase/rate-limited'),
  },
  routes: {
    'POST /searches/organizations': (call) =>
      isUnknown(call) ? { json: { count: 0, entities: [] } } : fixture('crunchbase/search'),
    'GET /entities/organizations/{entity_id}': recorded('crunchbase/organization', 'crunchbase/not-found'),
  },
}
