import Type from 'typebox'
import { USAGE_GROUPING_PATTERN } from '../../domain/runs/metadata.ts'
import { closed, Money, nullable } from './common.ts'
import { named } from './named.ts'

export const USAGE_DAYS_MAX = 90

const day = (description: string) =>
  Type.Optional(Type.String({ format: 'date', description, examples: ['2026-11-22'] }))

/** Days in UTC: the last ones, or chosen ones. */
export const DaysQuery = closed({
  days: Type.Integer({
    minimum: 1,
    maximum: USAGE_DAYS_MAX,
    default: 30,
    description: 'How many days, the last one included, in UTC. It does not count with `since`.',
  }),
  since: day('The first day in UTC, at most 90 days before `until`.'),
  until: day('Omits this day and later ones, as in `GET /v1/runs`. Today is the last day unless given.'),
})

export const UsageQuery = closed({
  ...DaysQuery.properties,
  group_by: Type.Optional(
    Type.String({
      pattern: USAGE_GROUPING_PATTERN,
      description:
        '`day`, `capability`, `provider`, `api_key`, or a key of the metadata of runs as `metadata.<key>`: adds `items`.',
      examples: ['metadata.customer'],
    }),
  ),
})

const Latency = nullable(Type.Integer(), {
  description: 'Of the runs that have ended, from acceptance to end; null: none has.',
})
const counts = {
  runs: Type.Integer({ description: 'All runs that began then, whatever their status.' }),
  succeeded: Type.Integer(),
  no_match: Type.Integer({ description: 'Runs for which no provider found a match.' }),
  charged: Money,
  latency_ms_p50: Latency,
  latency_ms_p95: Latency,
}
const Counts = named('UsageCounts', closed(counts))
const grouped = {
  group_by: Type.Optional(Type.String({ description: 'As requested; only then, with `items` and `rest`.' })),
  items: Type.Optional(
    Type.Array(
      named(
        'UsageByGroup',
        closed({
          group: nullable(Type.String(), {
            description:
              'The day, the capability, the provider, the id of the API key, or the value in the metadata; null: runs with none.',
          }),
          ...counts,
        }),
      ),
      { description: 'The groups, days oldest first and all others the most expensive first, at most 1,000.' },
    ),
  ),
  rest: Type.Optional(
    nullable(
      named(
        'UsageRest',
        closed({
          runs: counts.runs,
          succeeded: counts.succeeded,
          no_match: counts.no_match,
          charged: counts.charged,
        }),
      ),
      { description: 'All groups after the first 1,000 together; null: there are no more.' },
    ),
  ),
}
export const Usage = named(
  'Usage',
  closed({
    days: Type.Integer({ description: 'How many days there are.' }),
    complete: Type.Boolean({ description: 'False: there were more runs, and only the newest 1,000,000 are counted.' }),
    total: Counts,
    by_day: Type.Array(named('UsageByDay', closed({ day: Type.String({ examples: ['2026-11-22'] }), ...counts })), {
      description: 'Every day of the period, oldest first.',
    }),
    by_capability: Type.Array(
      named(
        'UsageByCapability',
        closed({ capability: nullable(Type.String(), { description: 'null: raw runs.' }), ...counts }),
      ),
      { description: 'The most expensive first.' },
    ),
    by_provider: Type.Array(
      named(
        'UsageByProvider',
        closed({ provider: nullable(Type.String(), { description: 'null: no provider was chosen.' }), ...counts }),
      ),
      { description: 'By the provider that a run ended with; the most expensive first.' },
    ),
    by_key: Type.Array(
      named(
        'UsageByKey',
        closed({
          api_key_id: nullable(Type.String(), { description: 'null: runs of sessions and connected apps.' }),
          ...counts,
        }),
      ),
      { description: 'The most expensive first.' },
    ),
    ...grouped,
  }),
)
