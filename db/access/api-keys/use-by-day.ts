import type { Database } from '../../database.ts'
import { type LastDays, runDaysOf } from '../../run-days.ts'
import { statement } from '../../statement.ts'
import type { KeyUsage } from './list.ts'

/** Ids sort by time, so a day is a range of ids and the index alone answers. Days without a run are included. */
export const READ_KEY_USE_BY_DAY = statement<
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

export interface KeysAndDays extends LastDays {
  readonly workspaceId: string
  readonly keyIds: readonly string[]
}

/** The runs of each key on each of the last days in UTC, oldest first. Keys of other workspaces are left out. */
export async function keyUseByDay(
  db: Database,
  { workspaceId, keyIds, now, days }: KeysAndDays,
): Promise<ReadonlyMap<string, readonly DayOfKey[]>> {
  const ofDays = runDaysOf({ now, days })
  const found = await db.query(READ_KEY_USE_BY_DAY, {
    workspaceId,
    days: ofDays.map(({ day }) => day),
    firstIds: ofDays.map(({ firstId }) => firstId),
    endIds: ofDays.map(({ endId }) => endId),
    keyIds: [...keyIds],
  })
  return Map.groupBy(found, ({ keyId }) => keyId)
}
