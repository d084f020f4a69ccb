import { describe, expect, it } from '@jest/globals'
import { OPERATION_TYPES } from '../../domain/operations/operations.ts'
import * as workflows from '../../workflows/index.ts'
import * as versioned from '../../workflows/versioned.ts'

/** What a workflow is registered with, by the name that the SDK stores it under. */
const behaviorOf = (workflow: object): unknown => {
  const options: unknown = Reflect.get(workflow, 'workflowDefinitionOptions')
  return options instanceof Object ? Reflect.get(options, 'versioningBehavior') : undefined
}

describe('workflows of a version', () => {
  it('are those of every worker, and each states whether it stays on its version', () => {
    expect(Object.keys(versioned).toSorted()).toEqual(Object.keys(workflows).toSorted())
    expect(
      Object.fromEntries(Object.entries(versioned).map(([name, workflow]) => [name, behaviorOf(workflow)])),
    ).toEqual({
      ...Object.fromEntries(Object.values(OPERATION_TYPES).map((type) => [type, 'PINNED'])),
      deliverWebhook: 'PINNED',
      processInbound: 'PINNED',
      purgeEvents: 'PINNED',
      refreshWatch: 'PINNED',
      run: 'PINNED',
      disableFailingEndpoint: 'AUTO_UPGRADE',
      topUpWallet: 'AUTO_UPGRADE',
    })
  })
})
