import Type, { type Static } from 'typebox'
import { PAYLOAD_DAYS } from '../../domain/runs/retention.ts'
import { closed } from './common.ts'
import { named } from './named.ts'

/** For how long a workspace keeps what its runs were about. */
export const Retention = named(
  'Retention',
  closed({
    payload_days: Type.Integer({
      minimum: PAYLOAD_DAYS.least,
      maximum: PAYLOAD_DAYS.most,
      description:
        'Inputs, results, raw answers and details of attempts are deleted this many days after the request. Billing, history and tables stay.',
      examples: [30],
    }),
  }),
)
export type Retention = Static<typeof Retention>
