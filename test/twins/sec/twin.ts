import { fixture } from '../../fixtures/load.ts'
import { plainRefusals } from '../kit/refusals.ts'
import type { Handler, Twin } from '../kit/twin.ts'

/** The agency refuses callers without a contact. */
const withContact =
  (answer: Handler): Handler =>
  (call) =>
    /@/.test(String(call.headers['user-agent'] ?? '')) ? answer(call) : fixture('sec/rate-limited')

const KNOWN = /^0*9990001$/

export const sec: Twin = {
  slug: 'sec',
  refusals: plainRefusals('message', { limited: 'sec/rate-limited' }),
  routes: {
    'GET /files/company_tickers.json': withContact(() => ({
      json: {
        ...Object.assign({}, fixture('sec/tickers').json),
        // The company of the service's own example.
        9: { cik_str: 9_990_001, ticker: 'EXMP', title: 'Example Holdings' },
      },
    })),
    'GET /submissions/CIK{cik}.json': withContact(({ path }) =>
      KNOWN.test(path['cik'] ?? '') ? fixture('sec/submissions') : { status: 404, text: 'Not found' },
    ),
  },
}
