import { ownKeyOnly, OWN_KEY_REASONS, withPrice } from './account-rule.ts'
import { answerOf } from './import-answer.ts'
import { bodyOf } from './body.ts'
import { pricedOf, priceOf } from './cost.ts'
import {
  endpointKey,
  METHODS,
  PROSE_LENGTH_MAX,
  TAG_LENGTH_MAX,
  TAGS_MAX,
  type Body,
  type CatalogEndpoint,
  type Method,
} from './endpoint.ts'
import { mergedParameters, placeParameters } from './parameters.ts'
import type { CatalogProvider } from './providers/provider.ts'
import { listOf, memberOf, recordOf, textOf, type Unchecked } from './reading.ts'
import type { ReferenceReading } from './references.ts'
import { summaryWords } from './summary-words.ts'
import { serverOf } from './servers.ts'
import { titleOf } from './title.ts'

export interface Skipped {
  readonly method: string
  readonly path: string
  readonly reason: string
}

export interface OperationContext {
  readonly provider: CatalogProvider
  readonly source: string
  readonly reading: ReferenceReading
  readonly base: string | null
  readonly prose: 'keep' | 'drop'
  readonly credentials: ReadonlySet<string>
}

interface OpenApiOperation {
  readonly path: string
  readonly item: Unchecked
  readonly method: string
  readonly operation: unknown
}

type Outcome =
  | { readonly kind: 'endpoint'; readonly endpoint: CatalogEndpoint }
  | { readonly kind: 'skipped'; readonly skipped: Skipped }

/** One operation as an endpoint, or the reason why it is none. */
export function importOperation(found: OpenApiOperation, context: OperationContext): Outcome {
  const skip = (reason: string): Outcome => ({
    kind: 'skipped',
    skipped: { method: found.method.toUpperCase(), path: found.path, reason },
  })
  const operation = recordOf(found.operation)
  const method = METHODS.find((one) => one === found.method.toUpperCase())
  if (found.method === 'any') return skip('its path item is a reference that leads nowhere')
  if (operation === null) return skip('it is no object')
  if (method === undefined) return skip(`${found.method.toUpperCase()} is no method that a raw run calls`)
  if (/[?#]/.test(found.path)) return skip('its path holds a query or a fragment')
  const { provider, reading } = context
  const server = serverOf([operation, found.item], {
    root: reading.root,
    providerBase: provider.baseUrl || context.base,
  })
  if (server.kind === 'unknown') return skip(server.reason)
  const parameters = mergedParameters([found.item, operation], reading)
  const body = bodyOf(operation, parameters, reading)
  if (body.kind === 'unsupported') return skip(body.reason)
  if (body.kind === 'body' && method === 'GET') reading.warnings.add('bodies of GET are not sent')
  const sent = body.kind === 'body' && method !== 'GET' ? body.body : null
  return {
    kind: 'endpoint',
    endpoint: endpointOf({ found, operation, method, baseUrl: server.baseUrl, parameters, body: sent }, context),
  }
}

interface Parts {
  readonly found: OpenApiOperation
  readonly operation: Unchecked
  readonly method: Method
  readonly baseUrl: string
  readonly parameters: readonly Unchecked[]
  readonly body: Body | null
}

function endpointOf(
  { found: { path, item }, operation, method, baseUrl, parameters, body }: Parts,
  context: OperationContext,
): CatalogEndpoint {
  const { provider, reading, credentials } = context
  const placed = placeParameters({ path, parameters, credentials, slashes: provider.slashes ?? [] }, reading)
  for (const name of placed.headerParams.required)
    reading.warnings.add(`header ${name} is required: the adapter has to send it`)
  const tags = tagsOf(operation)
  const title = titleOf(method, path, textOf(memberOf(operation, 'operationId')))
  const price = priceOf(operation)
  if (price.unread !== null) reading.warnings.add(`price ${price.unread} is no fixed USD price`)
  const paidPerCall = price.protocol && Array.isArray(operation['security']) && operation['security'].length === 0
  const judged = { method, endpoint: path, baseUrl, tags, body, pathParams: placed.pathParams, paidPerCall }
  const members = Object.keys(body?.properties ?? {})
  const priced = pricedOf(provider, { method, endpoint: path, price: price.amount, members })
  const rule = withPrice(ownKeyOnly(judged, provider), priced.cost, provider)
  const answer = answerOf(operation, path, reading)
  return {
    provider: provider.slug,
    method,
    endpoint: path,
    baseUrl,
    title,
    tags,
    ...placed,
    body,
    bodyType: bodyTypeOf(method, path, body, provider),
    ...priced,
    requires_byok: rule !== null,
    rule,
    reason: rule === null ? null : OWN_KEY_REASONS[rule],
    deprecated: operation['deprecated'] === true,
    source: context.source,
    price: price.amount,
    words: summaryWords(
      PROSE.map((name) => proseNamed(name, operation, item) ?? ''),
      [title, path, ...tags],
    ),
    ...(answer !== null && { answer }),
    ...(context.prose === 'keep' && proseOf(operation, item)),
  }
}

function bodyTypeOf(
  method: Method,
  path: string,
  body: Body | null,
  provider: CatalogProvider,
): CatalogEndpoint['bodyType'] {
  if (provider.actorRuns?.includes(endpointKey(method, path))) return 'actor_input'
  return provider.bodies === 'task' && body !== null && /array/.test(body.type) ? 'task' : 'json'
}

const tagsOf = (operation: Unchecked): string[] =>
  [
    ...new Set(
      listOf(memberOf(operation, 'tags'))
        .map(textOf)
        .filter((tag) => tag !== null),
    ),
  ]
    .slice(0, TAGS_MAX)
    .map((tag) => tag.slice(0, TAG_LENGTH_MAX))

const PROSE = ['summary', 'description'] as const
type ProseName = (typeof PROSE)[number]

const proseNamed = (name: ProseName, operation: Unchecked, item: Unchecked): string | undefined =>
  textOf(memberOf(operation, name)) ?? textOf(memberOf(item, name)) ?? undefined

function proseOf(operation: Unchecked, item: Unchecked): { summary?: string; description?: string } {
  const [summary, description] = PROSE.map((name) => proseNamed(name, operation, item)?.slice(0, PROSE_LENGTH_MAX))
  return { ...(summary !== undefined && { summary }), ...(description !== undefined && { description }) }
}
