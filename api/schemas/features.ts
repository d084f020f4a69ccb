import Type, { type Static } from 'typebox'
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
      { description: 'Tables, suppressions and the outbound guard. The usage covers both environments.' },
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
        'false keeps tables and suppressions, but disables them. Messages to suppressed people and repeated first messages are then sent, and tables and suppressions cannot be read or changed until the feature is on again.',
    }),
  }),
)
