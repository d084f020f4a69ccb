import type { Json, JsonObject } from '../../../domain/json/json.ts'
import { plainRefusals } from '../kit/refusals.ts'
import { member } from '../kit/recorded.ts'
import type { Twin, TwinReply } from '../kit/twin.ts'

/** Without the format, the agency answers in XML. */
const answer = (format: Json, results: readonly JsonObject[]): TwinReply =>
  format === 'json'
    ? {
        json: {
          Count: results.length,
          Message: 'Results returned successfully',
          SearchCriteria: null,
          Results: results,
        },
      }
    : { text: '<Response />', headers: { 'content-type': 'application/xml' } }

const vehicle = (vin: string): JsonObject => ({
  VIN: vin,
  Make: 'EXAMPLE',
  Model: 'Sample',
  ModelYear: '2020',
  ErrorCode: '0',
})

export const vpic: Twin = {
  slug: 'vpic',
  refusals: plainRefusals('Message'),
  routes: {
    'POST /vehicles/DecodeVINValuesBatch/': ({ body }) =>
      answer(
        member(body, 'format'),
        String(member(body, 'DATA') ?? member(body, 'data') ?? '')
          .split(';')
          .map(vehicle),
      ),
  },
  otherwise: ({ query, path }) => answer(query.get('format'), [vehicle(path['vin'] ?? 'EXAMPLE0000000001')]),
}
