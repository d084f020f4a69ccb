import { fixture } from '../../fixtures/load.ts'
import { plainRefusals } from '../kit/refusals.ts'
import type { Twin } from '../kit/twin.ts'

export const nppes: Twin = {
  slug: 'nppes',
  refusals: plainRefusals('message'),
  routes: {
    // A query without a criterion is refused inside a 200.
    'GET /': ({ query }) =>
      [...query.keys()].some((name) => !['version', 'limit', 'skip', 'pretty'].includes(name))
        ? fixture('nppes/found')
        : fixture('nppes/refused'),
  },
}
