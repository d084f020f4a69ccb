import { fixture } from '../../fixtures/load.ts'
import { isUnknown } from '../kit/recorded.ts'
import type { Twin, TwinReply } from '../kit/twin.ts'

const refusal = (status: number, code: string, message: string): TwinReply => ({
  status,
  json: { error: { code, message } },
})

export const openfda: Twin = {
  slug: 'openfda',
  refusals: {
    unauthorized: refusal(403, 'API_KEY_INVALID', 'An invalid api_key was supplied.'),
    // A wrong URL has no code.
    notFound: { status: 404, text: 'Not found' },
    invalid: (fault) => refusal(400, 'BAD_REQUEST', fault),
    outOfCredit: fixture('openfda/rate-limited'),
    rateLimited: fixture('openfda/rate-limited'),
  },
  routes: {},
  // Every data set answers alike.
  otherwise: (call) => (isUnknown(call) ? fixture('openfda/no-match') : fixture('openfda/found')),
}
