import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { at } from '../../support/http.ts'
import { callTool, connectMcp } from '../../support/mcp.ts'
import { startTestService, type TestService } from '../../support/service.ts'

const GUIDE = readFileSync(new URL('../../../api/mcp/README.md', import.meta.url), 'utf8')
const blocksOf = (language: string): string[] =>
  [...GUIDE.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, 'gms'))].map(([, text = '']) => text)

let service: TestService
beforeAll(async () => {
  service = await startTestService({ worker: false })
}, 120_000)
afterAll(() => service.stop())

/** The guide's address and key, as those of this service. */
const here = (text: string): string =>
  text.replaceAll('http://127.0.0.1:8080', service.url).replaceAll('svc_test_...', service.workspace.keys.test)

describe('the guide of the MCP endpoint', () => {
  it('shows a configuration that connects', async () => {
    const [block = ''] = blocksOf('json')
    const server = at(JSON.parse(here(block)), 'mcpServers', 'routed-data')
    expect(at(server, 'type')).toBe('http')
    const client = await connectMcp(
      String(at(server, 'url')),
      String(at(server, 'headers', 'Authorization')).replace('Bearer ', ''),
      { revision: '2025-11-25' },
    )
    expect((await callTool(client, 'wallet')).isError).toBe(false)
    await client.close()
  })

  it('shows commands that work', async () => {
    const commands = blocksOf('sh')
    expect(commands).toHaveLength(1)
    for (const command of commands) {
      const { stdout } = await promisify(execFile)('sh', ['-c', command], {
        env: { PATH: process.env['PATH'] ?? '', BASE: service.url, KEY: service.workspace.keys.test },
      })
      expect(stdout).toContain('"text":"{\\"environment\\":\\"test\\"')
    }
  })

  it('names every tool', async () => {
    const client = await connectMcp(service.url, service.workspace.keys.test)
    const { tools } = await client.listTools()
    await client.close()
    expect(tools.filter(({ name }) => !GUIDE.includes(`\`${name}\``)).map(({ name }) => name)).toEqual([])
  })
})
