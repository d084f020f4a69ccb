import { type DeploymentsAnswer, refused } from './answer.ts'
import { type DeploymentTarget, readDeployment, stayingOn } from './deployment.ts'

/**
 * Whether the workers of these builds are the only ones still needed: the check before an upgrade that keeps only
 * these. A build that was never promoted has nothing to finish, and one that Temporal confirmed as drained has nothing
 * left. Open workflows are counted as well, because Temporal's summary of a build lags shortly behind its promotion.
 */
export async function keeps(place: DeploymentTarget, builds: readonly string[]): Promise<DeploymentsAnswer> {
  const deployment = await readDeployment(place)
  const others = (deployment?.versions ?? []).filter(({ build }) => !builds.includes(build))
  const open = await Promise.all(others.map(({ build }) => place.client.workflow.count(stayingOn(place, build))))
  const dropped = others
    .filter(({ activated, drained }, index) => (activated && !drained) || (open[index]?.count ?? 0) > 0)
    .map(({ build }) => build)
  if (dropped.length === 0)
    return { lines: [`Nothing waits for workers of other builds than ${builds.join(', ')}.`], ended: 'done' }
  return refused(
    `${dropped.join(', ')} may still have workflows to finish, whose workers would go. Leave them until this exits 0: npm run deployments -- drained ${dropped[0] ?? ''}`,
  )
}
