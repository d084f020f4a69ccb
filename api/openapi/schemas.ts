import type { TObject, TSchema } from 'typebox'
import { isObjectParameter } from '../route/object-parameters.ts'
import { nameOf } from '../schemas/named.ts'

export type JsonValue =
  | null
  | boolean
  | number
  | string
  | readonly JsonValue[]
  | { readonly [member: string]: JsonValue }

/** Copies schemas into an OpenAPI document: a named one is printed once, as a component, and referenced elsewhere. */
export class OpenApiSchemas {
  readonly #components = new Map<string, { readonly source: string; readonly printed: JsonValue }>()

  /** The schema itself, or a reference to its component. */
  refer(schema: TSchema): JsonValue {
    const name = nameOf(schema)
    if (name === undefined) return this.#copy(schema)
    const source = JSON.stringify(schema)
    const known = this.#components.get(name)
    if (known !== undefined && known.source !== source) throw new Error(`two schemas are named ${name}`)
    // Entered before it is copied, because the copy may contain the same name.
    if (known === undefined) {
      this.#components.set(name, { source, printed: null })
      this.#components.set(name, { source, printed: this.#copy(schema) })
    }
    return { $ref: `#/components/schemas/${name}` }
  }

  components(): Record<string, JsonValue> {
    return Object.fromEntries(
      [...this.#components]
        .toSorted(([left], [right]) => (left < right ? -1 : 1))
        .map(([name, { printed }]): [string, JsonValue] => [name, printed]),
    )
  }

  parameters(schema: TObject | undefined, place: 'path' | 'query' | 'header'): JsonValue[] {
    const required: readonly string[] = schema?.required ?? []
    return Object.entries(schema?.properties ?? {}).map(([name, property]): JsonValue => {
      const keywordOf = (keyword: string): unknown => Object.getOwnPropertyDescriptor(property, keyword)?.value
      const text = keywordOf('description')
      const examples = keywordOf('examples')
      // With a default the handler always gets the parameter, and the caller never has to send it.
      const needed = place === 'path' || (required.includes(name) && !('default' in property))
      return {
        name,
        in: place,
        required: needed,
        ...(place === 'query' && isObjectParameter(property) ? { style: 'deepObject', explode: true } : {}),
        ...(typeof text === 'string' ? { description: text } : {}),
        schema: this.refer(property),
        // Readers fill it into a sample request, so only required parameters have one.
        ...(needed && Array.isArray(examples) ? { example: this.#copy(examples[0]) } : {}),
      }
    })
  }

  /** TypeBox's own marks are hidden properties, so that a schema's visible ones are plain JSON Schema. */
  #copy(value: unknown): JsonValue {
    if (Array.isArray(value)) return value.map((item) => this.#copyInner(item))
    if (typeof value === 'object' && value !== null) {
      return Object.fromEntries(
        Object.entries(value).map(([member, inner]): [string, JsonValue] => [member, this.#copyInner(inner)]),
      )
    }
    if (value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
      return value
    throw new Error(`a schema holds a value of type ${typeof value}, which JSON cannot express`)
  }

  #copyInner(value: unknown): JsonValue {
    return typeof value === 'object' && value !== null && nameOf(value) !== undefined
      ? this.refer(value)
      : this.#copy(value)
  }
}
