import { faultsText } from '../../domain/catalog/pointer.ts'
import { buildRequest, type BuiltRequest, type EndpointBody } from '../../domain/catalog/request.ts'
import { type Auth, type CatalogProvider, reservedQueryOf } from '../../domain/catalog/providers/provider.ts'
import type { EndpointCall } from '../../domain/providers/endpoint-call.ts'
import { isJsonObject, type Json } from '../../domain/json/json.ts'
import { targetOf } from '../../domain/raw/request.ts'
import type { RawRules } from '../../domain/providers/raw-rules.ts'
import type { ProviderRequest, ProviderRequestBody } from './http.ts'

/** One account at a provider, as its raw calls use it. */
export interface EndpointAccount {
  readonly provider: CatalogProvider
  readonly rules: RawRules | undefined
  /** Empty where the provider needs none and none is set. */
  readonly apiKey: string
  /** The operator's URL of the provider; null: the catalog's. */
  readonly baseUrl: string | null
  readonly contact: string | undefined
}

/** The HTTP request of a raw call, or what is wrong with it. */
export async function endpointRequest(
  account: EndpointAccount,
  call: EndpointCall,
): Promise<ProviderRequest | { readonly faults: string }> {
  const built = buildRequest(call.endpoint, call.request, reservedQueryOf(account.provider))
  if (!built.ok) return { faults: faultsText(built.faults) }
  const credential = credentialParts(account.provider.auth, account.apiKey)
  const body = await bodyOf(withPlatformBody(account.rules, call, built))
  return {
    method: built.method,
    url: urlOf(account, call, built, credential.query),
    headers: { ...account.rules?.headers, ...account.rules?.contactHeaders?.(account.contact), ...credential.headers },
    ...(body === null ? {} : { body }),
    signal: call.signal,
    deadlineMs: call.deadlineMs,
    expect: 'either',
  }
}

function urlOf(
  account: EndpointAccount,
  call: EndpointCall,
  built: Extract<BuiltRequest, { ok: true }>,
  credential: Readonly<Record<string, string>>,
): string {
  const url = new URL(`${baseOf(account, call.endpoint.baseUrl)}${built.path}`)
  const set = new Set(built.query.map(([name]) => name))
  const platform = Object.entries(account.rules?.query ?? {}).filter(([name]) => !set.has(name))
  for (const [name, value] of [...built.query, ...platform, ...Object.entries(credential)])
    url.searchParams.append(name, value)
  return url.href
}

/** Another base replaces the provider's own; the path that an endpoint adds stays. */
function baseOf({ provider, baseUrl }: EndpointAccount, endpointBase: string): string {
  if (baseUrl === null) return endpointBase
  const added = endpointBase.startsWith(provider.baseUrl)
    ? endpointBase.slice(provider.baseUrl.length)
    : new URL(endpointBase).pathname
  return `${baseUrl}${added}`.replace(/\/+$/, '')
}

/** Where each scheme puts the credential. */
export function credentialParts(
  auth: Auth,
  apiKey: string,
): { headers: Record<string, string>; query: Record<string, string> } {
  if (apiKey === '') return { headers: {}, query: {} }
  switch (auth.scheme) {
    case 'none':
      return { headers: {}, query: {} }
    case 'bearer':
      return { headers: { authorization: `Bearer ${apiKey}` }, query: {} }
    case 'basic':
      return { headers: { authorization: `Basic ${Buffer.from(apiKey).toString('base64')}` }, query: {} }
    case 'header':
      return { headers: { [auth.name]: `${auth.prefix ?? ''}${apiKey}` }, query: {} }
    case 'query':
      return { headers: {}, query: { [auth.name]: apiKey } }
  }
}

function withPlatformBody(
  rules: RawRules | undefined,
  { endpoint }: EndpointCall,
  built: Extract<BuiltRequest, { ok: true }>,
): EndpointBody | null {
  const { body } = built
  const members = rules?.body?.endpoints.includes(targetOf(endpoint)) === true ? rules.body.members : null
  if (members === null || body === null) return body
  const always = rules?.body?.always === true ? members : {}
  if (body.encoding === 'json')
    return isJsonObject(body.value) ? { encoding: 'json', value: { ...members, ...body.value, ...always } } : body
  const set = new Set(body.fields.map(([name]) => name))
  const platform = Object.entries(members)
    .filter(([name]) => !set.has(name))
    .map(([name, value]): [string, string] => [name, String(value)])
  return { encoding: body.encoding, fields: [...body.fields, ...platform] }
}

function formText(fields: readonly (readonly [string, string])[]): string {
  const form = new URLSearchParams()
  for (const [name, value] of fields) form.append(name, value)
  return form.toString()
}

async function bodyOf(body: EndpointBody | null): Promise<ProviderRequestBody | null> {
  if (body === null) return null
  if (body.encoding === 'json') return { kind: 'json', value: body.value satisfies Json }
  if (body.encoding === 'form') {
    return { kind: 'raw', contentType: 'application/x-www-form-urlencoded', content: formText(body.fields) }
  }
  const form = new FormData()
  for (const [name, value] of body.fields) form.append(name, value)
  const encoded = new Response(form)
  return {
    kind: 'raw',
    contentType: encoded.headers.get('content-type') ?? 'multipart/form-data',
    content: new Uint8Array(await encoded.arrayBuffer()),
  }
}
