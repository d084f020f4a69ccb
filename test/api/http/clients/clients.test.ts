import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { openBrowser } from '../../../support/browser.ts'
import { type HttpClient, httpClient } from '../../../support/http.ts'
import { servedForm } from '../../../support/html-form.ts'
import { type SharedService, startTestService, type TestService } from '../../../support/service.ts'
import { sharedTestService } from '../../../support/shared-service.ts'
import { enter, signUpPerson } from '../../dashboard/person.ts'
import { SERVICE_VERSION } from '../../../../api/version.ts'

const CLIENT = `routed-data-client-${SERVICE_VERSION}.tgz`
const CLI = `routed-data-cli-${SERVICE_VERSION}.tgz`
const OLD_WHEEL = 'routed_data_client-0.0.1-py3-none-any.whl'
/** No package: what is served is the file of this name, whatever it holds. */
const BYTES = Buffer.from([0x1f, 0x8b, 0, 0xff, 0xfe, 10])
const SHA256 = createHash('sha256').update(BYTES).digest('hex')

const folder = mkdtempSync(join(tmpdir(), 'client-packages-'))
let service: TestService
let visitor: HttpClient
/** A service whose operator has added none. */
let without: SharedService
beforeAll(async () => {
  for (const name of [CLIENT, CLI, OLD_WHEEL, '.sources', 'notes.txt']) writeFileSync(join(folder, name), BYTES)
  service = await startTestService({ worker: false, env: { CLIENT_PACKAGES: folder } })
  without = await sharedTestService()
  visitor = httpClient(service.url)
}, 120_000)
afterAll(async () => {
  await service.stop()
  await without.stop()
  rmSync(folder, { recursive: true })
})

const fileAt = (name: string): string => `/clients/${name}`
/** The dashboard's page after a new person has created a sandbox key. */
async function keyCreated(url: string): Promise<string> {
  const browser = await enter(openBrowser(), url, await signUpPerson(url, 'Engines'))
  const page = `${url}/dashboard/test/keys/new`
  const form = servedForm((await browser.get(page)).text, 'form-mint') ?? []
  return (
    await browser.post(
      page,
      form.map(([name, value]) => [name, name === 'name' ? 'Worker' : value]),
    )
  ).text
}

describe('the index of the clients', () => {
  it('has each package of this version, the line that installs it, and what is not served', async () => {
    const index = await visitor.get('/clients/index.json')
    expect([index.status, index.headers.get('cache-control')]).toEqual([200, 'public, no-cache'])
    const facts = { version: SERVICE_VERSION, sha256: SHA256, size_bytes: BYTES.length, registry: 'npm' }
    const [client, cli] = [CLIENT, CLI].map((name) => `${service.url}/clients/${name}`)
    expect(index.body).toEqual({
      packages: [
        {
          ...facts,
          name: 'routed-data-client',
          description: 'Typed client for TypeScript and JavaScript',
          url: client,
          install: `npm install ${client}`,
        },
        {
          ...facts,
          name: 'routed-data-cli',
          description: 'Command line (svc)',
          url: cli,
          install: `npm install --global ${cli}`,
        },
      ],
      not_served: ['Typed client for Python'],
    })
  })

  it('is a page for people', async () => {
    const page = await visitor.get('/clients/')
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
    for (const text of [`npm install ${service.url}/clients/${CLIENT}`, SHA256, 'Not here: Typed client for Python.'])
      expect(page.text).toContain(text)
  })

  it('is what the guides, /llms.txt and the page of a new key show', async () => {
    const line = `npm install ${service.url}/clients/${CLIENT}`
    const llms = (await visitor.get('/llms.txt')).text
    expect(llms).toContain(`- Typed client for TypeScript and JavaScript: \`${line}\`\n`)
    expect((await visitor.get('/docs/quickstart')).text).toContain(line)
    expect(await keyCreated(service.url)).toContain(line)
  })
})

describe('a package', () => {
  it.each([
    [CLIENT, 'application/gzip'],
    [OLD_WHEEL, 'application/zip'],
  ])('%s is sent as it is, as %s', async (name, type) => {
    const answer = await fetch(service.url + fileAt(name))
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(BYTES)
    const { headers } = answer
    expect(['content-type', 'content-length', 'etag', 'cache-control'].map((one) => headers.get(one))).toEqual([
      type,
      String(BYTES.length),
      `"${SHA256}"`,
      'public, no-cache',
    ])
  })

  it('is not sent again to who has it, and HEAD sends none of it', async () => {
    const again = await visitor.get(fileAt(CLIENT), { 'If-None-Match': `"${SHA256}"` })
    expect([again.status, again.text, again.headers.get('etag')]).toEqual([304, '', `"${SHA256}"`])
    const head = await visitor.request(fileAt(CLIENT), { method: 'HEAD' })
    expect([head.status, head.text, head.headers.get('etag')]).toEqual([200, '', `"${SHA256}"`])
  })

  it.each(['routed-data-client-9.9.9.tgz', '.sources', 'notes.txt', '..%2f..%2fpackage.json', '%2e%2e%2fx.tgz'])(
    '%s is not_found',
    async (name) => {
      const answer = await visitor.get(fileAt(name))
      expect([answer.status, answer.at('error', 'code')]).toEqual([404, 'not_found'])
    },
  )
})

describe('a service without packages', () => {
  it('answers not_found, and shows no line to install them', async () => {
    const visited = httpClient(without.url)
    for (const path of ['/clients/', '/clients/index.json', fileAt(CLIENT)])
      expect([path, (await visited.get(path)).at('error', 'code')]).toEqual([path, 'not_found'])
    const shown = [(await visited.get('/llms.txt')).text, (await visited.get('/docs/quickstart')).text]
    for (const text of [...shown, await keyCreated(without.url)]) expect(text).not.toMatch(/npm install|\/clients\//)
  })
})
