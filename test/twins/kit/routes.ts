import { actorIn } from '../../../domain/catalog/known-actors.ts'
import type { Catalog } from '../../../domain/catalog/catalog.ts'
import {
  type Body,
  type CatalogEndpoint,
  endpointKey,
  NO_FIELDS,
  readEndpointName,
} from '../../../domain/catalog/endpoint.ts'
import { reservedQueryOf } from '../../../domain/catalog/providers/provider.ts'
import { fixedLength, matchTemplate } from '../../../domain/catalog/template.ts'
import type { Json } from '../../../domain/json/json.ts'
import { bodyCheck, type Check, queryCheck } from './schema.ts'
import type { Declared, Twin } from './twin.ts'

/** An endpoint of a twin. */
export interface Route {
  /** `GET /email-finder`, as in the catalog. */
  readonly name: string
  readonly method: string
  readonly template: string
  /** null: the catalog lacks it. */
  readonly endpoint: CatalogEndpoint | null
  /** Made at the first call: there are hundreds of routes. */
  readonly checks: () => { readonly query: Check<URLSearchParams>; readonly body: BodyCheck }
}

type BodyCheck = Check<{ readonly value: Json; readonly kind: string }>

/** Every endpoint of the provider's catalog, and those that the twin adds. */
export function routesOf(twin: Twin, catalog: Catalog): readonly Route[] {
  const known = catalog
    .ofProvider(twin.slug)
    .filter(({ endpoint }) => actorIn(endpoint) === null)
    .map((endpoint) => fromCatalog(widened(endpoint, twin), catalog))
  const names = new Set(known.map(({ name }) => name))
  const added = Object.keys(twin.routes)
    .filter((name) => !names.has(name))
    .map((name) => declared(name, twin.declared?.[name] ?? {}))
  return [...known, ...added]
}

function widened(endpoint: CatalogEndpoint, { widened: members = {} }: Twin): CatalogEndpoint {
  const { body } = endpoint
  const wider = members[endpointKey(endpoint.method, endpoint.endpoint)]
  return body === null || wider === undefined
    ? endpoint
    : { ...endpoint, body: { ...body, properties: { ...body.properties, ...wider } } }
}

/** The path that an endpoint adds to the provider's address stays; another host is left out. */
function fromCatalog(endpoint: CatalogEndpoint, catalog: Catalog): Route {
  const provider = catalog.provider(endpoint.provider)
  const base = provider?.baseUrl ?? ''
  const added = endpoint.baseUrl.startsWith(base)
    ? endpoint.baseUrl.slice(base.length)
    : new URL(endpoint.baseUrl).pathname.replace(/\/+$/, '')
  const path = endpoint.endpoint.startsWith('/') ? endpoint.endpoint : `/${endpoint.endpoint}`
  return {
    name: endpointKey(endpoint.method, endpoint.endpoint),
    method: endpoint.method,
    template: `${added}${path}`,
    endpoint,
    checks: once(() => ({
      query: queryCheck(endpoint.queryParams, provider === undefined ? [] : reservedQueryOf(provider)),
      body: bodyCheck(endpoint.body, endpoint.bodyType),
    })),
  }
}

function declared(name: string, { query = NO_FIELDS, body }: Declared): Route {
  const { method, endpoint } = readEndpointName(name)
  const sent: Body | null = body ?? null
  return {
    name,
    method: method ?? 'GET',
    template: endpoint,
    endpoint: null,
    checks: once(() => ({ query: queryCheck(query, []), body: bodyCheck(sent, 'json') })),
  }
}

function once<Value>(make: () => Value): () => Value {
  let made: Value | undefined
  return () => (made ??= make())
}

export interface Matched {
  readonly route: Route
  readonly path: Readonly<Record<string, string>>
}

/** The endpoint of a request: of several that fit, the one with more fixed text. */
export function matchRoute(routes: readonly Route[], method: string, pathname: string): Matched | null {
  const [best = null] = routes
    .flatMap((route): Matched[] => {
      const path = route.method === method ? matchTemplate(route.template, pathname) : null
      return path === null ? [] : [{ route, path }]
    })
    .toSorted((a, b) => fixedLength(b.route.template) - fixedLength(a.route.template))
  return best
}
