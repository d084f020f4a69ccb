import type { OpenApiDocument } from '../../api/openapi/document.ts'
import { operationsOf, readDocument } from './document.ts'
import { declarationOf } from './printer.ts'

const BANNER =
  '// From the OpenAPI document, which comes from the routes: change those, and run `npm run client:types`.\n'

/**
 * The client's types as one TypeScript module: a separate declaration for each component of the document, and
 * `Operations` keyed by `METHOD /path`. Nothing of it exists at run time.
 */
export function clientTypes(document: OpenApiDocument): string {
  const read = readDocument(document)
  const operations = operationsOf(read)
  return [
    BANNER,
    ...Object.entries(read.components.schemas).map(([name, schema]) => declarationOf(name, schema)),
    declarationOf('Operations', {
      description: 'Every operation by its method and path: what it takes, and as `answer` the body of its success.',
      type: 'object',
      additionalProperties: false,
      properties: Object.fromEntries(operations.map(({ name, shape }) => [name, shape])),
      required: operations.map(({ name }) => name),
    }),
  ].join('\n')
}
