import { expect, it } from '@jest/globals'
import { startProcess } from '../support/child-process.ts'
import { at } from '../support/http.ts'

it("a worker whose core's port was taken meanwhile starts on another one, and shows its metrics there", async () => {
  const child = await startProcess({ script: 'temporal-metrics-child.ts', env: {} })
  child.signal('SIGKILL')
  expect([at(child.ready, 'offered'), at(child.ready, 'failures')]).toEqual([2, []])
  await child.exited
})
