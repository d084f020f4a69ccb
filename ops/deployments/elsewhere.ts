import { findDeployment, nameOf, type DeploymentTarget } from './deployment.ts'

/**
 * The message of a start whose worker is not of the current build, as after a restore during a deploy. A worker without
 * a build (`own` is null) still gets the workflows that its api begins; all others wait for the current
 * build's workers. null where there is no deployment, or the worker is of the current build. It looks once: a start
 * does not wait for a rare state.
 */
export async function routedElsewhere(place: DeploymentTarget, own: string | null): Promise<string | null> {
  const deployment = await findDeployment(place)
  if (deployment === null || deployment.current === own) return null
  const others = deployment.current === null ? 'workers without a build id' : `workers of ${deployment.current}`
  const waiting = own === null ? 'runs that are resumed, and what schedules begin, wait' : 'whatever begins waits'
  return `Temporal sends its work to ${others}, and this start has none: ${waiting} for them. \`npm run deployments -- list\` shows what is up, \`npm run deployments -- promote ${nameOf(own)}\` gives it to this start.`
}
