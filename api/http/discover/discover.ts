import Type from 'typebox'
import { endpointKey } from '../../../domain/catalog/endpoint.ts'
import { discoverRequest, inspectCapabilityRequest, inspectEndpointRequest } from '../../../domain/cli/requests.ts'
import type { Discovery, SearchResult } from '../../discover/discovery.ts'
import type { MissCounter } from '../../discover/miss-counter.ts'
import type { Explanation } from '../../discover/explain.ts'
import type { Meter } from '../../../telemetry/meter.ts'
import type { SemanticIndex } from '../../discover/embeddings/semantic-index.ts'
import { defineRoute } from '../../route/route.ts'
import { Discovered } from '../../schemas/catalog.ts'
import { closed, oneOf } from '../../schemas/common.ts'
import { named } from '../../schemas/named.ts'
import { catalogProviderOf, endpointStatus, NO_PROVIDERS, type Listing } from '../catalog/listing.ts'
import { capabilityItem } from '../catalog/present-capability.ts'
import { endpointItem, nameFor } from '../catalog/present-endpoint.ts'

/** Spec 8. */
const LIMIT_DEFAULT = 10
const LIMIT_MAX = 50
/** Longer than any real query; it bounds the cost of one request. */
const QUERY_LENGTH_MAX = 500

const DiscoverRequest = named(
  'DiscoverRequest',
  closed({
    query: Type.String({
      minLength: 1,
      maxLength: QUERY_LENGTH_MAX,
      pattern: '\\S',
      examples: ["find someone's work email"],
    }),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: LIMIT_MAX, default: LIMIT_DEFAULT })),
    kind: Type.Optional(oneOf(['capability', 'endpoint'], { description: 'Both if omitted.' })),
    provider: Type.Optional(
      Type.String({ minLength: 1, maxLength: 100, description: 'Only results of this provider.' }),
    ),
  }),
)

interface DiscoverDeps {
  readonly listing: Listing
  readonly discovery: Discovery
  readonly semanticIndex: SemanticIndex
  readonly publicUrl: () => string
  readonly metrics: Meter
  readonly missCounter: MissCounter
}

/** Spec 4.9: from a job in plain words to the matching capabilities and endpoints. */
export const discover = ({ listing, discovery, semanticIndex, publicUrl, metrics, missCounter }: DiscoverDeps) =>
  defineRoute({
    operationId: 'discover',
    method: 'POST',
    path: '/v1/discover',
    summary: 'Discover capabilities',
    description:
      'Searches capabilities and raw endpoints. Free and public; nothing is run. A capability comes before raw endpoints that do the same. An empty list means that nothing matches: `did_you_mean` then has the words of the query that matched and those that did not. Shows the environment of the key that is sent, live without one.',
    tags: ['Catalog'],
    spec: '4.9',
    access: 'public',
    body: DiscoverRequest,
    bodyExamples: { email: { summary: 'A job in plain words', value: { query: "find someone's work email" } } },
    responses: {
      200: { description: 'Matches, best first.', schema: Discovered },
    },
    errors: [],
    async handler({ body, environment, clientAddress, reply }) {
      const filter = { kind: body.kind, provider: body.provider, environment }
      const [available, near] = await Promise.all([
        listing.readAvailability(environment),
        semanticIndex.near(body.query, (id) => discovery.mayAnswer(id, filter)),
      ])
      const seen = { available, connected: NO_PROVIDERS }
      const found = discovery.search({
        query: body.query,
        limit: body.limit ?? LIMIT_DEFAULT,
        ...filter,
        near,
        isLive: (endpoint) =>
          endpointStatus(endpoint, { provider: catalogProviderOf(listing, endpoint.provider), ...seen }) === 'live',
        healthOf: ({ provider, method, endpoint }) =>
          available.healthOf(provider, endpointKey(method, endpoint)).status,
      })
      // What a filter leaves out is not missing here.
      if (body.kind === undefined && body.provider === undefined) {
        metrics.add('discover_searches_total', { result: found.length > 0 ? 'found' : 'nothing' })
        if (found.length === 0) missCounter.count(body.query, clientAddress)
      }
      const items = await Promise.all(
        found.map(async ({ score, relevance, ...one }) =>
          one.kind === 'capability'
            ? { ...(await capabilityItem(one.capability, environment, listing)), score, relevance }
            : { ...endpointItem(one.endpoint, listing, seen), score, relevance },
        ),
      )
      const unmatched =
        items.length > 0 ? null : unmatchedQuery(discovery.explain(body.query, environment), publicUrl())
      return reply(200, { items, did_you_mean: unmatched, hints: hintsFor(found[0], listing) })
    },
  })

const unmatchedQuery = (
  { matched, missed, corrections, suggestions }: Explanation,
  publicUrl: string,
): NonNullable<Discovered['did_you_mean']> => ({
  matched: [...matched],
  missed: [...missed],
  corrections: corrections.map(({ word, meant }) => ({ word, meant: [...meant] })),
  suggestions: [...suggestions],
  feedback_url: `${publicUrl}/feedback`,
})

const inspectRequest = (best: SearchResult, listing: Listing): string =>
  best.kind === 'capability'
    ? inspectCapabilityRequest(best.capability.slug)
    : inspectEndpointRequest(best.endpoint.provider, nameFor(best.endpoint, listing))

function hintsFor(best: SearchResult | undefined, listing: Listing): string[] {
  if (best === undefined) {
    return [
      'Nothing matches. Describe the job in other words, without names and values: what you have, and what you want.',
      `Try: ${discoverRequest('work email of a person')}`,
    ]
  }
  return [
    `Inspect the best match before you run it: ${inspectRequest(best, listing)}`,
    ...(best.kind === 'endpoint' && !best.endpoint.free
      ? ['A raw endpoint has no fallback and may have no fixed price. Set routing.max_cost.']
      : []),
  ]
}
