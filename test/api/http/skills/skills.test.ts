import { createHash } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { parse } from 'yaml'
import { type HttpAnswer, type HttpClient, httpClient, membersOf } from '../../../support/http.ts'
import { connectMcp } from '../../../support/mcp.ts'
import type { SharedService } from '../../../support/service.ts'
import { sharedTestService } from '../../../support/shared-service.ts'
import { blocksOf, typeCommands } from '../../docs/typed-commands.ts'

const NAMES = readdirSync(new URL('../../../../docs/skills/', import.meta.url))

let service: SharedService
let visitor: HttpClient
let index: HttpAnswer
beforeAll(async () => {
  service = await sharedTestService()
  visitor = httpClient(service.url)
  index = await visitor.get('/.well-known/agent-skills/index.json')
}, 120_000)
afterAll(() => service.stop())

const entries = () => membersOf(index.at('skills')).map(([, entry]) => Object(entry))
const read = (name: string): Promise<HttpAnswer> => visitor.get(`/.well-known/agent-skills/${name}/SKILL.md`)

describe('the index of the skills', () => {
  it('lists every skill of the repository, by the schema of Agent Skills Discovery 0.2', () => {
    expect([index.status, index.headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8'])
    expect(index.at('$schema')).toBe('https://schemas.agentskills.io/discovery/0.2.0/schema.json')
    expect(entries().map(({ name }) => name)).toEqual(expect.arrayContaining(NAMES))
    expect(entries().map(({ type }) => type)).toEqual(NAMES.map(() => 'skill-md'))
  })

  it('leads to each skill with the digest of its bytes', async () => {
    for (const { url, digest } of entries()) {
      const answer = await visitor.get(new URL(url, service.url).pathname)
      expect([url, answer.status, answer.headers.get('content-type')]).toEqual([
        url,
        200,
        'text/markdown; charset=utf-8',
      ])
      expect(digest).toBe(`sha256:${createHash('sha256').update(answer.text).digest('hex')}`)
    }
  })

  it('may be read by pages of other origins, and is revalidated', async () => {
    expect(index.headers.get('access-control-allow-origin')).toBe('*')
    const again = await visitor.get('/.well-known/agent-skills/index.json', {
      'If-None-Match': index.headers.get('etag') ?? '',
    })
    expect(again.status).toBe(304)
  })

  it('is 404 for a skill that does not exist', async () => {
    for (const name of ['nothing', '..%2f..%2fguides']) expect([name, (await read(name)).status]).toEqual([name, 404])
  })
})

describe('a skill', () => {
  it.each(NAMES)('%s begins with its name and its description, as the index has them', async (name) => {
    const { text } = await read(name)
    const front: unknown = parse(/^---\n([^]*?)\n---\n/.exec(text)?.[1] ?? '')
    const { description } = entries().find((entry) => entry.name === name) ?? { description: null }
    expect(front).toEqual({ name, description })
    expect(name).toMatch(/^[a-z0-9]+(?:-[a-z0-9]+)*$/)
    expect(description.length).toBeLessThanOrEqual(1_024)
    // The recommended size of a skill is below 5,000 tokens, of about four characters.
    expect(text.length).toBeLessThan(20_000)
  })

  it.each(NAMES)('%s has commands that work as written', async (name) => {
    const { text } = await read(name)
    expect(text).not.toContain('api.example.com')
    const blocks = blocksOf(text, 'sh')
    expect(blocks.length).toBeGreaterThan(3)
    const { statuses, requests, stdout } = await typeCommands(blocks, service)
    expect([statuses, stdout]).toEqual([Array.from({ length: requests }, () => 200), stdout])
    expect(stdout).not.toContain('"status":"failed"')
  })

  it('names only tools, capabilities and error codes that exist', async () => {
    const client = httpClient(service.url, service.workspace.keys.test)
    await client.post('/v1/features', { tables: true })
    const mcp = await connectMcp(service.url, service.workspace.keys.test)
    const tools = (await mcp.listTools()).tools.map(({ name }) => name)
    await mcp.close()
    const capabilities = namesIn(await client.get('/v1/catalog/capabilities?limit=1000'), 'capability')
    const errors = membersOf((await client.get('/v1/errors')).at('items')).map(([, error]) => Object(error))
    for (const name of NAMES) {
      const { text } = await read(name)
      const [, named = ''] = /^Over MCP the tools are ([^.(]+)/m.exec(text) ?? []
      expect(tools).toEqual(expect.arrayContaining(quotedIn(named)))
      const described = quotedIn(text).filter((word) => /^(?:contact|person|company|email)\./.test(word))
      expect(capabilities).toEqual(expect.arrayContaining(described))
      for (const [, code, status] of text.matchAll(/`(\w+)` \((4\d\d)\)/g))
        expect(errors).toContainEqual(expect.objectContaining({ code, status: Number(status) }))
    }
  })
})

const quotedIn = (text: string): string[] => [...text.matchAll(/`([\w.]+)`/g)].map(([, word = '']) => word)
const namesIn = (answer: HttpAnswer, member: string): string[] =>
  membersOf(answer.at('items')).map(([, item]) => String(Object(item)[member]))
