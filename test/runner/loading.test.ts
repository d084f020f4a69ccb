import { describe, expect, it } from '@jest/globals'
import { readTestWorkflows } from '../support/test-workflows.ts'
import { loadingOf } from './loading.js'

const LATER = { version: '99.0.0' }

describe('the parts of Jest and of the SDK that tests replace', () => {
  it("load files by Node, or by Jest's own runtime", () => {
    expect(loadingOf(undefined)).toHaveProperty('runtime')
    expect(loadingOf('jest', LATER)).not.toHaveProperty('runtime')
    expect(() => loadingOf('node')).toThrow('TEST_RUNTIME is "node"; it may be jest, or left out.')
  })

  it("run workflows in a shared sandbox, or in the SDK's threads", () => {
    expect([readTestWorkflows({}), readTestWorkflows({ TEST_WORKFLOWS: 'threads' }, LATER)]).toEqual([
      'shared',
      'threads',
    ])
    expect(() => readTestWorkflows({ TEST_WORKFLOWS: 'none' })).toThrow('it may be shared or threads')
  })

  it('refuse releases that they were not tested with', () => {
    expect(() => loadingOf(undefined, LATER)).toThrow('this is 99.0.0. Set TEST_RUNTIME=jest')
    expect(() => readTestWorkflows({}, LATER)).toThrow('this is 99.0.0. Set TEST_WORKFLOWS=threads')
  })
})
