import type { Capability } from '../capabilities/capability.ts'
import { endpointKey } from '../catalog/endpoint.ts'
import type { CatalogEndpoint, Fields } from '../catalog/endpoint.ts'
import { placeholdersOf } from '../catalog/template.ts'
import type { Action } from './actions.ts'
import { tagsOfCapability } from './capability-tags.ts'
import { textTerms } from './terms.ts'
import { isStopWord, wordsIn } from './words.ts'

/** The parts of a document, and how much a term counts that stands in one. */
export const FIELD_WEIGHTS = { name: 2.4, summary: 3, path: 1.5, tags: 1, provider: 1.5, prose: 1.25, parameters: 0.5 } as const
export type Field = keyof typeof FIELD_WEIGHTS
export const FIELDS = Object.keys(FIELD_WEIGHTS) as readonly Field[]

/** What is searched of one capability or endpoint: plain text, before it is taken apart. */
export interface SearchText {
  /** The capability's slug, or `provider METHOD /path`. */
  readonly id: string
  readonly text: Readonly<Record<Field, string>>
  /** What it calls itself. */
  readonly called: string
}

export const endpointId = ({ provider, method, endpoint }: Pick<CatalogEndpoint, 'provider' | 'method' | 'endpoint'>): string =>
  `${provider} ${endpointKey(method, endpoint)}`

/** Names of a body with hundreds of members say nothing about what it is for. */
const OPTIONAL_NAMES_MAX = 24

export function capabilityText(capability: Capability, providerTitles: readonly string[]): SearchText {
  const { slug, title, category, description, inputSchema, outputSchema } = capability
  const names = [...Object.keys(inputSchema.properties), ...Object.keys(outputSchema.properties), ...Object.values(inputSchema.properties).flatMap(choicesOf)]
  return {
    id: slug,
    called: title,
    text: { name: `${title} ${slug}`, summary: '', path: '', tags: `${category} ${tagsOfCapability(slug)}`, provider: providerTitles.join(' '), prose: description, parameters: names.join(' ') },
  }
}

/** The platforms of social capabilities, for one. */
const choicesOf = (schema: object): string[] =>
  ('enum' in schema && Array.isArray(schema.enum) ? schema.enum.filter((value): value is string => typeof value === 'string') : [])

export function endpointText(endpoint: CatalogEndpoint, providerTitle: string, actions: readonly Action[]): SearchText {
  const { tags, pathParams, queryParams, body, words, summary = '' } = endpoint
  const names = [...Object.keys(pathParams.properties), ...placeholdersOf(endpoint.endpoint), ...namesOf(queryParams), ...(body === null ? [] : namesOf(body))]
  const path = endpoint.endpoint.replace(/\{[^{}]*\}/g, ' ')
  return {
    id: endpointId(endpoint),
    called: `${titleWithoutPlaceholders(endpoint)} ${path}`,
    text: {
      name: titleWithoutPlaceholders(endpoint),
      summary,
      // Said or not, it is what the call does: "Visits" that a POST makes are as much created as those of "Create a visit".
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
  (placeholdersOf(endpoint).length > 0 ? title.replace(/(.) by (?!.* by ).*$/, '$1') : title)

/** The required ones all, the others up to a bound. */
function namesOf({ properties, required }: Fields): string[] {
  const optional = Object.keys(properties).filter((name) => !required.includes(name))
  return [...required, ...optional.slice(0, OPTIONAL_NAMES_MAX)]
}

/** The terms of each part, as the index takes them. */
export function indexed({ id, text }: SearchText): { readonly id: string } & Partial<Record<Field, string>> {
  const parts = FIELDS.map((field) => [field, textTerms(text[field]).join(' ')] as const)
  return { id, ...Object.fromEntries(parts.filter(([, content]) => content !== '')) }
}

/** The words of that: what of them is not asked for makes it another thing. */
export const ownWords = ({ called }: SearchText): string[] => [...new Set(wordsIn(called).filter((word) => !isStopWord(word)))]
