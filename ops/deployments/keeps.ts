import { setTimeout as sleep } from 'node:timers/promises'
import { type DeploymentsAnswer, refused } from './answer.ts'
import { type Deployment, type Place, readDeployment, stayingOn } from './deployment.ts'

/**
 * Temporal keeps a deployment in a workflow of its own, which is not to be found for a moment while it continues as new. What would let
 * workers go believes that there is none only when it was looked for so often.
 */
const LOOKS = 3
const LOOK_AGAIN_MS = 2_000

/**
 * Whether these builds are all whose workers are still needed: the check before an upgrade that leaves only theirs. A build that was never
 * promoted has nothing to finish, and one that Temporal confirmed as drained has nothing any more; what is open is counted beside, because
 * Temporal's summary of a build follows its promotion a moment later.
 */
export async function keeps(place: Place, builds: readonly string[]): Promise<DeploymentsAnswer> {
  const deployment = await lookFor(place)
  const others = (deployment?.versions ?? []).filter(({ build }) => !builds.includes(build))
  const open = await Promise.all(others.map(({ build }) => place.client.workflow.count(stayingOn(place, build))))
  const dropped = others.filter(({ activated, drained }, index) => (activated && !drained) || (open[index]?.count ?? 0) > 0).map(({ build }) => build)
  if (dropped.length === 0) return { lines: [`Nothing waits for workers of other builds than ${builds.join(', ')}.`], ended: 'done' }
  return refused(`${dropped.join(', ')} may still have workflows to finish, whose workers would go. Leave them until this exits 0: npm run deployments -- drained ${dropped[0] ?? ''}`)
}

async function lookFor(place: Place): Promise<Deployment | null> {
  for (let look = 1; look < LOOKS; look += 1) {
    const found = await readDeployment(place)
    if (found !== null) return found
    await sleep(LOOK_AGAIN_MS)
  }
  return readDeployment(place)
}
