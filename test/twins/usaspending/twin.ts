import { plainRefusals } from '../kit/refusals.ts'
import { recorded } from '../kit/recorded.ts'
import type { Twin } from '../kit/twin.ts'

export const usaspending: Twin = {
  slug: 'usaspending',
  refusals: plainRefusals('detail', { invalidStatus: 422 }),
  routes: { 'POST /search/spending_by_award/': recorded('usaspending/found', 'usaspending/not-found') },
}
