import { type DeploymentsAnswer, refused } from './answer.ts'
import { type DeploymentTarget, readDeployment, stayingOn } from './deployment.ts'

/**
 * Whether these builds are all whose workers are still needed: the check before an upgrade that leaves only theirs. A build that was never
 * promoted has nothing to finish, and one that Temporal confirmed as drained has nothing any more; what is open is counted beside, because
 * Temporal's summary of a build follows its promotion a moment later.
 */
export async function keeps(place: DeploymentTarget, builds: readonly string[]): Promise<DeploymentsAnswer> {
  const deployment = await readDeployment(place)
  const others = (deployment?.versions ?? []).filter(({ build }) => !builds.includes(build))
  const open = await Promise.all(others.map(({ build }) => place.client.workflow.count(stayingOn(place, build))))
  const dropped = others.filter(({ activated, drained }, index) => (activated && !drained) || (open[index]?.count ?? 0) > 0).map(({ build }) => build)
  if (dropped.length === 0) return { lines: [`Nothing waits for workers of other builds than ${builds.join(', ')}.`], ended: 'done' }
  return refused(`${dropped.join(', ')} may still have workflows to finish, whose workers would go. Leave them until this exits 0: npm run deployments -- drained ${dropped[0] ?? ''}`)
}
