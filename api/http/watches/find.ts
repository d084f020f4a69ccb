import type { WatchRef } from '../../../db/tables/watches/watches.ts'
import type { Principal } from '../../../domain/access/principal.ts'
import { Problem } from '../../errors/problem.ts'

/** The watch that a path names, scoped to the caller's workspace and environment. */
export const watchRef = ({ workspaceId, environment }: Principal, id: string): WatchRef => ({
  id,
  workspaceId,
  environment,
})

/** Another workspace's watches do not exist for the caller. */
export function existing<T>(watch: T | null): T {
  if (watch === null) throw new Problem('not_found', 'There is no watch with this id.', { param: '/watch_id' })
  return watch
}
