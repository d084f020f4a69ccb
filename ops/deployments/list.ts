import type { DeploymentsAnswer } from './answer.ts'
import {
  type Deployment,
  type DeploymentTarget,
  readDeployment,
  stayingOn,
  unpolledQueues,
  type Version,
  withoutVersion,
} from './deployment.ts'

/** Every version that Temporal knows, the newest first, and the open workflows of each. */
export async function list(place: DeploymentTarget): Promise<DeploymentsAnswer> {
  const deployment = await readDeployment(place)
  const { count: unversioned } = await place.client.workflow.count(withoutVersion(place.taskQueue))
  const rows = await Promise.all(
    (deployment?.versions ?? [])
      .toSorted(newestFirst)
      .map(async (version) => [
        version.build,
        deployment === null ? '' : statusOf(deployment, version),
        (await unpolledQueues(place, version.build)).length === 0 ? 'up' : 'not up',
        String((await place.client.workflow.count(stayingOn(place, version.build))).count),
        version.createdAt?.toISOString() ?? '',
      ]),
  )
  const current = deployment?.current ?? null
  return {
    lines: [
      `Deployment ${place.deploymentName}, current: ${current ?? 'the workers without a build id'}`,
      ...table([['BUILD', 'STATUS', 'WORKERS', 'OPEN', 'SINCE'], ...rows]),
      ...unversionedLine(unversioned, current),
    ],
    ended: 'done',
  }
}

/** What open workflows without a version wait for; empty where there is none. */
export function unversionedLine(count: number, current: string | null): string[] {
  if (count === 0) return []
  const which =
    count === 1 ? '1 open workflow has no version yet: its' : `${count} open workflows have no version yet: their`
  return [`${which} next step is taken by ${current ?? 'workers without a build id'}.`]
}

const newestFirst = (a: Version, b: Version): number => Number(b.createdAt) - Number(a.createdAt)

function statusOf({ current, ramping }: Deployment, { build, drained, activated }: Version): string {
  if (current === build) return 'current'
  if (ramping?.build === build) return `ramping ${ramping.percent} %`
  if (!activated) return 'not promoted'
  return drained ? 'drained' : 'draining'
}

function table(rows: readonly string[][]): string[] {
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? []
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  )
}
