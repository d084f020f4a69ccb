import type { StoredList } from '../../../db/outreach/do-not-process/lists.ts'
import { Problem } from '../../errors/problem.ts'
import type { DoNotProcessList } from '../../schemas/do-not-process.ts'

export const presentList = (list: StoredList): DoNotProcessList => ({
  list_id: list.id,
  name: list.name,
  kind: list.kind,
  hash: list.hash,
  environment: list.environment,
  version: list.version,
  entries: list.entries,
  switched_at: list.switchedAt?.toISOString() ?? null,
  upload: list.parts === 0 ? null : { parts: list.parts, entries: list.partEntries },
  created_at: list.createdAt.toISOString(),
})

export const existingList = <List extends object>(list: List | null): List => {
  if (list === null) throw new Problem('not_found', 'There is no list with this id.', { param: '/list_id' })
  return list
}
