import type { RawRules } from '../../../domain/providers/raw-rules.ts'

/** Without a format the agency answers in XML. The batch endpoint takes the format as a member of its form. */
export const vpicRaw: RawRules = {
  query: { format: 'json' },
  body: { endpoints: ['POST /vehicles/DecodeVINValuesBatch/'], members: { format: 'json' } },
}
