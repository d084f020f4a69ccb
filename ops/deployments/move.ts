import { type DeploymentsAnswer, notYet, refused } from './answer.ts'
import { moveWorkflow, type DeploymentTarget, readDeployment, unpolledQueues } from './deployment.ts'
import { unknownBuild } from './route.ts'

/** More than an operator moves at once; the same query moves the next ones. */
const MOVED_AT_ONCE_MAX = 1_000

/**
 * Pins an open workflow, or every open one that a query finds, to that build, if its own build cannot come back. The
 * build's code must replay it (`npm run replay -- <id>` shows that), or its next step fails until it is moved again.
 */
export async function move(place: DeploymentTarget, target: string, build: string): Promise<DeploymentsAnswer> {
  const deployment = await readDeployment(place)
  if (deployment === null || !deployment.versions.some((version) => version.build === build))
    return unknownBuild(place, deployment, build)
  const missing = await unpolledQueues(place, build)
  if (missing.length > 0) return notYet(`No worker of ${build} polls ${missing.join(', ')}: nothing was moved.`)
  // An id has no spaces and no comparison sign.
  const found = /[\s=]/.test(target) ? await openOf(place, target) : [target]
  const moved: string[] = []
  for (const workflowId of found) if (await moveWorkflow(place, workflowId, build)) moved.push(workflowId)
  if (moved.length === 0) return refused(`No open workflow is ${target}.`)
  return {
    lines: [
      ...moved.map((workflowId) => `${workflowId} continues with ${build}`),
      ...(found.length === MOVED_AT_ONCE_MAX ? [`There may be more than these ${MOVED_AT_ONCE_MAX}: ask again.`] : []),
    ],
    ended: 'done',
    change: { action: 'deployment.move', before: { target, workflows: moved.length }, after: { build } },
  }
}

async function openOf({ client }: DeploymentTarget, query: string): Promise<string[]> {
  const found: string[] = []
  for await (const { workflowId } of client.workflow.list({ query: `(${query}) AND ExecutionStatus = 'Running'` })) {
    found.push(workflowId)
    if (found.length === MOVED_AT_ONCE_MAX) break
  }
  return found
}
