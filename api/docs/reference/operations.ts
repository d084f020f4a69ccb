import { type Json, type JsonObject, listOf, objectOf, textsOf, textOf } from '../../../domain/json/json.ts'
import { REFERENCE_PATH } from '../../dashboard/paths.ts'
import type { OpenApiDocument } from '../../openapi/document.ts'
import { type NounPage, readNounPages } from './nouns.ts'
import { resolvedSchema } from './schemas.ts'

/** An example of a body, by its name. */
export interface BodyExample {
  readonly title: string
  readonly value: Json
}

export interface OperationBody {
  readonly contentType: string
  readonly schema: JsonObject
  readonly examples: readonly BodyExample[]
}

export interface ReferenceAnswer {
  readonly status: string
  /** Markdown. */
  readonly description: string
  readonly body: OperationBody | null
}

/** An operation as its page shows it. */
export interface Operation {
  readonly id: string
  readonly method: string
  readonly path: string
  readonly summary: string
  /** Markdown. */
  readonly description: string
  readonly tag: string
  /** One of `domain/access/access.ts`. */
  readonly access: string
  readonly parameters: readonly JsonObject[]
  readonly body: OperationBody | null
  readonly answers: readonly ReferenceAnswer[]
}

export interface ReferenceTag {
  readonly name: string
  readonly description: string
  /** Its page, and the further pages in its folder. */
  readonly page: NounPage | null
  readonly further: readonly NounPage[]
  readonly operations: readonly Operation[]
}

export interface ReferenceGroup {
  readonly name: string
  readonly tags: readonly ReferenceTag[]
}

export interface Reference {
  readonly version: string
  /** Markdown. */
  readonly description: string
  /** What holds for every operation. */
  readonly general: readonly NounPage[]
  readonly groups: readonly ReferenceGroup[]
  readonly operations: readonly Operation[]
}

export const operationPath = ({ id }: Pick<Operation, 'id'>): string => `${REFERENCE_PATH}/${id}`

/** The OpenAPI document with the pages of its tags, as the reference shows it. */
export function readReference(openApi: OpenApiDocument): Reference {
  const document: JsonObject = JSON.parse(JSON.stringify(openApi))
  const components = objectOf(document['components'])
  const operations = Object.entries(objectOf(document['paths'])).flatMap(([path, ofPath]) =>
    Object.entries(objectOf(ofPath)).map(([method, operation]) =>
      readOperation({ method: method.toUpperCase(), path, operation: objectOf(operation) }, components),
    ),
  )
  const byTag = Map.groupBy(operations, ({ tag }) => tag)
  const pages = readNounPages(listOf(document['tags']).map((tag) => textOf(objectOf(tag)['name'])))
  const described = listOf(document['tags']).map((tag): ReferenceTag => {
    const { name, description } = objectOf(tag)
    return {
      name: textOf(name),
      description: textOf(description),
      ...pages.ofTag(textOf(name)),
      operations: byTag.get(textOf(name)) ?? [],
    }
  })
  const groups = listOf(document['x-tagGroups']).map((group): ReferenceGroup => {
    const { name, tags } = objectOf(group)
    return {
      name: textOf(name),
      tags: textsOf(tags).flatMap((tag) => described.find((one) => one.name === tag) ?? []),
    }
  })
  const grouped = new Set(groups.flatMap(({ tags }) => tags))
  const rest = described.filter((tag) => !grouped.has(tag))
  const info = objectOf(document['info'])
  return {
    version: textOf(info['version']),
    description: textOf(info['description']),
    general: pages.general,
    groups: rest.length === 0 ? groups : [...groups, { name: 'Other', tags: rest }],
    operations,
  }
}

interface Found {
  readonly method: string
  readonly path: string
  readonly operation: JsonObject
}

function readOperation({ method, path, operation }: Found, components: JsonObject): Operation {
  const [tag = ''] = textsOf(operation['tags'])
  return {
    id: textOf(operation['operationId']),
    method,
    path,
    tag,
    summary: textOf(operation['summary']),
    description: textOf(operation['description']),
    access: textOf(operation['x-access']),
    parameters: listOf(operation['parameters']).map((parameter) => {
      const { schema, ...rest } = objectOf(parameter)
      return { ...rest, schema: resolvedSchema(schema, objectOf(components['schemas'])) }
    }),
    body: readBody(objectOf(operation['requestBody'])['content'], components),
    answers: Object.entries(objectOf(operation['responses'])).map(([status, response]) => {
      const { description, content } = referred(response, components, 'responses')
      return { status, description: textOf(description), body: readBody(content, components) }
    }),
  }
}

function readBody(content: Json | undefined, components: JsonObject): OperationBody | null {
  const [[contentType, media] = ['', null]] = Object.entries(objectOf(content))
  if (media === null) return null
  const { schema, examples } = objectOf(media)
  return {
    contentType,
    schema: resolvedSchema(schema, objectOf(components['schemas'])),
    examples: Object.entries(objectOf(examples)).map(([name, example]) => {
      const { summary, value = null } = referred(example, components, 'examples')
      return { title: textOf(summary) === '' ? name : textOf(summary), value }
    }),
  }
}

/** A response or an example, or the component that it refers to. */
function referred(value: Json | undefined, components: JsonObject, kind: 'responses' | 'examples'): JsonObject {
  const object = objectOf(value)
  const name = textOf(object['$ref']).split('/').at(-1) ?? ''
  return name === '' ? object : objectOf(objectOf(components[kind])[name])
}
