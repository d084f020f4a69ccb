import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { signWebhook } from '../../../packages/client/index.ts'
import { describeOnlyWith } from '../../support/only-with.ts'
import { startTestService, type TestService } from '../../support/service.ts'
import { blocksOf, typeCommands } from './typed-commands.ts'

const FOLDER = new URL('../../../docs/guides/', import.meta.url)
const guide = (name: string): string => readFileSync(new URL(`${name}.md`, FOLDER), 'utf8')

/** What is not typed here, by the reason. */
const ELSEWHERE: readonly (readonly [reason: string, start: string])[] = [
  ['has the key of the reader', 'export SVC_API_KEY='],
  ['needs the program of another maker', 'claude mcp add'],
  ['needs the session of an owner', 'curl -s -X PUT https://api.example.com/v1/sender-profile'],
  ['is typed by the test of the README', 'PROVIDER_SEC_CONTACT='],
]

/** The statuses that the requests of a guide are answered with, in their order; 200 each where it is not listed. */
const STATUSES: Readonly<Record<string, readonly number[]>> = {
  // The run has not ended, and later its first provider was called. The answer between them is read by the shell.
  'long-runs': [202, 200, 409],
  // The retry makes a job.
  jobs: [200, 200, 200, 200, 200, 200, 202],
  // The third run waits for a person.
  agents: [200, 200, 202, 200],
}

let service: TestService
beforeAll(async () => {
  service = await startTestService()
}, 120_000)
afterAll(() => service.stop())

describe('the commands of a guide', () => {
  it.each(readdirSync(FOLDER).map((file) => file.replace('.md', '')))('work as written: %s', async (name) => {
    const blocks = blocksOf(guide(name), 'sh')
    expect(blocks.length).toBeGreaterThan(0)
    const typed = blocks.filter((block) => !ELSEWHERE.some(([, start]) => block.startsWith(start)))
    const { statuses, requests, stdout } = await typeCommands(typed, service)
    expect([statuses, stdout]).toEqual([STATUSES[name] ?? Array.from({ length: requests }, () => 200), stdout])
  })

  it.each(ELSEWHERE)('are left out where one %s', (_, start) => {
    const all = readdirSync(FOLDER).flatMap((file) => blocksOf(guide(file.replace('.md', '')), 'sh'))
    expect(all.some((block) => block.startsWith(start))).toBe(true)
  })
})

const SECRET = 'whsec_local'
const BODY = '{"id":"evt_1"}'
const headerOf = (now = Date.now()): Promise<string> => signWebhook({ secret: SECRET, body: BODY, now })

/** Headers and bodies, and whether a receiver accepts them. */
const deliveries = async (): Promise<[header: string, body: string, accepted: boolean][]> => [
  [await headerOf(), BODY, true],
  [`${await headerOf()},v1=00`, BODY, true],
  [await headerOf(), BODY.replace('1', '2'), false],
  [await headerOf(Date.now() - 600_000), BODY, false],
  [await signWebhook({ secret: 'whsec_other', body: BODY }), BODY, false],
  ['', BODY, false],
]

describe('the check of a signature in the guide of webhooks', () => {
  it('accepts genuine deliveries alone, in JavaScript', async () => {
    const [code = ''] = blocksOf(guide('webhooks'), 'js')
    const { verify } = await import(`data:text/javascript,${encodeURIComponent(code)}`)
    for (const [header, body, accepted] of await deliveries())
      expect([header, body, verify(SECRET, header, Buffer.from(body))]).toEqual([header, body, accepted])
  })

  const python = spawnSync('python3', ['--version']).status === 0 ? 'python3' : null
  describeOnlyWith({ found: python, missing: 'there is no python3' }, 'with Python', () => {
    it('accepts genuine deliveries alone', async () => {
      const [code = ''] = blocksOf(guide('webhooks'), 'python')
      const cases = await deliveries()
      const call = `import json, sys\nfor header, body in json.load(sys.stdin):\n    print(verify(${JSON.stringify(SECRET)}, header, body.encode()))`
      const { stdout, stderr } = spawnSync('python3', ['-c', `${code}\n${call}`], {
        input: JSON.stringify(cases.map(([header, body]) => [header, body])),
        encoding: 'utf8',
      })
      expect([stderr, stdout.trim().split('\n')]).toEqual([
        '',
        cases.map(([, , accepted]) => (accepted ? 'True' : 'False')),
      ])
    })
  })
})
