import type { JsonObject } from '../providers/manifest.ts'
import { MAINTAINED_FIELDS } from './keys.ts'
import { readTime, TIME_FORMS } from './times.ts'

/** What `set` asks of a row (Spec 4.7): members that are left out stay as they are. */
export interface RowSet {
  readonly status?: string | null
  readonly nextAt?: Date | null
  /** Data fields; null removes one. */
  readonly data: JsonObject
}

/** Longer ones are no status. */
export const STATUS_LENGTH_MAX = 200

/** A fault of one member, by its name. */
export interface SetFault {
  readonly member: string
  readonly message: string
}

export type ReadSet =
  /** `ignored`: fields that the service keeps itself. */
  | { readonly kind: 'change'; readonly change: RowSet; readonly ignored: readonly string[] }
  | { readonly kind: 'faults'; readonly faults: readonly SetFault[] }

const isMaintained = (name: string): boolean => MAINTAINED_FIELDS.some((field) => field === name)

/** Reads a `set`; relative times count from `now`. */
export function readSet(set: JsonObject, now: Date): ReadSet {
  const { status, next_at: next, ...data } = set
  const faults: SetFault[] = []
  if (status !== undefined && status !== null && !isStatus(status)) {
    faults.push({ member: 'status', message: `must be null or a text of 1 to ${STATUS_LENGTH_MAX} characters` })
  }
  const nextAt = typeof next === 'string' ? readTime(next, now) : null
  if (next !== undefined && next !== null && nextAt === null) faults.push({ member: 'next_at', message: `must be null or ${TIME_FORMS}` })
  if (faults.length > 0) return { kind: 'faults', faults }
  return {
    kind: 'change',
    ignored: Object.keys(data).filter(isMaintained),
    change: {
      ...(status === undefined ? {} : { status: typeof status === 'string' ? status : null }),
      ...(next === undefined ? {} : { nextAt }),
      data: Object.fromEntries(Object.entries(data).filter(([name]) => !isMaintained(name))),
    },
  }
}

const isStatus = (value: unknown): boolean => typeof value === 'string' && value.trim() !== '' && value.length <= STATUS_LENGTH_MAX

/** What of a row changes by it. */
interface Changeable {
  readonly data: JsonObject
  readonly status: string | null
  readonly nextAt: Date | null
}

/** The row after the change. */
export function applySet(row: Changeable, { status, nextAt, data }: RowSet): Changeable {
  const removed = new Set(Object.keys(data).filter((name) => data[name] === null))
  const kept = Object.entries(row.data).filter(([name]) => !removed.has(name))
  const set = Object.entries(data).filter(([name]) => !removed.has(name))
  return {
    data: Object.fromEntries([...kept, ...set]),
    status: status === undefined ? row.status : status,
    nextAt: nextAt === undefined ? row.nextAt : nextAt,
  }
}
