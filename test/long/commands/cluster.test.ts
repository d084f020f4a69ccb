import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { sharedFolder } from '../../../dev/setup/folders.mjs'
import { at } from '../../support/http.ts'
import { childEnv } from '../../support/child-process.ts'
import { type TestDatabase, testDatabase } from '../../support/postgres.ts'
import { findContact, runClient } from '../../support/run-client.ts'
import { testTemporal } from '../../support/temporal.ts'
import { until } from '../../support/until.ts'

const SCRIPT = new URL('../../../ops/cluster.ts', import.meta.url).pathname
const RUNS = 20

let database: TestDatabase
let folder: string
beforeAll(async () => {
  database = await testDatabase()
  folder = mkdtempSync(join(sharedFolder('tests'), 'cluster-'))
})
afterAll(async () => {
  await database.drop()
  rmSync(folder, { recursive: true, force: true })
})

/** The command, as an operator types it. */
function cluster(...args: string[]) {
  const child = spawn(process.execPath, [SCRIPT, ...args], {
    env: childEnv({
      DATABASE_URL: database.url,
      TEMPORAL_ADDRESS: testTemporal().address,
      TEMPORAL_NAMESPACE: testTemporal().namespace,
      TEMPORAL_TASK_QUEUE: 'cluster',
      DATA_DIR: folder,
    }),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
  return {
    child,
    output: () => output,
    exited: new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code))),
  }
}

it('starts the processes of production, starts a killed one again, and stops all of them', async () => {
  const { child, output, exited } = cluster('--apis', '2', '--workers', '2')
  try {
    await until(
      async () => output(),
      (text) => text.includes('Kill any process'),
      110,
    )
    const urls = [...output().matchAll(/api-\d +\d+ +(\S+)/g)].map(([, url = '']) => url)
    expect(new Set(urls).size).toBe(2)
    const key = String(at(JSON.parse(readFileSync(join(folder, 'credentials.json'), 'utf8')), 'test_key'))
    const pids = [...output().matchAll(/worker-\d +(\d+)/g)].map(([, pid]) => Number(pid))
    expect(pids).toHaveLength(2)
    const answers = Promise.all(
      Array.from({ length: RUNS }, (_, n) =>
        runClient(urls[n % 2] ?? '', key).run(findContact('+slow-1', { wait_seconds: 120 })),
      ),
    )
    process.kill(pids[0] ?? 0, 'SIGKILL')
    expect((await answers).map(({ body }) => body.status)).toEqual(Array.from({ length: RUNS }, () => 'succeeded'))
    await until(
      async () => output(),
      (text) => text.includes('has ended. It is started again.'),
      30,
    )
  } finally {
    child.kill('SIGTERM')
  }
  expect([await exited, output()]).toEqual([0, expect.any(String)])
}, 240_000)
