import { describe, expect, it } from '@jest/globals'
import type { Client } from '@temporalio/client'
import { type DeploymentTarget, readDeployment } from '../../ops/deployments/deployment.ts'
import { unversionedLine } from '../../ops/deployments/list.ts'
import { routedElsewhere } from '../../ops/deployments/elsewhere.ts'

const notFound = (): Error =>
  Object.assign(new Error('5 NOT_FOUND'), { code: 5, details: 'no Worker Deployment found', metadata: {} })
const tooLate = (): never => {
  throw Object.assign(new Error('4 DEADLINE_EXCEEDED'), { code: 4, details: 'context deadline exceeded', metadata: {} })
}
const KNOWN = {
  workerDeploymentInfo: { routingConfig: { currentDeploymentVersion: { buildId: 'v1' } }, versionSummaries: [] },
  conflictToken: new Uint8Array([7]),
}

/**
 * A Temporal server that answers each read in turn; a real one does this at the moment in which its own workflow
 * continues as new.
 */
function placeWhich(...answers: readonly (() => unknown)[]): {
  readonly place: DeploymentTarget
  readonly looks: () => number
} {
  let looks = 0
  const workflowService = {
    async describeWorkerDeployment() {
      looks += 1
      return (answers[looks - 1] ?? notFoundAlways)()
    },
  }
  const client = { workflowService } as unknown as Client
  return {
    place: { client, namespace: 'default', taskQueue: 'runs', deploymentName: 'runs', identity: 'a test' },
    looks: () => looks,
  }
}
const notFoundAlways = (): never => {
  throw notFound()
}

describe('a deployment', () => {
  it('is read again when it is missing for a moment, so that its workers are not stopped meanwhile', async () => {
    const { place, looks } = placeWhich(notFoundAlways, notFoundAlways, () => KNOWN)
    expect(await readDeployment(place)).toEqual({
      current: 'v1',
      ramping: null,
      versions: [],
      token: new Uint8Array([7]),
    })
    expect(looks()).toBe(3)
  })

  it('is read again when a busy server was too late, twice at most', async () => {
    const { place, looks } = placeWhich(tooLate, tooLate, () => KNOWN)
    expect((await readDeployment(place))?.current).toBe('v1')
    expect(looks()).toBe(3)
    const never = placeWhich(tooLate, tooLate, tooLate, () => KNOWN)
    await expect(readDeployment(never.place)).rejects.toThrow('4 DEADLINE_EXCEEDED')
    expect(never.looks()).toBe(3)
  })

  it('is null when it is never found', async () => {
    const { place, looks } = placeWhich()
    expect(await readDeployment(place)).toBeNull()
    expect(looks()).toBe(3)
  })

  it('is an error, not null, when the server fails', async () => {
    const { place, looks } = placeWhich(() => {
      throw Object.assign(new Error('14 UNAVAILABLE'), { code: 14, details: 'away', metadata: {} })
    })
    await expect(readDeployment(place)).rejects.toThrow('UNAVAILABLE')
    expect(looks()).toBe(1)
  })
})

describe('the list', () => {
  it('has a sentence about what workflows without a version wait for', () => {
    expect([0, 1, 2].flatMap((count) => unversionedLine(count, 'v2'))).toEqual([
      '1 open workflow has no version yet: its next step is taken by v2.',
      '2 open workflows have no version yet: their next step is taken by v2.',
    ])
    expect(unversionedLine(1, null)).toEqual([
      '1 open workflow has no version yet: its next step is taken by workers without a build id.',
    ])
  })
})

describe('a start', () => {
  it('names in a sentence the other build that gets all workflows, and the command to change that', async () => {
    const { place } = placeWhich(
      () => KNOWN,
      () => KNOWN,
      () => ({ ...KNOWN, workerDeploymentInfo: {} }),
    )
    expect(await routedElsewhere(place, null)).toMatch(
      /to workers of v1, .*`npm run deployments -- list`.*`npm run deployments -- promote unversioned`/,
    )
    expect(await routedElsewhere(place, 'v2')).toMatch(/to workers of v1, .*`npm run deployments -- promote v2`/)
    expect(await routedElsewhere(place, 'v2')).toMatch(
      /to workers without a build id, .*`npm run deployments -- promote v2`/,
    )
  })

  it('has no notice about its own build', async () => {
    expect(await routedElsewhere(placeWhich(() => KNOWN).place, 'v1')).toBeNull()
  })

  it('reads once, and has no notice without a deployment', async () => {
    const { place, looks } = placeWhich()
    expect([await routedElsewhere(place, null), looks()]).toEqual([null, 1])
  })
})
