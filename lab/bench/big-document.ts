import type { CatalogEndpoint, Fields } from '../../domain/catalog/endpoint.ts'

/** The endpoints as an OpenAPI document that could be their source, to measure an import with real shapes. */
export function documentOf(endpoints: readonly CatalogEndpoint[]): object {
  const paths: Record<string, Record<string, object>> = {}
  for (const endpoint of endpoints) {
    // One provider's paths must not replace another's.
    const path = `/${endpoint.provider}${endpoint.endpoint}`
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operationOf(endpoint) }
  }
  return {
    openapi: '3.0.3',
    info: { title: 'Benchmark', version: '1' },
    servers: [{ url: 'https://api.example.com' }],
    paths,
  }
}

function operationOf({ title, tags, words, pathParams, queryParams, body }: CatalogEndpoint): object {
  return {
    summary: title,
    description: words.join(' '),
    tags,
    parameters: [...parametersOf('path', pathParams), ...parametersOf('query', queryParams)],
    ...(body !== null && {
      requestBody: {
        content: {
          'application/json': { schema: { type: 'object', required: body.required, properties: propertiesOf(body) } },
        },
      },
    }),
  }
}

const parametersOf = (place: string, fields: Fields): object[] =>
  Object.entries(propertiesOf(fields)).map(([name, schema]) => ({
    in: place,
    name,
    required: fields.required.includes(name),
    schema,
  }))

const JSON_TYPES = new Set(['string', 'integer', 'number', 'boolean', 'array', 'object'])

const propertiesOf = ({ properties }: Fields): Record<string, object> =>
  Object.fromEntries(
    Object.entries(properties).map(([name, { type, enum: values }]) => [
      name,
      { type: JSON_TYPES.has(type) ? type : 'string', ...(values !== undefined && { enum: values }) },
    ]),
  )
