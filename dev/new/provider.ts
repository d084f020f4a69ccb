import { MANIFESTS } from '../../activities/providers/manifests.ts'
import type { Capability } from '../../domain/capabilities/capability.ts'
import { CAPABILITIES, defaultLimit, findCapability, sufficientInputs } from '../../domain/capabilities/catalog.ts'
import { CATALOG_PROVIDERS } from '../../domain/catalog/providers/catalog-providers.ts'
import type { JsonObject } from '../../domain/json/json.ts'
import { camel, chosen, formed, pascal, sentence } from './names.ts'
import {
  behind,
  type FileChange,
  importing,
  intoList,
  noted,
  type Addition,
  Refusal,
  type Tree,
  without,
} from './plan.ts'
import { readingOf } from './provider-output.ts'
import { leftTest, listed, quoted, withoutBlanks } from './text.ts'

/** The price of a call until its document is read. */
const INVENTED_COST = '0.01'

/** By the category of the capability: the kind of the provider, the file of its row, and the list there. */
const KINDS: Readonly<Partial<Record<Capability['category'], readonly [string, string, string]>>> = {
  contact: ['contact_data', 'contact-data.ts', 'CONTACT_DATA_PROVIDERS'],
  person: ['contact_data', 'contact-data.ts', 'CONTACT_DATA_PROVIDERS'],
  company: ['company_data', 'company-data.ts', 'COMPANY_DATA_PROVIDERS'],
  social: ['search_data', 'search.ts', 'SEARCH_PROVIDERS'],
  web: ['web_search', 'search.ts', 'SEARCH_PROVIDERS'],
  seo: ['search_data', 'search.ts', 'SEARCH_PROVIDERS'],
}

interface NewProvider {
  readonly slug: string
  readonly title: string
  readonly baseUrl: string
  readonly capability: Capability
  readonly method: string
  readonly endpoint: string
  readonly auth: Auth
  /** The inputs that a call sends, the limit aside. */
  readonly sent: readonly string[]
  /** Of a metered capability: how many results without a limit, and the list that has them. */
  readonly metered: { readonly limit: number; readonly list: string } | null
  /** Its name in code. */
  readonly code: string
  readonly create: string
  readonly read: string
}

interface Auth {
  readonly scheme: 'bearer' | 'header' | 'query'
  readonly name: string
}

/**
 * `acme https://api.acme.example company.technologies 'GET /lookup'`: a provider with one offer, whose answers name
 * each member as the capability does. It is called, and its twin answers, at once.
 */
export function newProvider(
  tree: Tree,
  args: readonly string[],
  options: { readonly auth?: string; readonly title?: string },
): Addition {
  const provider = readProvider(args, options)
  const { slug, title, baseUrl, capability, method, endpoint, metered, code } = provider
  const left = leftOf(provider)
  const test = `test/activities/providers/${slug}.test.ts`
  const folder = `activities/providers/${slug}`
  const reading = readingOf(capability.outputSchema, metered?.list ?? null)
  const found = {
    source: `Invented for ${method} ${endpoint}: the document is not read yet`,
    grade: 'B',
    reply: { status: 200, json: reading.sample },
  }
  const head = JSON.stringify({ provider: slug, title, baseUrl }).slice(1, -1)
  const endpoints = `{${head},"endpoints":[\n${JSON.stringify(storedEndpoint(provider))}\n]}\n`
  return {
    changes: [
      { path: `${folder}/manifest.ts`, text: manifestOf(provider) },
      { path: `${folder}/adapter.ts`, text: adapterOf(provider) },
      { path: `${folder}/map.ts`, text: mapOf(provider, reading) },
      ...registered(provider),
      ...noLongerSole(tree, capability),
      { path: `activities/providers/catalogs/${slug}.json`, text: endpoints },
      { path: test, text: testOf(provider, left) },
      { path: `test/fixtures/${slug}/found.json`, text: `${JSON.stringify(found, null, 2)}\n` },
      { path: `test/twins/${slug}/twin.ts`, text: twinOf(provider) },
      importing('test/twins/twins.ts', `import { ${code} } from './${slug}/twin.ts'`),
      noted(`${title} serves \`${capability.slug}\`.`),
    ],
    left,
    command: `npm run test:unit -- ${test}`,
  }
}

function readProvider(
  [givenSlug, givenUrl, givenCapability, givenCall]: readonly string[],
  given: { readonly auth?: string; readonly title?: string },
): NewProvider {
  const taken = [...MANIFESTS, ...CATALOG_PROVIDERS].map((one) => one.slug)
  const name = 'name of a provider: small letters, digits and dashes.'
  const slug = formed(givenSlug, /^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/, name, taken)
  const baseUrl = formed(
    givenUrl,
    /^https:\/\/[^\s'/]+(?:\/[^\s'/]+)*$/,
    'base URL: https://, and no slash at its end.',
  )
  const slugs = CAPABILITIES.map((one) => one.slug)
  const capability = findCapability(chosen(givenCapability, slugs, 'capability'))
  if (capability === undefined || capability.sends)
    throw new Refusal(`${givenCapability} sends. A sender begins as a copy of activities/providers/resend/.`)
  const call = formed(
    givenCall,
    /^(?:GET|POST) \/[^\s'{}]*$/,
    "call: 'GET /lookup' or 'POST /search', without parameters.",
  )
  const [method = '', endpoint = ''] = call.split(' ')
  const limit = defaultLimit(capability)
  return {
    slug,
    title: given.title ?? sentence(slug),
    baseUrl,
    capability,
    method,
    endpoint,
    auth: readAuth(given.auth ?? 'bearer'),
    sent: sufficientInputs(capability)[0] ?? [],
    metered: limit === null ? null : { limit, list: 'items' in capability.outputSchema.properties ? 'items' : 'links' },
    code: camel(slug),
    create: `create${pascal(slug)}Adapter`,
    read: `read${pascal(capability.slug)}`,
  }
}

function readAuth(text: string): Auth {
  const [, scheme = '', name = ''] = /^(bearer|(?:header|query)(?= [\w-]+$)) ?([\w-]*)$/.exec(text) ?? []
  if (scheme === 'bearer' || scheme === 'header' || scheme === 'query') return { scheme, name }
  throw new Refusal(`${text} is no --auth. There are: bearer, 'header x-api-key', 'query api_key'.`)
}

function manifestOf({ slug, title, baseUrl, capability, method, endpoint, sent, metered, code }: NewProvider): string {
  const inputs = Object.keys(capability.inputSchema.properties)
  const unsent = inputs.filter((name) => !sent.includes(name) && name !== capability.limitField)
  const offer = metered === null ? 'lookupOffer' : 'listOffer'
  const cost =
    metered === null
      ? `cost: '${INVENTED_COST}',`
      : `baseCost: '0', costPerResult: '${INVENTED_COST}', defaultLimit: ${metered.limit},`
  return withoutBlanks(`import { NOT_STATED } from '../../../domain/providers/facts.ts'
import { ${offer} } from '../../../domain/providers/lookup-offer.ts'
import type { ProviderManifest } from '../../../domain/providers/manifest.ts'

export const ${code}Manifest: ProviderManifest = {
  slug: '${slug}',
  title: ${quoted(title)},
  homepage: '${new URL(baseUrl).origin}',
  environment: 'live',
  credential: 'api_key',
  baseUrl: '${baseUrl}',
  limits: { concurrency: null, requestsPerSecond: null, burst: null },
  offers: [
    ${offer}({
      capability: '${capability.slug}',
      ${cost}
      costNote: 'invented',
      endpoints: ['${method} ${endpoint}'],
      requires: [${listed(sent)}],
      ${unsent.length === 0 ? '' : `cannotTake: ${listed(unsent)},`}
      expectedLatencyMs: 1_500,
      deadlineMs: 15_000,
    }),
  ],
  facts: NOT_STATED,
  sources: ['Nothing is read yet: the generator has invented price, limits and times.'],
}
`)
}

function adapterOf({ capability, method, endpoint, auth, sent, metered, create, read }: NewProvider): string {
  const values = [...sent, ...(metered === null ? [] : ['limit'])]
  const inQuery = auth.scheme === 'query' ? [`'${auth.name}': account.apiKey`] : []
  const inHeader = {
    bearer: 'headers: { authorization: `Bearer ${account.apiKey}` },',
    header: `headers: { '${auth.name}': account.apiKey },`,
    query: '',
  }
  const query = method === 'GET' ? values.map((name) => `${name}: textOf(input.${name}) ?? undefined`) : []
  const body = `body: stated({ ${values.map((name) => `${name}: input.${name}`).join(', ')} }),`
  const wire = ['objectOf', method === 'GET' ? 'textOf' : 'stated', ...(metered === null ? [] : ['countOf'])]
  const [limited, limit] =
    metered === null
      ? ['', '']
      : [`: (answer) => read(answer, countOf(input.limit) ?? ${metered.limit})`, ', limit: number']
  return withoutBlanks(`import type { AdapterResult, ProviderAdapter } from '../../../domain/providers/manifest.ts'
import type { HttpAnswer } from '../http.ts'
import { ${metered === null ? 'delivered' : 'deliveredList'}, unusable } from '../lookup.ts'
import { type Account, restAdapter } from '../rest-adapter.ts'
import { ${wire.toSorted().join(', ')} } from '../wire.ts'
import { ${read} } from './map.ts'

export const ${create} = (account: Account): ProviderAdapter =>
  restAdapter(account, {
    ${inHeader[auth.scheme]}
    requests: {
      '${capability.slug}': ({ input }) => ({
        path: '${endpoint}',
        ${method === 'GET' || inQuery.length > 0 ? `query: { ${[...inQuery, ...query].join(', ')} },` : ''}
        ${method === 'GET' ? '' : body}
        read${limited},
      }),
    },
  })

function read(answer: HttpAnswer${limit}): AdapterResult {
  const body = objectOf(answer.body)
  if (body === null) return unusable(answer, 'the answer is no object')
  ${
    metered === null
      ? `return delivered(answer, ${read}(body), 'nothing found')`
      : `const output = ${read}(body, limit)
  return deliveredList(answer, output, output.${metered.list})`
  }
}
`)
}

function mapOf(
  { metered, read }: NewProvider,
  { code, readers }: { code: string; readers: readonly string[] },
): string {
  const wire = metered === null ? [...readers, 'withoutEmpty'] : readers
  const imports = `import type { JsonObject } from '../../../domain/json/json.ts'
import { ${[...new Set(wire)].toSorted().join(', ')} } from '../wire.ts'
`
  if (metered !== null) return `${imports}\nexport const ${read} = (body: JsonObject, limit: number) => (${code})\n`
  return `${imports}
/** null: nothing is known. */
export function ${read}(body: JsonObject): JsonObject | null {
  const output = ${code}
  return Object.keys(withoutEmpty(output)).length === 0 ? null : output
}
`
}

function registered(provider: NewProvider): FileChange[] {
  const { slug, title, baseUrl, capability, method, endpoint, auth, code, create } = provider
  const providers = 'activities/providers'
  const [kind, file, list] = KINDS[capability.category] ?? ['', '', '']
  const named = auth.scheme === 'bearer' ? '' : `, name: '${auth.name}', required: true`
  const row = `{
    slug: '${slug}',
    title: ${quoted(title)},
    kind: '${kind}',
    baseUrl: '${baseUrl}',
    auth: { scheme: '${auth.scheme}'${named} },
    status: 'live',
    reason: null,
    bodies: 'json',
    free: false,
    tenancy: 'data',
    cost: { model: 'per_call', note: 'Invented.', rates: { '${method} ${endpoint}': '${INVENTED_COST}' } },
    sources: ['Nothing is read yet: the generator has invented this row.'],
  }`
  return [
    importing(`${providers}/manifests.ts`, `import { ${code}Manifest } from './${slug}/manifest.ts'`),
    // Those of the sandbox come last.
    behind(`${providers}/manifests.ts`, /^ {2}\w+Manifest,\n(?= {2}sandboxAlphaManifest)/, `  ${code}Manifest,\n`),
    importing(`${providers}/registry.ts`, `import { ${create} } from './${slug}/adapter.ts'`),
    intoList(`${providers}/registry.ts`, /FACTORIES: [^=]*=> ProviderAdapter>> = \{/, `'${slug}': ${create}`),
    intoList(`domain/catalog/providers/${file}`, new RegExp(`${list}: readonly CatalogProvider\\[\\] = \\[`), row),
    behind('test/activities/providers/catalogs/judged-callable.ts', /\n(?=`)/, `${slug} ${method} ${endpoint}\n`),
    intoList('test/twins/twins.ts', /WRITTEN: readonly Twin\[\] = \[/, code),
  ]
}

/** A capability with one provider has a line that names it. */
function noLongerSole(tree: Tree, { slug }: Capability): FileChange[] {
  const path = 'test/activities/providers/inputs-served.test.ts'
  const line = new RegExp(`^ +'${slug.replaceAll('.', '\\.')}': '[a-z]+',\\n`, 'm')
  return line.test(tree.read(path) ?? '') ? [without(path, line)] : []
}

/** As the import of a document stores it. */
function storedEndpoint({ method, endpoint, sent, capability, metered }: NewProvider): JsonObject {
  const inputs: Readonly<Record<string, { readonly type?: string }>> = capability.inputSchema.properties
  const properties: JsonObject = {
    ...Object.fromEntries(sent.map((name) => [name, inputs[name]?.type ?? 'string'])),
    ...(metered === null ? {} : { limit: 'integer' }),
  }
  const title = sentence(endpoint.slice(1).replaceAll('/', '-'))
  const fields = { [method === 'GET' ? 'query' : 'body']: { properties } }
  return { method, endpoint, title, ...fields, price: INVENTED_COST, answer: {}, source: 'invented' }
}

const twinOf = ({
  slug,
  method,
  endpoint,
  code,
}: NewProvider): string => `import { isUnknown, recorded } from '../kit/recorded.ts'
import { plainRefusals } from '../kit/refusals.ts'
import type { Twin } from '../kit/twin.ts'

const found = recorded('${slug}/found')

export const ${code}: Twin = {
  slug: '${slug}',
  refusals: plainRefusals('message'),
  routes: { '${method} ${endpoint}': (call) => (isUnknown(call) ? { json: {} } : found(call)) },
}
`

function leftOf({ slug, capability, method, endpoint }: NewProvider): readonly string[] {
  const folder = `activities/providers/${slug}`
  return [
    `test/fixtures/${slug}/found.json: replace it by an answer of the provider's document, with source and grade.`,
    `${folder}/map.ts: read that answer. What is null here, the generator cannot read.`,
    `${folder}/adapter.ts: send what ${method} ${endpoint} takes, and state what its refusals mean.`,
    `test/fixtures/${slug}/: record a miss, the rate limit and the end of credit. Name them above and in the twin.`,
    `${folder}/manifest.ts: state price, limits, times and sources of ${capability.slug}.`,
    `domain/catalog/providers/: state the same in its row, and whose objects its endpoints touch.`,
    `Remove ${folder.replace(slug, `catalogs/${slug}`)}.json, and npm run catalog:import -- ${slug} <OpenAPI document>.`,
    'domain/connections/checks.ts: add a free call that verifies a key, where there is one.',
  ]
}

function testOf({ slug, capability, sent, code, create }: NewProvider, left: readonly string[]): string {
  const example: Readonly<Record<string, unknown>> = capability.exampleInput
  const input = Object.fromEntries(sent.map((name) => [name, example[name] ?? 'Example']))
  return `import { expect, it } from '@jest/globals'
import { ${create} } from '../../../activities/providers/${slug}/adapter.ts'
import { ${code}Manifest } from '../../../activities/providers/${slug}/manifest.ts'
import { fixture } from '../../fixtures/load.ts'
import { adapterContract } from './contract-kit.ts'

adapterContract({
  manifest: ${code}Manifest,
  capability: '${capability.slug}',
  input: ${JSON.stringify(input)},
  create: ${create},
  success: fixture('${slug}/found'),
  misses: { 'an answer without members': { json: {} } },
  unusable: { 'a list': { json: [] } },
})
${leftTest(left)}`
}
