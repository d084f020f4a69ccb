import type { Capability } from '../capabilities/capability.ts'
import { endpointKey } from '../catalog/endpoint.ts'
import type { CatalogEndpoint, Fields } from '../catalog/endpoint.ts'
import { placeholdersOf } from '../catalog/template.ts'
import type { Action } from './actions.ts'
import { tagsOfCapability } from './capability-tags.ts'
import { textTerms } from './terms.ts'
import { isStopWord, wordsIn } from '../words/tokenize.ts'

/** The parts of a document, and the weight of a term in each. */
export const FIELD_WEIGHTS = {
  name: 2.4,
  summary: 3,
  path: 1.5,
  tags: 1,
  provider: 1.5,
  prose: 1.25,
  parameters: 0.5,
} as const
export type SearchField = keyof typeof FIELD_WEIGHTS
export const FIELDS = Object.keys(FIELD_WEIGHTS) as readonly SearchField[]

/** The searched text of one capability or endpoint: plain text, before it is split. */
export interface SearchText {
  /** The capability's slug, or `provider METHOD /path`. */
  readonly id: string
  readonly text: Readonly<Record<SearchField, string>>
  /** Its own name. */
  readonly called: string
}

export const endpointId = ({
  provider,
  method,
  endpoint,
}: Pick<CatalogEndpoint, 'provider' | 'method' | 'endpoint'>): string => `${provider} ${endpointKey(method, endpoint)}`

/** The names in a body with hundreds of members do not show its purpose. */
const OPTIONAL_NAMES_MAX = 24

export function capabilityText(capability: Capability, providerTitles: readonly string[]): SearchText {
  const { slug, title, category, description, inputSchema, outputSchema } = capability
  const names = [
    ...Object.keys(inputSchema.properties),
    ...Object.keys(outputSchema.properties),
    ...Object.values(inputSchema.properties).flatMap(choicesOf),
  ]
  return {
    id: slug,
    called: title,
    text: {
      name: `${title} ${slug}`,
      summary: '',
      path: '',
      tags: `${category} ${tagsOfCapability(slug)}`,
      provider: providerTitles.join(' '),
      prose: description,
      parameters: names.join(' '),
    },
  }
}

/** For example the platforms of social capabilities. */
const choicesOf = (schema: object): string[] =>
  'enum' in schema && Array.isArray(schema.enum)
    ? schema.enum.filter((value): value is string => typeof value === 'string')
    : []

export function endpointText(endpoint: CatalogEndpoint, providerTitle: string, actions: readonly Action[]): SearchText {
  const { tags, pathParams, queryParams, body, words, summary = '' } = endpoint
  const names = [
    ...Object.keys(pathParams.properties),
    ...placeholdersOf(endpoint.endpoint),
    ...namesOf(queryParams),
    ...(body === null ? [] : namesOf(body)),
  ]
  const path = endpoint.endpoint.replace(/\{[^{}]*\}/g, ' ')
  return {
    id: endpointId(endpoint),
    called: `${titleWithoutPlaceholders(endpoint)} ${path}`,
    text: {
      name: titleWithoutPlaceholders(endpoint),
      summary,
      // The call does this whether its text says so or not: a POST to "Visits" creates visits just as "Create a visit"
      // does.
      path: `${path} ${actions.join(' ')}`,
      tags: tags.join(' '),
      provider: `${endpoint.provider} ${providerTitle}`,
      prose: words.join(' '),
      parameters: [...new Set(names)].join(' '),
    },
  }
}

/** "Goals by goal ID" names its placeholder again, which would make it more about goals than the list of them. */
const titleWithoutPlaceholders = ({ title, endpoint }: CatalogEndpoint): string =>
  placeholdersOf(endpoint).length > 0 ? title.replace(/(.) by (?!.* by ).*$/, '$1') : title

/** All required names, and the others up to a bound. */
function namesOf({ properties, required }: Fields): string[] {
  const optional = Object.keys(properties).filter((name) => !required.includes(name))
  return [...required, ...optional.slice(0, OPTIONAL_NAMES_MAX)]
}

/** The terms of each part, in the form that the index takes. */
export function indexed({ id, text }: SearchText): { readonly id: string } & Partial<Record<SearchField, string>> {
  const parts = FIELDS.map((field) => [field, textTerms(text[field]).join(' ')] as const)
  return { id, ...Object.fromEntries(parts.filter(([, content]) => content !== '')) }
}

/** The words in its name: words that the query lacks make it another thing. */
export const ownWords = ({ called }: SearchText): string[] => [
  ...new Set(wordsIn(called).filter((word) => !isStopWord(word))),
]
