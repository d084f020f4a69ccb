import { encodeId, ID_RANDOM_BYTES } from '../../domain/ids/ids.ts'
import type { Database } from '../database.ts'
import { statement } from '../statement.ts'
import type { KeyUsage } from './list.ts'

const DAY_MS = 86_400_000

/** Ids sort by time, so a day is a range of ids and the index alone answers. Days without a run are included. */
const READ_KEY_USE_BY_DAY = statement<
  {
    workspaceId: string
    days: readonly string[]
    firstIds: readonly string[]
    endIds: readonly string[]
    keyIds: readonly string[]
  },
  DayOfKey & { keyId: string }
>({
  name: 'read_key_use_by_day',
  effect: false,
  text: `select k.id as "keyId", d.day, u.runs, u.charged
    from unnest(:days::text[], :firstIds::text[], :endIds::text[]) with ordinality as d(day, earliest, before, place)
    cross join (select id from api_key where workspace_id = :workspaceId and id = any(:keyIds)) k
    cross join lateral (
      select count(*) as runs, coalesce(sum(r.charged), 0)::bigint as charged from run r where r.api_key_id = k.id
        and r.id >= d.earliest and r.id < d.before
    ) u order by k.id, d.place`,
})

export interface DayOfKey extends KeyUsage {
  /** `2026-11-22`, in UTC. */
  readonly day: string
}

export interface KeysAndDays {
  readonly workspaceId: string
  readonly keyIds: readonly string[]
  /** The last of the days. */
  readonly now: Date
  readonly days: number
}

/** The runs of each key on each of the last days in UTC, oldest first. Keys of other workspaces are left out. */
export async function keyUseByDay(
  db: Database,
  { workspaceId, keyIds, now, days }: KeysAndDays,
): Promise<ReadonlyMap<string, readonly DayOfKey[]>> {
  const today = Math.floor(now.getTime() / DAY_MS) * DAY_MS
  const starts = Array.from({ length: days }, (_, index) => today - (days - 1 - index) * DAY_MS)
  const firstIdAt = (ms: number): string => encodeId('run', ms, new Uint8Array(ID_RANDOM_BYTES))
  const found = await db.query(READ_KEY_USE_BY_DAY, {
    workspaceId,
    days: starts.map((start) => new Date(start).toISOString().slice(0, 10)),
    firstIds: starts.map(firstIdAt),
    endIds: starts.map((start) => firstIdAt(start + DAY_MS)),
    keyIds: [...keyIds],
  })
  return Map.groupBy(found, ({ keyId }) => keyId)
}
