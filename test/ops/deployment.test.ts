import { describe, expect, it } from '@jest/globals'
import type { Client } from '@temporalio/client'
import { type Place, readDeployment } from '../../ops/deployments/deployment.ts'

const notFound = (): Error => Object.assign(new Error('5 NOT_FOUND'), { code: 5, details: 'no Worker Deployment found', metadata: {} })
const KNOWN = { workerDeploymentInfo: { routingConfig: { currentDeploymentVersion: { buildId: 'v1' } }, versionSummaries: [] }, conflictToken: new Uint8Array([7]) }

/** A Temporal server that answers each look in turn; what a real one does in the moment in which its own workflow continues as new. */
function placeWhich(...answers: readonly (() => unknown)[]): { readonly place: Place; readonly looks: () => number } {
  let looks = 0
  const workflowService = {
    async describeWorkerDeployment() {
      looks += 1
      return (answers[looks - 1] ?? notFoundAlways)()
    },
  }
  const client = { workflowService } as unknown as Client
  return { place: { client, namespace: 'default', taskQueue: 'runs', deploymentName: 'runs', identity: 'a test' }, looks: () => looks }
}
const notFoundAlways = (): never => { throw notFound() }

describe('a deployment', () => {
  it('that is not to be found for a moment is looked for again: nobody lets its workers go meanwhile', async () => {
    const { place, looks } = placeWhich(notFoundAlways, notFoundAlways, () => KNOWN)
    expect(await readDeployment(place)).toEqual({ current: 'v1', ramping: null, versions: [], token: new Uint8Array([7]) })
    expect(looks()).toBe(3)
  })

  it('that is never found is none', async () => {
    const { place, looks } = placeWhich()
    expect(await readDeployment(place)).toBeNull()
    expect(looks()).toBe(3)
  })

  it('of a server that fails is not taken for none', async () => {
    const { place, looks } = placeWhich(() => { throw Object.assign(new Error('14 UNAVAILABLE'), { code: 14, details: 'away', metadata: {} }) })
    await expect(readDeployment(place)).rejects.toThrow('UNAVAILABLE')
    expect(looks()).toBe(1)
  })
})
