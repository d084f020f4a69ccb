import { isJsonObject, type Json, type JsonObject } from '../providers/manifest.ts'
import type { RunStatus } from '../runs/states.ts'
import { readSet, type RowSet } from './set.ts'
import { MAINTAINED_FIELDS, ROW_FIELDS } from './keys.ts'
import type { RecordLink } from './links.ts'

/** What a run's end does to the row it is linked to; `saved` names the row fields that the result filled. */
export interface RecordedChange {
  readonly change: RowSet
  readonly saved: readonly string[]
}

/** Fields of a row that no result overwrites. */
const OWN_FIELDS: readonly string[] = [...ROW_FIELDS, ...MAINTAINED_FIELDS]

/**
 * The change that `record` asks for (Spec 4.6): `set` and `save` on success, `on_miss` when nothing was found; null when the
 * run ended in any other way. What the result does not know erases nothing, and `set` has the last word.
 */
export function recordedChange(
  { set, save, on_miss: onMiss }: Pick<RecordLink, 'set' | 'save' | 'on_miss'>,
  end: { readonly status: RunStatus; readonly result: Json; readonly now: Date },
): RecordedChange | null {
  if (end.status === 'no_match') return onMiss === null ? null : { change: changeOf(onMiss, end.now), saved: [] }
  if (end.status !== 'succeeded') return null
  const saved = savedFields(save, end.result)
  const asked = changeOf(set ?? {}, end.now)
  return { change: { ...asked, data: { ...saved, ...asked.data } }, saved: Object.keys(saved) }
}

/** It was read once before the run began; a fault now would be a defect. */
function changeOf(set: JsonObject, now: Date): RowSet {
  const read = readSet(set, now)
  if (read.kind === 'faults') throw new Error('a change of a row was accepted that cannot be read')
  return read.change
}

function savedFields(save: RecordLink['save'], result: Json): JsonObject {
  if (save === null || !isJsonObject(result)) return {}
  const pairs: [string, Json | undefined][] = save === 'all'
    ? Object.entries(result)
    : Object.entries(save).map(([path, field]) => [field, at(result, path)])
  return Object.fromEntries(pairs.flatMap(([field, value]) => (value === undefined || isEmpty(value) || OWN_FIELDS.includes(field) ? [] : [[field, value]])))
}

/** A member of this very name comes before a path through objects. */
function at(result: JsonObject, path: string): Json | undefined {
  if (Object.hasOwn(result, path)) return result[path]
  return path.split('.').reduce<Json | undefined>((value, name) => (value !== undefined && isJsonObject(value) && Object.hasOwn(value, name) ? value[name] : undefined), result)
}

/** What never erases what a row holds. */
const isEmpty = (value: Json): boolean =>
  value === null || (typeof value === 'string' && value.trim() === '') || (Array.isArray(value) ? value.length === 0 : typeof value === 'object' && Object.keys(value).length === 0)
