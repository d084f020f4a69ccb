import type { OpenApiDocument } from '../../api/openapi/document.ts'

/** The parts of JSON Schema that the document uses and that a type can express. */
export interface Schema {
  readonly $ref?: string
  readonly type?: string
  readonly description?: string
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: boolean | Schema
  readonly patternProperties?: Readonly<Record<string, Schema>>
  readonly items?: Schema
  readonly anyOf?: readonly Schema[]
  readonly enum?: readonly (string | number | boolean | null)[]
  readonly const?: string | number | boolean | null
  readonly default?: unknown
  readonly minimum?: number
  readonly maximum?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly minItems?: number
  readonly maxItems?: number
}

interface Parameter {
  readonly name: string
  readonly in: 'path' | 'query' | 'header'
  readonly required: boolean
  readonly description?: string
  readonly schema: Schema
}

interface Content {
  readonly content?: Readonly<Record<string, { readonly schema: Schema }>>
}

interface OperationObject {
  readonly summary: string
  readonly tags: readonly string[]
  readonly 'x-access': string
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: Content & { readonly required: boolean }
  readonly responses: Readonly<Record<string, Content>>
}

export interface ReadDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, OperationObject>>>>
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> }
}

/** The request and the answer of an operation, as one object. */
export interface ClientOperation {
  /** `POST /v1/run` */
  readonly name: string
  readonly keyed: boolean
  /** It only reads and changes nothing. */
  readonly reads: boolean
  readonly shape: Schema
}

/** The key is an option of the client instead. */
const IDEMPOTENCY_KEY = 'Idempotency-Key'

/** The document is this repository's own and plain JSON, so it needs no check. */
export const readDocument = (document: OpenApiDocument): ReadDocument => JSON.parse(JSON.stringify(document))

/** Every operation that a client may call: the providers' inbound routes are not for clients. */
export function operationsOf({ paths }: ReadDocument): ClientOperation[] {
  return Object.entries(paths)
    .filter(([path]) => !path.startsWith('/v1/inbound/'))
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => operationOf(`${method.toUpperCase()} ${path}`, operation)),
    )
}

function operationOf(name: string, operation: OperationObject): ClientOperation {
  const parameters = operation.parameters ?? []
  const keyed = parameters.some((parameter) => parameter.name === IDEMPOTENCY_KEY)
  const params = membersOf(parameters.filter((parameter) => parameter.in === 'path'))
  const query = membersOf(parameters.filter((parameter) => parameter.in === 'query'))
  const headers = membersOf(
    parameters.filter((parameter) => parameter.in === 'header' && parameter.name !== IDEMPOTENCY_KEY),
  )
  const body = schemasOf(operation.requestBody)[0]
  const members: readonly (readonly [name: string, schema: Schema | undefined, required: boolean])[] = [
    ['params', params, true],
    ['query', query, (query?.required ?? []).length > 0],
    ['headers', headers, (headers?.required ?? []).length > 0],
    ['body', body, operation.requestBody?.required === true],
    [
      'idempotencyKey',
      keyed
        ? { type: 'string', description: 'Made by the client unless given, and the same in each of its tries.' }
        : undefined,
      false,
    ],
    ['answer', answerOf(operation), true],
  ]
  const there = members.flatMap(([member, schema, required]) =>
    schema === undefined ? [] : [{ member, schema, required }],
  )
  return {
    name,
    keyed,
    reads: name.startsWith('POST ') && operation['x-access'] === 'read',
    shape: {
      type: 'object',
      additionalProperties: false,
      description: operation.summary,
      properties: Object.fromEntries(there.map(({ member, schema }) => [member, schema])),
      required: there.filter(({ required }) => required).map(({ member }) => member),
    },
  }
}

function membersOf(parameters: readonly Parameter[]): Schema | undefined {
  if (parameters.length === 0) return undefined
  return {
    type: 'object',
    additionalProperties: false,
    properties: Object.fromEntries(
      parameters.map(({ name, description, schema }) => [
        name,
        { ...schema, ...(description === undefined ? {} : { description }) },
      ]),
    ),
    required: parameters.filter(({ required }) => required).map(({ name }) => name),
  }
}

/** The bodies of all successes; two of the same shape (a run, ended or not) are one. */
function answerOf({ responses }: OperationObject): Schema {
  const schemas = Object.entries(responses)
    .filter(([status]) => status.startsWith('2'))
    .flatMap(([, response]) => schemasOf(response))
  const different = [...new Map(schemas.map((schema) => [JSON.stringify(schema), schema])).values()]
  const [only] = different
  return different.length === 1 && only !== undefined ? only : { anyOf: different }
}

/** Any other content than JSON is text. */
const schemasOf = (part: Content | undefined): Schema[] =>
  Object.entries(part?.content ?? {}).map(([type, { schema }]) =>
    type === 'application/json' ? schema : { type: 'string' },
  )
