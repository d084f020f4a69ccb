import { fixture } from '../../fixtures/load.ts'
import { plainRefusals } from '../kit/refusals.ts'
import { recorded } from '../kit/recorded.ts'
import type { Twin } from '../kit/twin.ts'

export const clinicaltrials: Twin = {
  slug: 'clinicaltrials',
  refusals: {
    ...plainRefusals('message'),
    invalid: (fault) => ({ ...fixture('clinicaltrials/bad-parameter'), text: fault }),
  },
  routes: { 'GET /studies': recorded('clinicaltrials/found') },
}
