import { type ChildProcess, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { hasEnded, readRun } from '../../activities/providers/apify/map.ts'

const SCRIPT = fileURLToPath(new URL('../../dev/hanging-provider.mjs', import.meta.url))
/** Longer than it could take to answer; a call that hangs never answers. */
const PATIENCE_MS = 1_000

let child: ChildProcess
let url: string
beforeAll(async () => {
  const program = spawn(process.execPath, [SCRIPT, '0'])
  child = program
  const lines = createInterface({ input: program.stdout })[Symbol.asyncIterator]()
  url = /http:\/\/\S+/.exec((await lines.next()).value ?? '')?.[0] ?? ''
})
afterAll(() => {
  child.kill()
})

/** As the adapter reads it. */
async function send(method: string, path: string) {
  const run = readRun(JSON.parse(await (await fetch(url + path, { method })).text()))
  if (run === null) throw new Error('that is no run')
  return run
}

const start = () => send('POST', '/v2/actors/apify~instagram-scraper/runs?timeout=570')

it('starts an actor that is still running at each read, and after every wait', async () => {
  const { id, status } = await start()
  expect(status).toBe('RUNNING')
  expect(await send('GET', `/v2/actor-runs/${id}`)).toMatchObject({ id, status: 'RUNNING' })
  expect(hasEnded(await send('GET', `/v2/actor-runs/${id}?waitForFinish=1`))).toBe(false)
})

it('ends it when it is aborted, and all of them on request, also for a waiting caller', async () => {
  const [aborted, other] = [await start(), await start()]
  expect(await send('POST', `/v2/actor-runs/${aborted.id}/abort`)).toMatchObject({ status: 'ABORTED' })
  const waiting = send('GET', `/v2/actor-runs/${other.id}?waitForFinish=60`)
  await fetch(`${url}/end`, { method: 'POST' })
  expect(await waiting).toMatchObject({ id: other.id, status: 'SUCCEEDED', datasetId: null })
  expect(await send('GET', `/v2/actor-runs/${aborted.id}`)).toMatchObject({ status: 'ABORTED' })
})

it('knows a run from before its restart', async () => {
  expect(await send('GET', '/v2/actor-runs/drill1')).toMatchObject({ id: 'drill1', status: 'RUNNING' })
})

it('never answers anything else', async () => {
  await expect(
    fetch(`${url}/v2/email-finder?domain=example.com`, { signal: AbortSignal.timeout(PATIENCE_MS) }),
  ).rejects.toMatchObject({ name: 'TimeoutError' })
})
