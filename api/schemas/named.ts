import type { TSchema } from 'typebox'

const NAME = '~name'

/**
 * Marks a schema that the OpenAPI document prints once, under `components/schemas`, and references elsewhere. The mark
 * is a hidden property of the schema itself, like TypeBox's own `~kind`: it is no keyword for ajv, it needs no
 * registry, and it survives `Type.Optional`, which copies the schema.
 */
export function named<S extends TSchema>(name: string, schema: S): S {
  return Object.defineProperty(schema, NAME, { value: name, enumerable: false, configurable: true })
}

export function nameOf(schema: object): string | undefined {
  const name: unknown = Object.getOwnPropertyDescriptor(schema, NAME)?.value
  return typeof name === 'string' ? name : undefined
}
