import { isExactNumber } from '../json/exact.ts'
import type { Json } from '../json/json.ts'

/** As JSON Schema names the types of values. */
export const VALUE_TYPES = ['array', 'object', 'string', 'number', 'boolean', 'null'] as const
export type ValueType = (typeof VALUE_TYPES)[number]

export function typeOf(value: Json): ValueType {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  if (isExactNumber(value)) return 'number'
  switch (typeof value) {
    case 'string':
      return 'string'
    case 'boolean':
      return 'boolean'
    case 'number':
      return 'number'
    default:
      return 'object'
  }
}

/** A field of a result, by its dotted path, which leads through lists to the members of their items. */
export interface Leaf {
  readonly path: string
  readonly type: ValueType
}

/** The items of a list mostly have the same members. */
const ITEMS_MAX = 5
/** Deeper members are named by the object that they are in. */
const DEPTH_MAX = 8
/** Several times the fields of the largest capability; it bounds the work for a hostile payload. */
const LEAVES_MAX = 500

/** The fields of a value, in its order: what is no object and no list of objects, and what is empty. */
export function leavesOf(root: Json): Leaf[] {
  const leaves = new Map<string, ValueType>()
  const visit = (value: Json, path: string, depth: number): void => {
    if (leaves.size >= LEAVES_MAX) return
    const inner = depth < DEPTH_MAX ? membersOf(value) : []
    for (const [name, member] of inner) visit(member, path === '' ? name : `${path}.${name}`, depth + 1)
    const known = leaves.get(path)
    if (inner.length === 0 && path !== '' && (known === undefined || known === 'null')) leaves.set(path, typeOf(value))
  }
  visit(root, '', 0)
  return [...leaves].map(([path, type]) => ({ path, type }))
}

/** The members of an object, or of the first items of a list. */
function membersOf(value: Json): [string, Json][] {
  if (typeof value !== 'object' || value === null || isExactNumber(value)) return []
  return Array.isArray(value) ? value.slice(0, ITEMS_MAX).flatMap(membersOf) : firstMembers(value)
}

function firstMembers(value: { readonly [member: string]: Json }): [string, Json][] {
  const members: [string, Json][] = []
  // No array is made of all members: a payload may have a million.
  for (const name in value) {
    const member = value[name]
    if (member !== undefined) members.push([name, member])
    if (members.length === LEAVES_MAX) break
  }
  return members
}
