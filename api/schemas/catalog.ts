import Type, { type Static } from 'typebox'
import { COST_BASES, METHODS } from '../../domain/catalog/endpoint.ts'
import { DATA_REGIONS } from '../../domain/providers/facts.ts'
import { HEALTH_STATUSES } from '../../domain/routing/health.ts'
import { anyObject, closed, Money, NextCursor, nullable, oneOf } from './common.ts'
import { named } from './named.ts'

/** Spec 2.4; decisions, "Discover, inspect, catalog". */
const Health = named(
  'Health',
  closed({
    status: oneOf(HEALTH_STATUSES, { description: '`unknown` is too little data, not a warning.' }),
    latency_ms_p50: nullable(Type.Number()),
    latency_ms_p95: nullable(Type.Number()),
    success_rate: nullable(Type.Number({ minimum: 0, maximum: 1 }), {
      description:
        'The share of results and misses among calls with a known outcome; the rest are failures of the provider.',
    }),
    sample_size: Type.Integer({ minimum: 0 }),
    window_days: Type.Number({ minimum: 0 }),
    source: oneOf(['measured', 'provider_reported']),
  }),
)

const Slugs = Type.Array(Type.String())
const Amount = closed({ amount: Money, currency: Type.Literal('USD') })
const StartingPrice = nullable(Amount, {
  description: 'The cheapest offer that can run now in the environment that is shown; null if there is none.',
})

const CAPABILITY_STATUSES = ['live', 'coming_soon'] as const
const capabilityFacts = {
  capability: Type.String({ examples: ['contact.find'] }),
  title: Type.String(),
  description: Type.String(),
  status: oneOf(CAPABILITY_STATUSES, {
    description:
      '`live`: the environment that is shown has an adapter. `coming_soon`: there is no live adapter yet; it can be inspected, and run in the sandbox with simulated results.',
  }),
  providers: Slugs,
  live_providers: Slugs,
  platforms: Slugs,
  starting_price: StartingPrice,
}

const score = {
  score: Type.Number({
    minimum: 0,
    maximum: 1,
    description: 'How well it fits, relative to the first result, which has 1.',
  }),
  relevance: Type.Number({
    minimum: 0,
    maximum: 1,
    description:
      'How well it fits, comparable between queries and filters; 1 is a live capability that the query describes completely.',
  }),
}
const hint = { hint: Type.String({ description: 'The command for the next step.' }) }

/** Spec 4.9: a capability as discover and the catalog list it. */
export const CapabilityItem = named(
  'CapabilityItem',
  closed({ kind: Type.Literal('capability'), ...capabilityFacts, health: Health, ...hint }),
)
export type CapabilityItem = Static<typeof CapabilityItem>

const Cost = named(
  'EndpointCost',
  closed({
    model: oneOf(['free', 'per_call', 'per_task', 'per_result', 'per_event']),
    basis: nullable(oneOf(COST_BASES), {
      description:
        'What a delivered call is charged by: the estimate of the rate card, the cost that the provider reports with its answer, or nothing. null: no price is known, so it needs your own key.',
    }),
    estimate: nullable(Money, {
      description: 'The price of a usual call for the caller; null: no rate is known, and a run holds 1.00.',
    }),
    currency: Type.Literal('USD'),
    note: Type.String(),
    published: Type.Optional(Type.String({ description: 'Where the rate of the estimate was published.' })),
    each: Type.Optional(
      Type.String({
        description:
          'The member of the input or the query with the items, or their number, that the estimate grows with.',
      }),
    ),
    item: Type.Optional(
      closed(
        {
          price: Money,
          per: Type.Integer({ minimum: 1 }),
          usual: Type.Integer({ minimum: 1 }),
        },
        {
          description:
            'The estimate is that of `usual` items. Each `per` items begun beyond that add `price`; fewer items cost less.',
        },
      ),
    ),
    units: Type.Optional(
      Type.Array(closed({ member: Type.String(), per: Type.Integer({ minimum: 1 }) }), {
        description:
          'All members that the price grows with, where there are several: each `per` of one are a unit of `item.price`, and the member with the most units counts.',
      }),
    ),
    base: Type.Optional(
      Type.Unsafe<string>({
        ...Money,
        description: 'The part of the estimate that is paid once, in addition to the items.',
      }),
    ),
    surcharges: Type.Optional(
      Type.Array(
        closed({
          member: Type.String(),
          times: Type.Integer({ minimum: 2 }),
          is: Type.Optional(Type.Union([Type.String(), Type.Number()])),
          above: Type.Optional(Type.Number()),
          pattern: Type.Optional(Type.String()),
          group: Type.Optional(Type.Integer({ minimum: 1 })),
        }),
        {
          description:
            'Members of the request that multiply the estimate: with the value `is`, above `above`, with a match of `pattern`, or else with any value but false. Of those with the same `group` the largest counts.',
        },
      ),
    ),
  }),
)

export const ENDPOINT_STATUSES = ['live', 'ready', 'excluded'] as const
const endpointFacts = {
  kind: Type.Literal('endpoint'),
  provider: Type.String({ examples: ['hunter'] }),
  endpoint: Type.String({ description: "The provider's own path, verbatim.", examples: ['/email-finder'] }),
  method: oneOf(METHODS),
  title: Type.String(),
  status: oneOf(ENDPOINT_STATUSES, {
    description:
      '`live` runs now. `ready` waits for an account: that of the platform, or your own if `requires_byok`. `excluded` cannot be called raw.',
  }),
  cost: Cost,
  health: Health,
  wrapped_by: Type.Array(Type.String(), {
    description: 'Capabilities whose live adapters call this endpoint: prefer them.',
  }),
  requires_byok: Type.Boolean({ description: "It needs the workspace's own key." }),
  reason: nullable(Type.String(), { description: 'Why it is excluded, or why it needs your own key.' }),
}

/** Spec 2.3: an endpoint as discover and the catalog list it. */
export const EndpointItem = named('EndpointItem', closed({ ...endpointFacts, ...hint }))
export type EndpointItem = Static<typeof EndpointItem>

const DiscoverItem = Type.Union([
  named(
    'DiscoveredCapability',
    closed({ kind: Type.Literal('capability'), ...capabilityFacts, health: Health, ...score, ...hint }),
  ),
  named('DiscoveredEndpoint', closed({ ...endpointFacts, ...score, ...hint })),
])

/** A search without results: why, and what to do. */
const Words = Type.Array(Type.String())
const UnmatchedQuery = named(
  'UnmatchedQuery',
  closed({
    matched: { ...Words, description: 'Words of the query that something here has.' },
    missed: { ...Words, description: 'Words that nothing here has.' },
    corrections: Type.Array(closed({ word: Type.String(), meant: Words }), {
      description: 'Missed words that are probably misspelt.',
    }),
    suggestions: { ...Words, description: 'The nearest capabilities.' },
    feedback_url: Type.String({ description: 'Where a POST reports what is missing (`POST /feedback`).' }),
  }),
)

export const Discovered = named(
  'Discovered',
  closed({
    items: Type.Array(DiscoverItem),
    did_you_mean: nullable(UnmatchedQuery, { description: 'null unless `items` is empty.' }),
    hints: Type.Array(Type.String()),
  }),
)
export type Discovered = Static<typeof Discovered>

export const CapabilityList = named(
  'CapabilityList',
  closed({ items: Type.Array(CapabilityItem), next_cursor: NextCursor }),
)
export const EndpointList = named('EndpointList', closed({ items: Type.Array(EndpointItem), next_cursor: NextCursor }))

/** What buyers need to know of a provider. A provider of a capability and of raw endpoints alone has them alike. */
const StatedFacts = named(
  'StatedFacts',
  closed(
    {
      data_region: nullable(oneOf(DATA_REGIONS), { description: 'Where it keeps data. The list grows.' }),
      retention_days: nullable(Type.Integer({ minimum: 0 }), {
        description: 'How many days it keeps what it is sent, at most.',
      }),
      source: nullable(Type.String(), { description: 'How it comes by its data.' }),
    },
    { description: 'As the provider states it in public; null: not stated.' },
  ),
)

/** Spec 2.2 `pricing`, when metered: one rate, or one for each platform. */
const Rate = closed({ base: Money, per_result: Money, default_limit: Type.Integer({ minimum: 1 }) })
const Offer = named(
  'Offer',
  closed({
    provider: Type.String(),
    executable: Type.Boolean({ description: 'The offer is available for routing now.' }),
    reason: nullable(Type.String(), {
      description: 'Why the offer is not `executable`, and what a sender lacks; null if it is.',
    }),
    wired: Type.Boolean({ description: 'A real adapter exists.' }),
    verified: Type.Boolean({
      description: 'True if the price follows from the measured cost of the provider; false if it is an estimate.',
    }),
    platforms: Slugs,
    takes: closed(
      {
        any_of: Type.Array(Type.Array(Type.String()), {
          description: 'Sets of input fields; the input must complete one of them.',
        }),
        never: Type.Array(Type.String(), { description: 'Input fields that it cannot take.' }),
        only: Type.Record(Type.String(), Type.String(), {
          description: 'By input field, the values that it takes.',
        }),
      },
      { description: 'What an input must be for this offer; routing leaves it out for any other input.' },
    ),
    facts: StatedFacts,
    price: closed({ amount: Money, currency: Type.Literal('USD'), note: Type.String() }),
    pricing: Type.Optional(Type.Union([Rate, closed({ by_platform: Type.Record(Type.String(), Rate) })])),
    health: Health,
    hits: closed(
      {
        hit_rate: nullable(Type.Number({ minimum: 0, maximum: 1 }), { description: 'null: too few answers to tell.' }),
        sample_size: Type.Integer({ minimum: 0 }),
        after_misses: Type.Optional(
          closed(
            {
              hit_rate: nullable(Type.Number({ minimum: 0, maximum: 1 })),
              sample_size: Type.Integer({ minimum: 0 }),
            },
            { description: 'The same of answers after another provider had missed; absent: there were none.' },
          ),
        ),
      },
      {
        description:
          'Of calls before which no other provider had missed: how many of its answers found something, over 30 days in which older answers weigh less. It is no part of health: an honest miss is a healthy answer.',
      },
    ),
    requires_byok: Type.Boolean(),
    connected: Type.Boolean({ description: "True if the workspace's own key serves it; such calls are not metered." }),
  }),
)
export type Offer = Static<typeof Offer>

const run = {
  run: nullable(closed({ cli: Type.String() }), { description: 'null if it cannot be run.' }),
  hints: Type.Array(Type.String()),
}

/** Spec 2.2. */
export const CapabilityInspection = named(
  'CapabilityInspection',
  closed({
    kind: Type.Literal('capability'),
    ...capabilityFacts,
    category: Type.String(),
    sandbox: Type.Boolean({ description: 'It can be run with a test key.' }),
    input_schema: anyObject({ description: 'JSON Schema of `input`, which validates the input of a run.' }),
    output_fields: Type.Array(Type.String()),
    billing: oneOf(['per_call', 'on_match', 'metered']),
    offers: Type.Array(Offer),
    health: Health,
    example: anyObject({ description: 'A body for POST /v1/run.' }),
    ...run,
  }),
)
export type CapabilityInspection = Static<typeof CapabilityInspection>

const Members = closed({
  properties: anyObject({ description: 'Name -> the known facts about the value.' }),
  required: Type.Array(Type.String()),
  omitted: Type.Optional(Type.Integer({ description: 'The number of members that are not listed; they can be sent.' })),
})

/** Spec 2.3. */
export const EndpointInspection = named(
  'EndpointInspection',
  closed({
    ...endpointFacts,
    connected: Type.Boolean(),
    input: closed({
      pathParams: Members,
      queryParams: Members,
      body: nullable(
        closed({ ...Members.properties, type: Type.String(), encoding: oneOf(['json', 'form', 'multipart']) }),
      ),
      bodyType: oneOf(['task', 'actor_input', 'json']),
    }),
    output_fields: Type.Optional(
      Type.Array(Type.String(), {
        description:
          "The top-level members of the provider's response, or of each item of a list, as far as the provider documents them.",
      }),
    ),
    example: nullable(anyObject(), {
      description: 'A body that POST /v1/run takes; null if it cannot be run.',
    }),
    ...run,
  }),
)
export type EndpointInspection = Static<typeof EndpointInspection>

export const Inspection = Type.Union([CapabilityInspection, EndpointInspection])

const PROVIDER_STATUSES = ENDPOINT_STATUSES
/** Spec 2.3, provider listing. */
export const ProviderItem = named(
  'ProviderItem',
  closed({
    provider: Type.String(),
    title: Type.String(),
    kind: Type.String(),
    status: oneOf(PROVIDER_STATUSES),
    reason: Type.Optional(Type.String({ description: 'Why its endpoints are excluded.' })),
    endpoints: closed({ count: Type.Integer({ minimum: 0 }), status: oneOf(ENDPOINT_STATUSES) }),
    capabilities: Slugs,
    facts: StatedFacts,
    health: Health,
    accuracy: closed(
      {
        rate: nullable(Type.Number({ minimum: 0, maximum: 1 }), { description: 'null: too few addresses to tell.' }),
        sample_size: Type.Integer({ minimum: 0, description: 'The addresses that took mail or bounced.' }),
      },
      {
        description:
          'Of the email addresses that it found or verified as valid in the last 30 days, and that the same workspace then wrote to: the share that did not bounce as unknown.',
      },
    ),
  }),
)
export type ProviderItem = Static<typeof ProviderItem>

export const ProviderHealthDays = named(
  'ProviderHealthDays',
  closed({
    days: Type.Integer(),
    items: Type.Array(
      closed({
        provider: Type.String(),
        by_day: Type.Array(
          closed({
            day: Type.String({ description: 'In UTC.', examples: ['2026-11-22'] }),
            success_rate: nullable(Type.Number({ minimum: 0, maximum: 1 }), {
              description: 'The rate over decided calls, misses included; null: too few calls to tell.',
            }),
          }),
          { description: 'Oldest first.' },
        ),
      }),
    ),
  }),
)

export const ProviderList = named('ProviderList', closed({ items: Type.Array(ProviderItem) }))
