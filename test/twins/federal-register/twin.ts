import { plainRefusals } from '../kit/refusals.ts'
import { recorded } from '../kit/recorded.ts'
import type { Twin } from '../kit/twin.ts'

export const federalRegister: Twin = {
  slug: 'federal-register',
  refusals: plainRefusals('message'),
  routes: { 'GET /documents.json': recorded('federal-register/found') },
}
