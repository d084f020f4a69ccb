import { encodeId, ID_RANDOM_BYTES } from '../../domain/ids/ids.ts'
import type { Database, Statement } from '../database.ts'
import type { KeyUsage } from './list.ts'

const DAY_MS = 86_400_000

/** Ids sort by time, so a day is a range of ids and the index alone answers. Days without a run are included. */
const READ_KEY_USE_BY_DAY: Statement = {
  name: 'read_key_use_by_day',
  effect: false,
  text: `select k.id as "keyId", d.day, u.runs, u.charged
    from unnest($2::text[], $3::text[], $4::text[]) with ordinality as d(day, earliest, before, place)
    cross join (select id from api_key where workspace_id = $1 and id = any($5)) k
    cross join lateral (
      select count(*) as runs, coalesce(sum(r.charged), 0)::bigint as charged from run r where r.api_key_id = k.id and r.id >= d.earliest and r.id < d.before
    ) u order by k.id, d.place`,
}

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
  const found = await db.query<DayOfKey & { keyId: string }>(READ_KEY_USE_BY_DAY, [
    workspaceId,
    starts.map((start) => new Date(start).toISOString().slice(0, 10)),
    starts.map(firstIdAt),
    starts.map((start) => firstIdAt(start + DAY_MS)),
    [...keyIds],
  ])
  return Map.groupBy(found, ({ keyId }) => keyId)
}
