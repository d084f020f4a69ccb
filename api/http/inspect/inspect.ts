import Type from 'typebox'
import type { Capability } from '../../../domain/capabilities/capability.ts'
import { publishedSchema } from '../../../domain/capabilities/published.ts'
import { capabilityStatus } from '../../../domain/capabilities/status.ts'
import { resolveEndpoint } from '../../../domain/catalog/resolve.ts'
import { runCapabilityCommand } from '../../../domain/cli/commands.ts'
import { parseUsd } from '../../../domain/money/microdollars.ts'
import type { Discovery } from '../../discover/discovery.ts'
import type { Principal } from '../../../domain/access/principal.ts'
import type { Environment } from '../../../domain/runs/states.ts'
import { defineRoute } from '../../route/route.ts'
import { Inspection, type CapabilityInspection, type Offer } from '../../schemas/catalog.ts'
import { closed } from '../../schemas/common.ts'
import type { ActorSchemas } from './actor-schemas.ts'
import type { Listing } from '../catalog/listing.ts'
import { capabilityItem, cheapest, offersFor } from '../catalog/present-capability.ts'
import { inspectEndpoint, SANDBOX_HINT } from '../catalog/present-endpoint.ts'
import { noSuchCapability, noSuchEndpoint } from '../catalog/unknown.ts'

const InspectRequest = Type.Union([
  closed({ capability: Type.String({ minLength: 1, maxLength: 100 }) }),
  closed({
    provider: Type.String({ minLength: 1, maxLength: 100 }),
    endpoint: Type.String({
      minLength: 1,
      maxLength: 500,
      description: 'The path, `METHOD /path`, or a concrete path of a template.',
    }),
  }),
])

interface InspectDeps {
  readonly discovery: Discovery
  readonly actorSchemas: ActorSchemas
}

/** Spec 4.9: all details before a run, at the workspace's prices. Free. */
export const inspect = (listing: Listing, { discovery, actorSchemas }: InspectDeps) =>
  defineRoute({
    operationId: 'inspect',
    method: 'POST',
    path: '/v1/inspect',
    summary: 'Inspect a capability or a raw endpoint',
    description: 'Free. The prices are those that a run with the same key uses for its quote, its hold and `max_cost`.',
    tags: ['Catalog'],
    spec: '4.9',
    access: 'read',
    body: InspectRequest,
    bodyExamples: {
      capability: { summary: 'A capability', value: { capability: 'contact.find' } },
      endpoint: { summary: 'A raw endpoint', value: { provider: 'hunter', endpoint: '/email-finder' } },
    },
    responses: { 200: { description: 'Its input, its output and its price.', schema: Inspection } },
    errors: ['capability_not_found', 'endpoint_not_found'],
    async handler({ body, principal, requestId, log, reply }) {
      if ('capability' in body) {
        const capability = listing.capabilities.find(({ slug }) => slug === body.capability)
        if (capability === undefined) throw noSuchCapability(body.capability, listing, discovery)
        return reply(200, await inspectCapability(capability, principal, listing))
      }
      const found = resolveEndpoint(listing.catalog, body.provider, body.endpoint)
      if (found === undefined)
        throw noSuchEndpoint(body.provider, body.endpoint, { listing, environment: principal.environment })
      const [available, connected, rates] = await Promise.all([
        listing.readAvailability(principal.environment),
        listing.connectedProviders(principal.workspaceId, principal.environment),
        listing.readRates(principal.workspaceId),
      ])
      const { endpoint, hints } = await actorSchemas.describe(found, {
        workspaceId: principal.workspaceId,
        environment: principal.environment,
        requestId,
        usable: (await listing.readAvailability('live')).isUsable(body.provider),
        onUnanswered: (cause) =>
          log.warn(
            { provider: body.provider, error_type: cause instanceof Error ? cause.name : 'unknown' },
            'actor_schema_request_failed',
          ),
      })
      return reply(
        200,
        inspectEndpoint({ endpoint, path: found.path, hints }, listing, { available, connected, rates }),
      )
    },
  })

async function inspectCapability(
  capability: Capability,
  principal: Principal,
  listing: Listing,
): Promise<CapabilityInspection> {
  const { slug, category, billing, inputSchema, outputSchema, exampleInput } = capability
  const [{ hint: _, ...item }, offers] = await Promise.all([
    capabilityItem(capability, principal.environment, listing),
    offersFor(slug, principal, listing),
  ])
  return {
    ...item,
    category,
    sandbox: listing.manifests.some(
      (manifest) => manifest.environment === 'test' && manifest.offers.some((offer) => offer.capability === slug),
    ),
    starting_price: cheapest(offers.filter(({ executable }) => executable).map(({ price }) => parseUsd(price.amount))),
    input_schema: JSON.parse(JSON.stringify(publishedSchema(inputSchema))),
    output_fields: Object.keys(outputSchema.properties).filter((name) => name !== 'simulated'),
    billing,
    offers,
    example: { capability: slug, input: JSON.parse(JSON.stringify(exampleInput)) },
    run: { cli: runCapabilityCommand(slug, exampleInput) },
    hints: hintsFor(offers, {
      isLive: capabilityStatus(slug, listing.manifests) === 'live',
      environment: principal.environment,
    }),
  }
}

function hintsFor(
  offers: readonly Offer[],
  { isLive, environment }: { readonly isLive: boolean; readonly environment: Environment },
): string[] {
  return [
    ...(environment === 'test'
      ? [SANDBOX_HINT, ...(isLive ? [] : ['There is no live adapter yet, and sandbox results are not real data.'])]
      : []),
    ...(environment === 'live' && !isLive
      ? ['There is no live adapter yet. The capability runs in the sandbox only.']
      : []),
    ...(environment === 'live' && isLive && !offers.some(({ executable }) => executable)
      ? ['No provider can serve this now: each offer has a reason. It runs in the sandbox.']
      : []),
    'routing.max_cost limits the cost of a run.',
  ]
}
