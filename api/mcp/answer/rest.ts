import type { Cut } from '../../../domain/answers/cut.ts'
import { isJsonObject, type Json, type JsonObject } from '../../../domain/json/json.ts'

/** The call of `get_run` that reads on where the result of a run was cut; null: nothing of a result was cut. */
export function restOfRun(shown: JsonObject, cuts: readonly Cut[]): JsonObject | null {
  const runId = shown['run_id']
  if (typeof runId !== 'string') return null
  for (const { path, shown: offset } of cuts) {
    const at = placeInResult(shown, path)
    if (at !== null && at.path !== '')
      return { tool: 'get_run', arguments: { run_id: runId, path: at.path, offset: at.offset + offset } }
  }
  return null
}

/** A slice that was cut ends where it was cut. */
export function withNextOffset(shown: JsonObject, cuts: readonly Cut[]): JsonObject {
  const slice = objectAt(shown, 'slice')
  const cut = cuts.find(({ path }) => path === 'slice.value')
  return slice === null || cut === undefined
    ? shown
    : { ...shown, slice: { ...slice, next_offset: offsetOf(slice) + cut.shown } }
}

/** Where a place of the answer is in the result of the run, and at which offset the shown part begins. */
function placeInResult(shown: JsonObject, path: string): { readonly path: string; readonly offset: number } | null {
  if (path.startsWith('result.')) return { path: path.slice('result.'.length), offset: 0 }
  const slice = objectAt(shown, 'slice')
  const [start, rest] = [slice?.['path'], restOf(path, 'slice.value')]
  if (slice === null || typeof start !== 'string' || rest === null) return null
  if (rest === '') return { path: start, offset: offsetOf(slice) }
  // Places of a list count from the beginning of the slice.
  const [first = '', ...others] = rest.split('.')
  const place = slice['type'] === 'array' ? String(Number(first) + offsetOf(slice)) : first
  return { path: [start, place, ...others].join('.'), offset: 0 }
}

const restOf = (path: string, outer: string): string | null =>
  path === outer ? '' : path.startsWith(`${outer}.`) ? path.slice(outer.length + 1) : null

const offsetOf = (slice: JsonObject): number => (typeof slice['offset'] === 'number' ? slice['offset'] : 0)

function objectAt(shown: JsonObject, member: string): JsonObject | null {
  const value: Json | undefined = shown[member]
  return isJsonObject(value) ? value : null
}
