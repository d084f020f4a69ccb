import { plainRefusals } from '../kit/refusals.ts'
import type { Twin } from '../kit/twin.ts'

export const fdic: Twin = {
  slug: 'fdic',
  refusals: plainRefusals('message'),
  routes: {
    'GET /institutions': ({ query }) => ({
      json: {
        meta: { total: 1, parameters: Object.fromEntries(query) },
        data: [{ data: { CERT: 1, NAME: 'Example Bank', STALP: 'CA', ACTIVE: 1, ID: '1' }, score: 1 }],
        totals: { count: 1 },
      },
    }),
  },
}
