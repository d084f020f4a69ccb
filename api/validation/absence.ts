import type { Static, TSchema } from 'typebox'
import { isObject } from '../../domain/json/json.ts'
import { check, type Checked, type CheckOptions } from './check.ts'

/**
 * Checks what a caller wrote. `null` for an optional member is absence, at any depth, unless the member itself takes
 * `null`: many programs write it for a value that they do not have.
 */
export function checkRequest<S extends TSchema>(
  schema: S,
  value: unknown,
  options: CheckOptions = {},
): Checked<Static<S>> {
  const checked = check(schema, value, options)
  if (checked.ok) return checked
  const present = withoutNulls(schema, value)
  return present === value ? checked : check(schema, present, options)
}

/** A value without its members that are null and optional; the same value if it has none. */
export const withoutNulls = (schema: object, value: unknown): unknown => presentIn([schema], value)

/** `schemas`: each may be the one that the value is meant for. */
function presentIn(schemas: readonly object[], value: unknown): unknown {
  if (Array.isArray(value)) return presentItems(schemas, value)
  const shapes = schemas.flatMap(branchesOf).filter(declaresMembers)
  if (!isObject(value) || shapes.length === 0) return value
  const entries: [string, unknown][] = Object.entries(value)
  const present = entries.flatMap(([name, member]): [string, unknown][] => {
    const declaring = shapes.filter(({ properties }) => Object.hasOwn(properties, name))
    const declared = declaring.map(({ properties }): unknown => Reflect.get(properties, name)).filter(isObject)
    if (member !== null) return [[name, presentIn(declared, member)]]
    return declaring.some((shape) => !requires(shape, name)) && !declared.some(takesNull) ? [] : [[name, member]]
  })
  const isSame =
    present.length === entries.length && present.every(([, member], index) => member === entries[index]?.[1])
  return isSame ? value : Object.fromEntries(present)
}

function presentItems(schemas: readonly object[], items: readonly unknown[]): unknown {
  const declared = schemas.flatMap(branchesOf).flatMap((branch) => ('items' in branch ? [branch.items] : []))
  const known = declared.filter(isObject)
  if (known.length === 0) return items
  const present = items.map((item) => presentIn(known, item))
  return present.every((item, index) => item === items[index]) ? items : present
}

/** The schema itself, or those of which it is a union. */
const branchesOf = (schema: object): readonly object[] =>
  'anyOf' in schema && Array.isArray(schema.anyOf)
    ? [schema, ...schema.anyOf.filter(isObject).flatMap(branchesOf)]
    : [schema]

const declaresMembers = (schema: object): schema is { readonly properties: object } =>
  'properties' in schema && isObject(schema.properties)

const requires = (schema: object, name: string): boolean =>
  'required' in schema && Array.isArray(schema.required) && schema.required.includes(name)

function takesNull(schema: object): boolean {
  if ('anyOf' in schema && Array.isArray(schema.anyOf)) return schema.anyOf.filter(isObject).some(takesNull)
  if ('enum' in schema && Array.isArray(schema.enum)) return schema.enum.includes(null)
  if ('const' in schema) return schema.const === null
  if (!('type' in schema)) return true
  return schema.type === 'null' || (Array.isArray(schema.type) && schema.type.includes('null'))
}
