import Type from 'typebox'
import type { Static } from 'typebox'
import { closed, nullable, Timestamp } from './common.ts'
import { named } from './named.ts'

const Counts = closed({ tables: Type.Integer(), rows: Type.Integer() })

/** What a workspace has turned on (Spec 4.7; decisions, "features"). */
export const Features = named(
  'Features',
  closed({
    tables: closed(
      {
        enabled: Type.Boolean(),
        enabled_at: nullable(Timestamp),
        usage: Counts,
        limits: Counts,
      },
      { description: 'Tables, suppressions and the outbound guard. Usage counts both environments together.' },
    ),
  }),
)
export type Features = Static<typeof Features>

/** The body of `POST /v1/features`. */
export const FeaturesUpdate = named(
  'FeaturesUpdate',
  closed({
    tables: Type.Boolean({
      description:
        'false keeps tables and suppressions and applies none of them: sends to suppressed people and repeated first messages go out, and nothing of it can be read or changed until tables are on again.',
    }),
  }),
)
