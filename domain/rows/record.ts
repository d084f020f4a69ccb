import { isJsonObject, type Json, type JsonObject } from '../json/json.ts'
import type { RunStatus } from '../runs/states.ts'
import { MAINTAINED_FIELDS, ROW_FIELDS } from '../tables/keys.ts'
import { LABEL, type RecordLink } from '../tables/links.ts'
import { withCleanLinks, withoutEmptied } from './contact-fields.ts'
import { isEmpty, isTooDeep } from './merge.ts'
import { readRowSet, type RowSet } from './set.ts'
import { withRowNames } from './verdict.ts'

/** The effect of a run's end on its linked row; `saved` names the row fields that the result filled. */
export interface RecordedChange {
  readonly set: RowSet
  readonly saved: readonly string[]
}

/** Fields of a row that no result overwrites. */
export const OWN_FIELDS: readonly string[] = [...ROW_FIELDS, ...MAINTAINED_FIELDS]

const NOTHING: RowSet = { status: undefined, nextAt: undefined, fields: new Map(), ignored: [], emptied: [] }

/**
 * The change that `record` requests (Spec 4.6): `set` and `save` on success, `on_miss` if nothing was found; null if
 * the run ended in any other way. Members that the result lacks erase nothing, and `set` overrides `save`.
 */
export function recordedChange(
  { set, save, on_miss: onMiss }: Pick<RecordLink, 'set' | 'save' | 'on_miss'>,
  end: { readonly status: RunStatus; readonly capability: string | null; readonly result: Json; readonly now: Date },
): RecordedChange | null {
  if (end.status === 'no_match') return onMiss === null ? null : { set: accepted(onMiss, end.now), saved: [] }
  if (end.status !== 'succeeded') return null
  const saved = savedFields(save, end)
  const requested = set === null ? NOTHING : accepted(set, end.now)
  return {
    set: { ...requested, fields: new Map([...Object.entries(saved), ...requested.fields]) },
    saved: Object.keys(saved),
  }
}

/** It was read once before the run began; a fault now would be a defect. */
function accepted(set: JsonObject, now: Date): RowSet {
  const read = readRowSet(set, now)
  if (!read.ok) throw new Error('a change of a row was accepted that cannot be read')
  return read.set
}

function savedFields(
  save: RecordLink['save'],
  { capability, result }: { readonly capability: string | null; readonly result: Json },
): JsonObject {
  if (save === null || !isJsonObject(result)) return {}
  const pairs: [string, Json | undefined][] =
    save === 'all'
      ? Object.entries(withRowNames(capability, result)).filter(([field]) => field !== LABEL)
      : Object.entries(save).map(([path, field]) => [field, at(result, path)])
  const saved = Object.fromEntries(
    pairs.flatMap(([field, value]): [string, Json][] =>
      value === undefined || isTooDeep(value) || isEmpty(value) || OWN_FIELDS.includes(field) ? [] : [[field, value]],
    ),
  )
  return withCleanLinks(withoutEmptied(saved).data)
}

/** A member with this exact name comes before a path through objects. */
function at(result: JsonObject, path: string): Json | undefined {
  if (Object.hasOwn(result, path)) return result[path]
  return path
    .split('.')
    .reduce<Json | undefined>(
      (value, name) => (isJsonObject(value) && Object.hasOwn(value, name) ? value[name] : undefined),
      result,
    )
}
