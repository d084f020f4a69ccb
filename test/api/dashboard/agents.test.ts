import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { type Browser, openBrowser } from '../../support/browser.ts'
import { at } from '../../support/http.ts'
import { callTool, connectMcp } from '../../support/mcp.ts'
import { startTestService, type TestService } from '../../support/service.ts'
import { configurationsIn } from '../../support/mcp-configurations.ts'
import { enter, type Person, signUpPerson } from './person.ts'

let service: TestService
let person: Person
let entered: Browser
beforeAll(async () => {
  service = await startTestService({ worker: false })
  person = await signUpPerson(service.url, 'Engines')
  entered = await enter(openBrowser(), service.url, person)
}, 120_000)
afterAll(() => service.stop())

const configurations = async (environment: 'test' | 'live'): Promise<ReadonlyMap<string, string>> =>
  configurationsIn((await entered.get(`${service.url}/dashboard/${environment}/agents`)).text)

describe('the page for agents', () => {
  it.each([
    ['Cursor', 'mcpServers'],
    ['VS Code', 'servers'],
  ])('has a file for %s by which an agent connects', async (client, member) => {
    const server = at(JSON.parse((await configurations('test')).get(client) ?? ''), member, 'routed-data')
    expect([at(server, 'type'), at(server, 'headers', 'Authorization')]).toEqual(['http', 'Bearer svc_test_...'])
    const connected = await connectMcp(String(at(server, 'url')), person.testKey)
    expect((await callTool(connected, 'wallet')).isError).toBe(false)
    await connected.close()
  })

  it('has the same URL in each configuration, and a key of the environment', async () => {
    for (const environment of ['test', 'live'] as const) {
      const texts = [...(await configurations(environment)).values()]
      expect(texts.length).toBeGreaterThan(4)
      for (const text of texts) {
        expect(text).toContain(`${service.url}/mcp`)
        expect(text).toContain(`Bearer svc_${environment}_...`)
      }
    }
  })
})
