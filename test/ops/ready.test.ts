import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { SharedService } from '../support/service.ts'
import { sharedTestService } from '../support/shared-service.ts'

const PROGRAM = fileURLToPath(new URL('../../ops/ready.ts', import.meta.url))

let service: SharedService
beforeAll(async () => {
  service = await sharedTestService()
}, 120_000)
afterAll(() => service.stop())

const ready = (url: string): Promise<{ readonly code: number; readonly output: string }> =>
  new Promise((resolve) => {
    execFile(process.execPath, [PROGRAM, url], (error, stdout, stderr) =>
      resolve({ code: error === null ? 0 : 1, output: stdout + stderr }),
    )
  })

describe('what helm test runs', () => {
  it('succeeds where api, database, schema and Temporal are there', async () => {
    expect(await ready(service.url)).toEqual({ code: 0, output: 'database: ok\nmigrations: ok\ntemporal: ok\n' })
  })

  it.each(['http://127.0.0.1:9', 'nowhere'])('fails for %s, which does not answer', async (url) => {
    expect(await ready(url)).toEqual({ code: 1, output: expect.stringContaining(`${url} does not answer`) })
  })
})
