import { NO_FIELDS, type Body } from './endpoint.ts'
import { listOf, memberOf, recordOf, textOf, type Unchecked } from './reading.ts'
import { resolve, type ReferenceReading } from './references.ts'
import { describeValue, fieldsOf, shapeOf, typeOf } from './schema.ts'

export type BodyFound =
  | { readonly kind: 'none' }
  | { readonly kind: 'body'; readonly body: Body }
  | { readonly kind: 'unsupported'; readonly reason: string }

/** A request body as OpenAPI 3 writes it, or as Swagger 2.0's `body` and `formData` parameters. */
export function bodyOf(operation: Unchecked, parameters: readonly Unchecked[], reading: ReferenceReading): BodyFound {
  if (memberOf(operation, 'requestBody') !== undefined) return requestBody(operation, reading)
  const bodyParameter = parameters.find((one) => one['in'] === 'body')
  if (bodyParameter !== undefined)
    return {
      kind: 'body',
      body: described(memberOf(bodyParameter, 'schema'), 'json', bodyParameter['required'] === true, reading),
    }
  const form = parameters.filter((one) => one['in'] === 'formData')
  return form.length === 0 ? { kind: 'none' } : { kind: 'body', body: formBody(form, operation, reading) }
}

function requestBody(operation: Unchecked, reading: ReferenceReading): BodyFound {
  const declared = resolve(memberOf(operation, 'requestBody'), reading)
  if (declared === null) return { kind: 'unsupported', reason: 'its request body is a reference that leads nowhere' }
  const content = recordOf(memberOf(declared, 'content')) ?? {}
  const needed = memberOf(declared, 'required') === true
  const types = Object.keys(content)
  // A body without a declared type is JSON: nothing else could be written from an input object.
  if (types.length === 0) return { kind: 'body', body: { ...NO_FIELDS, type: 'any', encoding: 'json', needed } }
  for (const { encoding, fits } of ENCODINGS) {
    const type = types.find(fits)
    if (type !== undefined)
      return { kind: 'body', body: described(memberOf(recordOf(content[type]), 'schema'), encoding, needed, reading) }
  }
  if (!needed) return { kind: 'none' }
  return {
    kind: 'unsupported',
    reason: `its request body is ${types.join(' or ')}, which an input object cannot be written as`,
  }
}

/** In the order of preference. */
const ENCODINGS: readonly { readonly encoding: Body['encoding']; readonly fits: (type: string) => boolean }[] = [
  { encoding: 'json', fits: (type) => /^(?:application\/json|[^;]*\+json)\s*(?:;|$)/i.test(type) },
  { encoding: 'json', fits: (type) => type === '*/*' || type.startsWith('application/*') },
  { encoding: 'form', fits: (type) => /^application\/x-www-form-urlencoded/i.test(type) },
  { encoding: 'multipart', fits: (type) => /^multipart\//i.test(type) },
]

function described(schema: unknown, encoding: Body['encoding'], needed: boolean, reading: ReferenceReading): Body {
  const shape = shapeOf(schema, reading)
  const type = typeOf(shape)
  const inner = /(?:^|\|)array(?:\||$)/.test(type) ? shapeOf(shape.items, reading) : shape
  return { ...fieldsOf(inner, reading), type, encoding, needed }
}

function formBody(form: readonly Unchecked[], operation: Unchecked, reading: ReferenceReading): Body {
  const consumes = [...listOf(memberOf(operation, 'consumes')), ...listOf(memberOf(reading.root, 'consumes'))].map(
    textOf,
  )
  const multipart = form.some((one) => one['type'] === 'file') || consumes[0]?.startsWith('multipart/') === true
  const required = form.filter((one) => one['required'] === true).map((one) => String(one['name']))
  const properties = form.map((one) => [String(one['name']), describeValue({ ...one, required: [] }, reading)] as const)
  return {
    properties: Object.fromEntries(properties),
    required,
    type: 'object',
    encoding: multipart ? 'multipart' : 'form',
    needed: required.length > 0,
  }
}
