import Type, { type Static } from 'typebox'
import { OWN_KEY_REASONS, withPrice } from './account-rule.ts'
import { AnswerShapeSchema } from './answer-shape.ts'
import { pricedOf } from './cost.ts'
import {
  ValueDescriptionSchema,
  METHODS,
  OWN_KEY_RULES,
  type CatalogEndpoint,
  type ValueDescription,
  type Fields,
} from './endpoint.ts'
import type { CatalogProvider } from './providers/provider.ts'

/**
 * The form of an endpoint in the catalog's files: one line each, without anything that the provider's facts imply, and
 * a fact that is only a type as that word. `own_key` is the result of the import, so that a change of the rule shows as
 * a change of lines.
 */
const closed = { additionalProperties: false } as const
const StoredDescription = Type.Union([Type.String(), ValueDescriptionSchema])
const storedFields = {
  properties: Type.Optional(Type.Record(Type.String(), StoredDescription)),
  required: Type.Optional(Type.Array(Type.String())),
  omitted: Type.Optional(Type.Integer()),
}
const StoredFields = Type.Object(storedFields, closed)

export const StoredEndpointSchema = Type.Object(
  {
    method: Type.Enum(METHODS),
    endpoint: Type.String({ minLength: 1 }),
    title: Type.String({ minLength: 1 }),
    tags: Type.Optional(Type.Array(Type.String())),
    base: Type.Optional(Type.String()),
    path: Type.Optional(StoredFields),
    query: Type.Optional(StoredFields),
    header: Type.Optional(StoredFields),
    body: Type.Optional(
      Type.Object(
        {
          ...storedFields,
          type: Type.Optional(Type.String()),
          encoding: Type.Optional(Type.Union([Type.Literal('form'), Type.Literal('multipart')])),
          needed: Type.Optional(Type.Literal(true)),
        },
        closed,
      ),
    ),
    bodyType: Type.Optional(Type.Union([Type.Literal('task'), Type.Literal('actor_input')])),
    price: Type.Optional(Type.String()),
    own_key: Type.Optional(Type.Enum(OWN_KEY_RULES)),
    deprecated: Type.Optional(Type.Literal(true)),
    answer: Type.Optional(AnswerShapeSchema),
    /** Separated by blanks. */
    words: Type.Optional(Type.String()),
    summary: Type.Optional(Type.String()),
    description: Type.Optional(Type.String()),
    source: Type.String(),
  },
  closed,
)
export type StoredEndpoint = Static<typeof StoredEndpointSchema>

export const StoredCatalogSchema = Type.Object(
  {
    provider: Type.String({ minLength: 1 }),
    title: Type.String(),
    baseUrl: Type.String(),
    /** Parts that occur in several answers, by the name under which `answer` refers to them. */
    shapes: Type.Optional(Type.Record(Type.String(), AnswerShapeSchema)),
    endpoints: Type.Array(StoredEndpointSchema),
  },
  closed,
)
export type StoredCatalog = Static<typeof StoredCatalogSchema>

export function toStored(endpoint: CatalogEndpoint, provider: CatalogProvider): StoredEndpoint {
  const { body, rule, words, summary, description, answer } = endpoint
  return {
    method: endpoint.method,
    endpoint: endpoint.endpoint,
    title: endpoint.title,
    ...(endpoint.tags.length > 0 && { tags: [...endpoint.tags] }),
    ...(endpoint.baseUrl !== provider.baseUrl && { base: endpoint.baseUrl }),
    ...named('path', endpoint.pathParams),
    ...named('query', endpoint.queryParams),
    ...named('header', endpoint.headerParams),
    ...(body !== null && {
      body: {
        ...packed(body),
        ...(body.type !== 'object' && { type: body.type }),
        ...(body.encoding !== 'json' && { encoding: body.encoding }),
        ...(body.needed && { needed: true as const }),
      },
    }),
    ...(endpoint.bodyType !== 'json' && { bodyType: endpoint.bodyType }),
    ...(endpoint.price !== null && { price: endpoint.price }),
    ...(rule !== null && rule !== 'unpriced' && { own_key: rule }),
    ...(endpoint.deprecated && { deprecated: true as const }),
    ...(answer !== undefined && { answer }),
    ...(words.length > 0 && { words: words.join(' ') }),
    ...(summary !== undefined && { summary }),
    ...(description !== undefined && { description }),
    source: endpoint.source,
  }
}

export function fromStored(stored: StoredEndpoint, provider: CatalogProvider): CatalogEndpoint {
  const price = stored.price ?? null
  const { body } = stored
  const priced = pricedOf(provider, { ...stored, price, members: Object.keys(body?.properties ?? {}) })
  const rule = withPrice(stored.own_key ?? null, priced.cost, provider)
  return {
    provider: provider.slug,
    method: stored.method,
    endpoint: stored.endpoint,
    baseUrl: stored.base ?? provider.baseUrl,
    title: stored.title,
    tags: stored.tags ?? [],
    pathParams: unpacked(stored.path),
    queryParams: unpacked(stored.query),
    headerParams: unpacked(stored.header),
    body:
      body === undefined
        ? null
        : {
            ...unpacked(body),
            type: body.type ?? 'object',
            encoding: body.encoding ?? 'json',
            needed: body.needed ?? false,
          },
    bodyType: stored.bodyType ?? 'json',
    ...priced,
    requires_byok: rule !== null,
    rule,
    reason: rule === null ? null : OWN_KEY_REASONS[rule],
    deprecated: stored.deprecated ?? false,
    source: stored.source,
    price,
    words: stored.words?.split(' ') ?? [],
    ...(stored.answer !== undefined && { answer: stored.answer }),
    ...(stored.summary !== undefined && { summary: stored.summary }),
    ...(stored.description !== undefined && { description: stored.description }),
  }
}

type Packed = Static<typeof StoredFields>

function named<Name extends string>(name: Name, fields: Fields): { [key in Name]?: Packed } | Record<string, never> {
  return Object.keys(fields.properties).length === 0 ? {} : ({ [name]: packed(fields) } as { [key in Name]: Packed })
}

function packed({ properties, required, omitted }: Fields): Packed {
  return {
    ...(Object.keys(properties).length > 0 && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, description]) => [name, packedDescription(description)]),
      ),
    }),
    ...(required.length > 0 && { required: [...required] }),
    ...(omitted !== undefined && { omitted }),
  }
}

const packedDescription = (description: ValueDescription): ValueDescription | string =>
  Object.keys(description).length === 1 ? description.type : description

function unpacked(fields: Packed | undefined): Fields {
  const properties = Object.entries(fields?.properties ?? {}).map(([name, description]) => [
    name,
    typeof description === 'string' ? { type: description } : description,
  ])
  return {
    properties: Object.fromEntries(properties),
    required: fields?.required ?? [],
    ...(fields?.omitted !== undefined && { omitted: fields.omitted }),
  }
}
