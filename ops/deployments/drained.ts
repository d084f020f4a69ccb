import { setTimeout as sleep } from 'node:timers/promises'
import { type DeploymentsAnswer, notYet, refused } from './answer.ts'
import { type DeploymentTarget, readDeployment, stayingOn } from './deployment.ts'
import { CHECK_EVERY_MS, unknownBuild } from './route.ts'

/**
 * Whether the workers of that build may be removed: no workflow begins there any more, and none that stays there is
 * open.
 */
export async function drained(place: DeploymentTarget, build: string, waitMs: number): Promise<DeploymentsAnswer> {
  const giveUpAt = Date.now() + waitMs
  for (;;) {
    const { again, ...answer } = await check(place, build)
    if (!again || Date.now() >= giveUpAt) return answer
    await sleep(Math.min(CHECK_EVERY_MS, giveUpAt - Date.now()))
  }
}

/** `again`: another check may find a different state. */
async function check(place: DeploymentTarget, build: string): Promise<DeploymentsAnswer & { readonly again: boolean }> {
  const deployment = await readDeployment(place)
  const version = deployment?.versions.find((one) => one.build === build)
  if (deployment === null || version === undefined) return { ...unknownBuild(place, deployment, build), again: false }
  if (deployment.current === build)
    return { ...refused(`${build} is current: promote another build first.`), again: false }
  if (deployment.ramping?.build === build) {
    return {
      ...refused(`${build} takes ${deployment.ramping.percent} % of what begins: end its ramp first.`),
      again: false,
    }
  }
  const query = stayingOn(place, build)
  const { count } = await place.client.workflow.count(query)
  if (count > 0)
    return {
      ...notYet(
        `${build} has ${count} open workflow${count === 1 ? '' : 's'} to finish. To see which, in the Web UI:`,
        query,
      ),
      again: true,
    }
  // Temporal checks by itself, some minutes after the last promotion and then repeatedly; the check counts the
  // workflows that began at that moment.
  if (version.activated && !version.drained)
    return { ...notYet(`${build} has no open workflow; Temporal confirms that within a few minutes.`), again: true }
  return { lines: [`${build} is drained: its workers may go.`], ended: 'done', again: false }
}
