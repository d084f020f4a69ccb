import { isObject } from '../json/json.ts'
import { closest, MISTYPED } from '../words/closest.ts'

export interface UnknownField {
  /** Its place among the paths. */
  readonly index: number
  /** Paths that are probably meant, best first. */
  readonly meant: readonly string[]
}

/** The deepest path of a capability's result has four names. */
const DEPTH_MAX = 6

/**
 * The paths that name no field of a result, by the JSON Schema of the result. A path leads through lists. What the
 * schema does not describe may have any field. `extra`: members that the service adds to the result.
 */
export function unknownFields(schema: unknown, paths: readonly string[], extra: readonly string[]): UnknownField[] {
  const known = pathsIn(schema, '', 0)
  return paths.flatMap((path, index) => {
    const names = path.split('.')
    return extra.includes(names[0] ?? '') || isField(schema, names) ? [] : [{ index, meant: meantBy(path, known) }]
  })
}

/** The same name further down is more likely than a similar one. */
function meantBy(path: string, known: readonly string[]): readonly string[] {
  const name = path.slice(path.lastIndexOf('.') + 1)
  const same = known.filter((one) => one.endsWith(`.${name}`))
  return same.length > 0 ? same.slice(0, SAME_SHOWN) : closest(path, known, MISTYPED)
}
/** As many as other suggestions. */
const SAME_SHOWN = 3

function isField(schema: unknown, [name, ...rest]: readonly string[]): boolean {
  if (name === undefined) return true
  const members = membersOf(schema)
  return members === null || (Object.hasOwn(members, name) && isField(Reflect.get(members, name), rest))
}

function pathsIn(schema: unknown, before: string, depth: number): string[] {
  const members = depth < DEPTH_MAX ? membersOf(schema) : null
  return Object.entries(members ?? {}).flatMap(([name, member]: [string, unknown]) => [
    `${before}${name}`,
    ...pathsIn(member, `${before}${name}.`, depth + 1),
  ])
}

/** The members of an object, of the items of a list, or of the one branch that has some; null: not described. */
function membersOf(schema: unknown): object | null {
  if (!isObject(schema)) return null
  if ('properties' in schema && isObject(schema.properties)) return schema.properties
  if ('items' in schema) return membersOf(schema.items)
  if ('anyOf' in schema && Array.isArray(schema.anyOf)) {
    const described = schema.anyOf.map(membersOf).filter((members) => members !== null)
    return described[0] ?? (schema.anyOf.every(isScalar) ? NO_MEMBERS : null)
  }
  return isScalar(schema) ? NO_MEMBERS : null
}

const NO_MEMBERS = {}
const SCALARS: ReadonlySet<unknown> = new Set(['string', 'number', 'integer', 'boolean', 'null'])
const isScalar = (schema: unknown): boolean =>
  isObject(schema) && (('type' in schema && SCALARS.has(schema.type)) || 'enum' in schema)
