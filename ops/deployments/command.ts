import { parseArgs } from 'node:util'
import { readDurationMs } from '../../domain/settings/numbers.ts'
import { isBuildId, UNVERSIONED } from '../../domain/settings/worker-version.ts'
import { type DeploymentsAnswer, refused } from './answer.ts'
import type { DeploymentTarget } from './deployment.ts'
import { drained } from './drained.ts'
import { keeps } from './keeps.ts'
import { list } from './list.ts'
import { move } from './move.ts'
import { promote, ramp } from './route.ts'

export const USAGE = `npm run deployments -- list
npm run deployments -- promote <build> [--wait 5m]
npm run deployments -- ramp <build> <percent> [--wait 5m]
npm run deployments -- drained <build> [--wait 10m]
npm run deployments -- keeps <build> [<build> …]
npm run deployments -- move <workflow id or query> <build>
  <build> is a WORKER_BUILD_ID; where none is to be used, ${UNVERSIONED}.
  --reason "…" and --by <who> are kept in the audit.`

export interface DeploymentsRequest {
  readonly words: readonly string[]
  /** How long to wait for a state that is not reached yet. */
  readonly waitMs: number
}

/** The parsed arguments; null where they cannot be read. */
export function readArguments(
  args: readonly string[],
): { readonly request: DeploymentsRequest; readonly reason: string; readonly by: string } | null {
  try {
    const { positionals, values } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { wait: { type: 'string' }, reason: { type: 'string' }, by: { type: 'string' } },
    })
    return {
      request: { words: positionals, waitMs: readDurationMs({ '--wait': values.wait }, '--wait', '0s') },
      reason: values.reason?.trim() ?? '',
      by: values.by?.trim() ?? '',
    }
  } catch {
    return null
  }
}

/** The command behind `npm run deployments`. */
export async function runDeployments(
  place: DeploymentTarget,
  { words: [verb, first = '', second = '', ...more], waitMs }: DeploymentsRequest,
): Promise<DeploymentsAnswer> {
  const all = [first, second, ...more].filter((word) => word !== '')
  if (verb === 'keeps' && all.length > 0 && all.every(isBuildId)) return keeps(place, all)
  const wanted = verb === 'move' ? second : first
  const expected = { list: 0, promote: 1, drained: 1, ramp: 2, move: 2 }[verb ?? '']
  if (expected === undefined || all.length !== expected) return refused(USAGE)
  if (verb === 'list') return list(place)
  const takesUnversioned = verb === 'promote' || verb === 'ramp'
  if (!isBuildId(wanted) && !(takesUnversioned && wanted === UNVERSIONED))
    return refused(`"${wanted}" is no build id that ${verb} takes.`, USAGE)
  const build = wanted === UNVERSIONED ? null : wanted
  switch (verb) {
    case 'promote':
      return promote(place, build, waitMs)
    case 'ramp':
      return ramp(place, { build, percent: Number(second), waitMs })
    case 'move':
      return move(place, first, wanted)
    default:
      return drained(place, wanted, waitMs)
  }
}
