import { Problem } from '../../errors/problem.ts'

/** Another workspace's watches do not exist for the caller. */
export function existingWatch<T>(watch: T | null): T {
  if (watch === null) throw new Problem('not_found', 'There is no watch with this id.', { param: '/watch_id' })
  return watch
}
