import type { OpenApiDocument } from '../../api/openapi/document.ts'
import { type ClientOperation, operationsOf, readDocument } from './document.ts'
import { declarationOf } from './printer.ts'

const BANNER =
  '// Made by `npm run client:types` from the OpenAPI document, which comes from the routes: change those, not this file.\n'

/**
 * The client's types as one TypeScript module: a separate declaration for each component of the document, `Operations`
 * keyed by `METHOD /path`, and the data that a client needs at run time to repeat requests.
 */
export function clientTypes(document: OpenApiDocument): string {
  const read = readDocument(document)
  const operations = operationsOf(read)
  const keyed = operations.filter((operation) => operation.keyed)
  const reading = operations.filter((operation) => operation.reads)
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
    listOf('KEYED', 'The requests that take an `Idempotency-Key`.', keyed),
    listOf('READING', 'POST operations that change nothing.', reading),
  ].join('\n')
}

const listOf = (name: string, says: string, operations: readonly ClientOperation[]): string =>
  `/** ${says} */\nexport const ${name}: readonly string[] = [\n${operations.map((operation) => `  '${operation.name}',\n`).join('')}]\n`
