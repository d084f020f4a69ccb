import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { openBrowser } from '../support/browser.ts'
import { newRecipient, unsubscribeRecipient } from '../support/events.ts'
import { httpClient } from '../support/http.ts'
import { answerConsent, type Answer, locationOf, type Person } from '../support/oauth.ts'
import { startTestService, type TestService } from '../support/service.ts'

const SCRIPT = fileURLToPath(new URL('../../dev/oauth-client.mjs', import.meta.url))
const person: Person = { email: 'ada@example.com', password: 'correct horse battery staple' }
let service: TestService
beforeAll(async () => {
  service = await startTestService({ worker: false })
  const signedUp = await httpClient(service.url).post('/v1/auth/signup', { ...person, workspace: 'Analytical Engines' })
  const owner = { workspaceId: String(signedUp.at('workspace', 'id')), environment: 'live' } as const
  for (const address of [newRecipient(), newRecipient()]) await unsubscribeRecipient(service, owner, address)
}, 120_000)
afterAll(() => service.stop())

/** Runs the script while a person answers; returns its output and how it ended. */
async function walk(answer: Answer): Promise<{ lines: string[]; code: number | null; problem: string }> {
  const child = spawn(process.execPath, [SCRIPT, service.url, 'read run'])
  const ended = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)))
  let problem = ''
  child.stderr.on('data', (chunk: Buffer) => {
    problem += chunk.toString()
  })
  const lines: string[] = []
  for await (const line of createInterface({ input: child.stdout })) {
    lines.push(line)
    const url = /^open (\S+)$/.exec(line)?.[1]
    if (url === undefined) continue
    const browser = openBrowser()
    const back = await answerConsent(locationOf(await browser.get(url), url), person, { browser, ...answer })
    expect((await fetch(back)).status).toBe(200)
  }
  return { lines, code: await ended, problem }
}

describe('the script that shows how an app is connected', () => {
  it('finds its way from an address and prints the events', async () => {
    const { lines, code } = await walk({})
    expect(code).toBe(0)
    expect(lines.slice(1)).toEqual([
      'connected with the scopes: read run',
      expect.stringContaining('"type":"email.unsubscribed"'),
      expect.stringContaining('"type":"email.unsubscribed"'),
      '2 events',
    ])
  }, 60_000)

  it('reports it when the person refuses', async () => {
    const { code, problem } = await walk({ action: 'deny' })
    expect([code, problem.includes('access_denied')]).toEqual([1, true])
  }, 60_000)
})
