import { lookAtDeployment, nameOf, type DeploymentTarget } from './deployment.ts'

/**
 * What a start says whose worker is not of the build that Temporal sends everything to, as after a restore beside a deploy. A worker
 * without a build (`own` is null) is handed what the api beside it begins all the same; everything else waits for the others. null where
 * there is no deployment, or the worker is of that build. One look: a start does not wait for what is mostly not there.
 */
export async function routedElsewhere(place: DeploymentTarget, own: string | null): Promise<string | null> {
  const deployment = await lookAtDeployment(place)
  if (deployment === null || deployment.current === own) return null
  const others = deployment.current === null ? 'workers without a build id' : `workers of ${deployment.current}`
  const waiting = own === null ? 'runs that are taken up again, and what schedules begin, wait' : 'whatever begins waits'
  return `Temporal sends its work to ${others}, and this start has none: ${waiting} for them. \`npm run deployments -- list\` says what is up, \`npm run deployments -- promote ${nameOf(own)}\` gives it to this start.`
}
