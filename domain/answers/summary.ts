import { isJsonObject, type Json, type JsonObject } from '../json/json.ts'
import { type Leaf, leavesOf } from './leaves.ts'
import type { Projection } from './project.ts'

/** What a projection leaves out of a result. */
export interface ResultSummary {
  /** The lists of the result that are not within another list, with their lengths. */
  readonly lists: readonly { readonly path: string; readonly total: number; readonly shown: number }[]
  /** The fields that are not answered. */
  readonly left_out: readonly Leaf[]
  /** How many more fields are not answered than `left_out` names. */
  readonly left_out_more: number
}

/** A result has a handful; a raw payload may have many. */
const LISTS_MAX = 20
/** About 500 tokens of names. */
const LEFT_OUT_MAX = 50

export function summarize(result: JsonObject, { fields, maxItems }: Projection): ResultSummary {
  const isSelected = (path: string): boolean =>
    fields === null || fields.some((field) => isWithin(path, field) || isWithin(field, path))
  const lists = listsOf(result).map(({ path, total }) => ({
    path,
    total,
    shown: isSelected(path) ? Math.min(total, maxItems ?? total) : 0,
  }))
  const emptied = maxItems === 0 ? lists.map(({ path }) => path) : []
  const leftOut = leavesOf(result).filter(
    ({ path }) =>
      emptied.some((list) => isWithin(path, list)) ||
      (fields !== null && !fields.some((field) => isWithin(path, field))),
  )
  return {
    lists: lists.slice(0, LISTS_MAX),
    left_out: leftOut.slice(0, LEFT_OUT_MAX),
    left_out_more: Math.max(0, leftOut.length - LEFT_OUT_MAX),
  }
}

const isWithin = (path: string, outer: string): boolean => path === outer || path.startsWith(`${outer}.`)

/** The lists that are reached through objects only. */
function listsOf(result: JsonObject): { path: string; total: number }[] {
  const lists: { path: string; total: number }[] = []
  const visit = (value: Json, path: string, depth: number): void => {
    if (lists.length === LISTS_MAX) return
    if (Array.isArray(value)) lists.push({ path, total: value.length })
    else if (depth < DEPTH_MAX && isJsonObject(value))
      for (const name in value) visit(value[name] ?? null, path === '' ? name : `${path}.${name}`, depth + 1)
  }
  visit(result, '', 0)
  return lists
}

/** As deep as fields are named. */
const DEPTH_MAX = 8
