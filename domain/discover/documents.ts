import type { Capability } from '../capabilities/capability.ts'
import { endpointKey, type CatalogEndpoint, type Fields } from '../catalog/endpoint.ts'
import { topMembers } from '../catalog/answer-shape.ts'
import { placeholdersOf } from '../catalog/template.ts'
import type { Action } from './actions.ts'
import { tagsOfCapability } from './capability-tags.ts'
import type { FieldTerms } from './postings.ts'
import { textTerms, wordTerms } from './terms.ts'
import { isStopWord, wordsIn } from '../words/tokenize.ts'

/** The parts of a document, and the weight of a term in each. */
export const FIELD_WEIGHTS = {
  name: 2.4,
  summary: 3,
  path: 1.5,
  tags: 2,
  provider: 1.5,
  prose: 1.25,
  parameters: 0.5,
  answer: 0.3,
} as const
export type SearchField = keyof typeof FIELD_WEIGHTS

/** The searched text of one capability or endpoint: plain text, before it is split. */
export interface SearchText {
  /** The capability's slug, or `provider METHOD /path`. */
  readonly id: string
  readonly text: Readonly<Record<SearchField, string>>
  /** Its own name. */
  readonly called: string
  /** What it is about: of a path its last fixed segment. */
  readonly subject: string
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
  const names = [...Object.keys(inputSchema.properties), ...Object.values(inputSchema.properties).flatMap(choicesOf)]
  return {
    id: slug,
    called: title,
    subject: '',
    text: {
      name: `${title} ${slug}`,
      summary: '',
      path: '',
      tags: `${category} ${tagsOfCapability(slug)}`,
      provider: providerTitles.join(' '),
      prose: description,
      parameters: names.join(' '),
      answer: Object.keys(outputSchema.properties).join(' '),
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
    subject: subjectOf(endpoint),
    text: {
      name: titleWithoutPlaceholders(endpoint),
      summary,
      // The call does this whether its text mentions it or not: a POST to "Visits" creates visits just as "Create a
      // visit" does.
      path: `${path} ${actions.join(' ')}`,
      tags: tags.join(' '),
      provider: `${endpoint.provider} ${providerTitle}`,
      prose: words.join(' '),
      parameters: [...new Set(names)].join(' '),
      answer: endpoint.answer === undefined ? '' : topMembers(endpoint.answer).slice(0, OPTIONAL_NAMES_MAX).join(' '),
    },
  }
}

const subjectOf = ({ endpoint }: CatalogEndpoint): string =>
  endpoint
    .split('/')
    .filter((segment) => segment !== '' && !/^\{[^{}]*\}$/.test(segment))
    .at(-1) ?? ''

/** "Goals by goal ID" names its placeholder again, which would make it more about goals than the list of them. */
const titleWithoutPlaceholders = ({ title, endpoint }: CatalogEndpoint): string =>
  placeholdersOf(endpoint).length > 0 ? title.replace(/(.) by (?!.* by ).*$/, '$1') : title

/** All required names, and the others up to a bound. */
function namesOf({ properties, required }: Fields): string[] {
  const optional = Object.keys(properties).filter((name) => !required.includes(name))
  return [...required, ...optional.slice(0, OPTIONAL_NAMES_MAX)]
}

/** The terms of each part. */
export const fieldTerms = ({ text }: SearchText): FieldTerms<SearchField> => ({
  name: textTerms(text.name),
  summary: textTerms(text.summary),
  path: textTerms(text.path),
  tags: textTerms(text.tags),
  provider: textTerms(text.provider),
  prose: textTerms(text.prose),
  parameters: wordTerms(text.parameters),
  answer: wordTerms(text.answer),
})

/** The words in its name: words that the query lacks make it another thing. */
export const ownWords = ({ called }: SearchText): string[] => [
  ...new Set(wordsIn(called).filter((word) => !isStopWord(word))),
]
