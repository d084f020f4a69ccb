import { Type } from 'typebox'
import { BASIS_KINDS, BASIS_NOTE_LENGTH_MAX } from '../outbound/stated.ts'
import { text } from './fields.ts'

/** What every send may state about itself (`domain/outbound/stated.ts` reads it). */
export const stated = {
  basis: Type.Object(
    {
      kind: Type.Enum([...BASIS_KINDS]),
      note: Type.Optional(text('The proof, such as the date of a consent.', BASIS_NOTE_LENGTH_MAX)),
    },
    { additionalProperties: false, description: 'Why you may write to this person. It is kept with the message.' },
  ),
  ai_generated: Type.Boolean({ description: 'true for a text that a model wrote.' }),
}
