import Type, { type TSchemaOptions } from 'typebox'
import { METADATA, METADATA_KEY_PATTERN } from '../../domain/runs/metadata.ts'
import { named } from './named.ts'

const pairs = (options: TSchemaOptions) =>
  Type.Unsafe<{ [key: string]: string }>({
    type: 'object',
    maxProperties: METADATA.pairsMax,
    patternProperties: {
      [METADATA_KEY_PATTERN]: { type: 'string', minLength: 1, maxLength: METADATA.valueLengthMax },
    },
    additionalProperties: false,
    ...options,
  })

/** What a customer notes on a run. */
export const RunMetadata = named(
  'RunMetadata',
  pairs({
    description:
      'Up to 16 pairs of text, by which runs are listed (`metadata[customer]=acme`) and usage is grouped: keys of 1 to 40 characters without `[` and `]`, values of 1 to 500. They outlive payloads: no personal data, no secrets.',
    examples: [{ customer: 'acme', campaign: '2026-11' }],
  }),
)

/** The same as parameters of a query: `metadata[customer]=acme`. */
export const MetadataFilter = pairs({
  description: 'Runs with each of these pairs, as `metadata[customer]=acme&metadata[campaign]=2026-11`.',
})
