import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { enter, type Person, signUpPerson } from '../../api/dashboard/person.ts'
import { openBrowser } from '../../support/browser.ts'
import { at, membersOf } from '../../support/http.ts'
import { callTool } from '../../support/mcp.ts'
import { configurationsIn } from '../../support/mcp-configurations.ts'
import { startTestService, type TestService } from '../../support/service.ts'

/** npx fetches the bridge. */
const CONNECT_MS_MAX = 240_000

let service: TestService
let person: Person
let configurations: ReadonlyMap<string, string>
let home: string
beforeAll(async () => {
  service = await startTestService({ worker: false })
  home = mkdtempSync(join(tmpdir(), 'mcp-remote-'))
  person = await signUpPerson(service.url, 'Engines')
  const entered = await enter(openBrowser(), service.url, person)
  const page = await entered.get(`${service.url}/dashboard/test/agents`)
  configurations = configurationsIn(page.text.replaceAll('svc_test_...', person.testKey))
}, 120_000)
afterAll(async () => {
  await service.stop()
  rmSync(home, { recursive: true, force: true })
})

interface Program {
  readonly command: string
  readonly args: readonly string[]
  readonly env?: Readonly<Record<string, string>>
}

/** Starts the program as a client does, and calls a tool through it. */
async function walletThrough({ command, args, env = {} }: Program): Promise<unknown> {
  const client = new Client({ name: 'test-client', version: '1.0.0' })
  const transport = new StdioClientTransport({
    command,
    args: [...args],
    env: { ...settings(), HOME: home, ...env },
    cwd: home,
    stderr: 'pipe',
  })
  let output = ''
  transport.stderr?.on('data', (text: Buffer) => {
    output += text.toString()
  })
  await client.connect(transport, { timeout: CONNECT_MS_MAX }).catch((error: unknown) => {
    throw new Error(`the bridge did not connect: ${output}`, { cause: error })
  })
  try {
    return (await callTool(client, 'wallet')).body
  } finally {
    await client.close()
  }
}

/** The machine's own: where its registry is, and how it is reached. Those of the test's runner are for this clone. */
const settings = (): Record<string, string> =>
  Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]): [string, string][] =>
      value === undefined || /^(?:npm_(?!config_registry)|NODE_OPTIONS$|NODE_COMPILE_CACHE$)/i.test(name)
        ? []
        : [[name, value]],
    ),
  )

describe('the bridge that the dashboard shows for clients which only start programs', () => {
  it(
    'connects Claude Desktop, by its file',
    async () => {
      const server = at(JSON.parse(configurations.get('Claude Desktop') ?? ''), 'mcpServers', 'routed-data')
      const environment = await walletThrough({
        command: String(at(server, 'command')),
        args: membersOf(at(server, 'args')).map(([, argument]) => String(argument)),
        env: { AUTHORIZATION: String(at(server, 'env', 'AUTHORIZATION')) },
      })
      expect(environment).toMatchObject({ environment: 'test' })
    },
    CONNECT_MS_MAX,
  )

  it(
    'connects any other client, as a command of a shell',
    async () => {
      const command = configurations.get('Any client that starts programs') ?? ''
      expect(command).toMatch(/^npx /)
      expect(await walletThrough({ command: 'sh', args: ['-c', command] })).toMatchObject({ environment: 'test' })
    },
    CONNECT_MS_MAX,
  )
})
