import { topMembers } from '../../../domain/catalog/answer-shape.ts'
import {
  endpointKey,
  type CatalogEndpoint,
  type Cost,
  type ValueDescription,
  type Fields,
} from '../../../domain/catalog/endpoint.ts'
import { exampleOf, withoutNames } from '../../../domain/catalog/example.ts'
import type { ResolvedEndpoint } from '../../../domain/catalog/resolve.ts'
import { reservedQueryOf, type CatalogProvider } from '../../../domain/catalog/providers/provider.ts'
import { formatUsd, formatUsdOrNull, parseUsd } from '../../../domain/money/microdollars.ts'
import { priceAt } from '../../../domain/money/multiplier.ts'
import { sendsUnchecked } from '../../../domain/outbound/raw-send.ts'
import { priceReason, rawMultiplier } from '../../../domain/pricing/prices.ts'
import type { Rates } from '../../../domain/pricing/rates.ts'
import { healthTargetOf } from '../../../domain/raw/request.ts'
import { callEstimate } from '../../../domain/raw/terms.ts'
import { inspectEndpointCommand, type RawArguments, runEndpointCommand } from '../../../domain/cli/commands.ts'
import type { Json } from '../../../domain/json/json.ts'
import type { Environment } from '../../../domain/runs/states.ts'
import type { Availability } from '../../../db/catalog/provider-accounts/availability.ts'
import type { EndpointInspection, EndpointItem } from '../../schemas/catalog.ts'
import { catalogProviderOf, endpointStatus, type Listing } from './listing.ts'

/** With a test key, above all that inspect shows. */
export const SANDBOX_HINT =
  'This is the sandbox, with simulated providers and simulated money. A live key shows live prices.'

export interface Seen {
  readonly available: Availability
  readonly connected: ReadonlySet<string>
}

/** The same with the workspace's own prices. */
export interface SeenByWorkspace extends Seen {
  readonly rates: Rates
}

/** As the sandbox simulates it: without a key, also where a live call needs one. */
const simulated = (endpoint: CatalogEndpoint): CatalogEndpoint => ({
  ...endpoint,
  requires_byok: false,
  reason: null,
  cost:
    endpoint.cost.basis === null
      ? { ...endpoint.cost, note: 'No price is known here, so a run holds 1.00.' }
      : endpoint.cost,
})

const shownIn = (endpoint: CatalogEndpoint, environment: Environment): CatalogEndpoint =>
  environment === 'test' ? simulated(endpoint) : endpoint

/** Spec 2.3, with the list price. */
export function endpointItem(found: CatalogEndpoint, listing: Listing, seen: Seen): EndpointItem {
  const endpoint = shownIn(found, seen.available.environment)
  const { provider: slug, method, title, cost, requires_byok } = endpoint
  const provider = catalogProviderOf(listing, slug)
  return {
    kind: 'endpoint',
    provider: slug,
    endpoint: endpoint.endpoint,
    method,
    title,
    status: endpointStatus(endpoint, { provider, ...seen }),
    cost: listedCost(cost),
    health: seen.available.healthOf(slug, endpointKey(method, endpoint.endpoint)),
    wrapped_by: [...listing.wrappers(endpoint)],
    requires_byok,
    reason: provider.status === 'excluded' ? provider.reason : endpoint.reason,
    hint: inspectEndpointCommand(slug, nameFor(endpoint, listing)),
  }
}

/** The path alone where it identifies the endpoint, otherwise with its method. */
export function nameFor(endpoint: CatalogEndpoint, { catalog }: Listing): string {
  const { provider, method, endpoint: path } = endpoint
  return catalog.find(provider, path)?.method === method ? path : endpointKey(method, path)
}

/** The inspected endpoint, the placeholders that its name filled, and its further hints. */
interface Inspected extends ResolvedEndpoint {
  readonly hints: readonly string[]
}

/** Spec 2.3, inspect. */
export function inspectEndpoint(
  { endpoint: found, path, hints }: Inspected,
  listing: Listing,
  seen: SeenByWorkspace,
): EndpointInspection {
  const { environment } = seen.available
  const endpoint = shownIn(found, environment)
  const { hint: _, ...listed } = endpointItem(endpoint, listing, seen)
  // An actor in the path has its own record, and none of the runs of other actors.
  const item = { ...listed, health: seen.available.healthOf(endpoint.provider, healthTargetOf({ ...endpoint, path })) }
  const { provider: slug, body, bodyType, answer } = endpoint
  // For an actor the service answers its run and its items, not the provider's first answer.
  const fields = answer === undefined || bodyType === 'actor_input' ? [] : topMembers(answer)
  const provider = catalogProviderOf(listing, slug)
  const connected = seen.connected.has(slug)
  const reserved = reservedQueryOf(provider)
  const name = nameFor(endpoint, listing)
  const { provider: _provider, endpoint: _endpoint, ...made } = exampleOf(endpoint, name, reserved)
  const call = made.path === undefined ? made : { ...made, path: { ...made.path, ...path } }
  const values = { ...call, ...uncheckedRouting(endpoint, call.input) }
  const excluded = item.status === 'excluded'
  return {
    ...item,
    cost: connected ? unmetered(item.cost) : costFor(endpoint, seen.rates),
    connected,
    input: {
      pathParams: membersOf(endpoint.pathParams),
      queryParams: membersOf(withoutNames(endpoint.queryParams, reserved)),
      body: body === null ? null : { ...membersOf(body), type: body.type, encoding: body.encoding },
      bodyType,
    },
    ...(fields.length > 0 && { output_fields: fields }),
    example: excluded ? null : { provider: slug, endpoint: name, ...values },
    run: excluded ? null : { cli: runEndpointCommand(slug, name, values) },
    hints: [
      ...hints,
      ...('routing' in values ? [UNCHECKED] : []),
      ...(environment === 'test' && !excluded ? [SANDBOX_HINT, ...liveNeeds(found)] : []),
      ...hintsFor({ endpoint, provider, listing, item, connected }),
    ],
  }
}

const UNCHECKED =
  'The example sends to people that only the provider knows: no suppression and no guard checks them. With ' +
  'routing.allow_unchecked_recipients you answer for the recipients.'

/** What an example needs so that the API accepts it as a send to unknown recipients (Spec 4.8). */
const uncheckedRouting = (endpoint: CatalogEndpoint, input: Json = null): Pick<RawArguments, 'routing'> =>
  sendsUnchecked(endpoint, input) ? { routing: { allow_unchecked_recipients: true } } : {}

/** A list of endpoints leaves out how the price of a request is made: inspect has it. */
const listedCost = ({ model, basis, estimate, currency, note, each }: Cost): EndpointItem['cost'] => ({
  model,
  basis,
  estimate,
  currency,
  note,
  ...(each !== undefined && { each }),
})

/** A copy: the answer's arrays may be written to. */
const shownCost = ({ surcharges, units, ...cost }: Cost): EndpointItem['cost'] => ({
  ...cost,
  ...(units !== undefined && { units: [...units] }),
  ...(surcharges !== undefined && { surcharges: [...surcharges] }),
})

const unmetered = ({ model, basis, currency }: EndpointItem['cost']): EndpointItem['cost'] => ({
  model,
  basis,
  estimate: '0.00',
  currency,
  note: 'Your own key: not metered.',
})

/** The estimate by which a run of the workspace is held and charged (Spec 2.2, 4.3). */
function costFor(endpoint: CatalogEndpoint, rates: Rates): EndpointItem['cost'] {
  const { cost, provider } = endpoint
  const reason = endpoint.free ? null : priceReason({ rawOf: provider }, rates)
  if (reason === null) return shownCost(cost)
  const multiplier = rawMultiplier(provider, rates)
  return {
    ...shownCost(cost),
    estimate: formatUsdOrNull(callEstimate(endpoint, multiplier)),
    ...(cost.item !== undefined &&
      endpoint.rate !== null && {
        item: { ...cost.item, price: formatUsd(priceAt(parseUsd(endpoint.rate.amount), multiplier)) },
      }),
    note: `${reason} ${cost.note}`,
  }
}

interface EndpointDetails {
  readonly endpoint: CatalogEndpoint
  readonly provider: CatalogProvider
  readonly listing: Listing
  readonly item: Pick<EndpointItem, 'status' | 'wrapped_by'>
  readonly connected: boolean
}

function hintsFor({ endpoint, provider, listing, item, connected }: EndpointDetails): string[] {
  const { title, slug } = provider
  if (item.status === 'excluded') return [`${title} cannot be called raw: ${provider.reason ?? ''}`]
  const others = listing.catalog.methodsOf(slug, endpoint.endpoint).filter(({ method }) => method !== endpoint.method)
  const capabilities = item.wrapped_by.join(', ')
  return [
    ...(capabilities === ''
      ? []
      : [`${capabilities} does this with several providers and one input schema. Prefer it.`]),
    ...(endpoint.requires_byok && !connected
      ? [`It needs your own key: ${endpoint.reason ?? ''} Connect it with POST /v1/connections/${slug}.`]
      : []),
    ...(item.status === 'ready' && !endpoint.requires_byok
      ? [`The platform's account at ${title} is pending. The endpoint runs in the sandbox, and live with your own key.`]
      : []),
    ...(connected || endpoint.requires_byok ? [] : priceHints(endpoint)),
    ...(others.length > 0
      ? [`Also on this path: ${others.map((one) => `"${endpointKey(one.method, one.endpoint)}"`).join(', ')}.`]
      : []),
    ...(endpoint.deprecated ? ['The provider has deprecated this endpoint.'] : []),
  ]
}

/** What the same call needs with a live key, which the sandbox does not. */
const liveNeeds = ({ provider, requires_byok, reason }: CatalogEndpoint): string[] =>
  requires_byok
    ? [`Live, it needs your own key: ${reason ?? ''} Connect it with POST /v1/connections/${provider}.`]
    : []

function priceHints({ bodyType, cost: { estimate }, actorPrice }: CatalogEndpoint): string[] {
  if (bodyType !== 'actor_input')
    return estimate === null
      ? [
          `The price is unknown. A run holds 1.00${bodyType === 'task' ? ' for each task' : ''}, or routing.max_cost if that is lower.`,
        ]
      : []
  const { minimum } = actorPrice ?? {}
  return [
    'A run holds routing.max_cost and spends no more; without it, the price of the items that the request names, or 1.00.',
    ...(minimum === undefined ? [] : [`The actor takes no cap below ${minimum} at its own price.`]),
  ]
}

const membersOf = ({ properties, required, omitted }: Fields) => ({
  properties: Object.fromEntries(
    Object.entries(properties).map(([name, description]) => [name, presentValue(description)]),
  ),
  required: [...required],
  ...(omitted !== undefined && { omitted }),
})

/** Without the rules for writing a value into a URL, which only the service needs. */
function presentValue(description: ValueDescription) {
  return JSON.parse(JSON.stringify({ ...description, style: undefined, slashes: undefined }))
}
