import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { Client } from '@modelcontextprotocol/client'
import type { Route } from '../../../api/route/route.ts'
import { check } from '../../../api/validation/check.ts'
import { callTool, connectMcp } from '../../support/mcp.ts'
import { at, httpClient, membersOf } from '../../support/http.ts'
import { startTestService, type TestService } from '../../support/service.ts'
import { samplesOf } from './samples.ts'

/** The routes of a tool, and which of their members have another name among its arguments. */
const ROUTES: Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, string>>>>>> = {
  discover: { discover: {} },
  inspect: { inspect: {} },
  run: { createRun: {} },
  get_run: { getRun: {} },
  create_job: { createJob: {} },
  get_job: { getJob: {}, listJobItems: {} },
  change_job: { pauseJob: {}, resumeJob: {}, approveJob: {}, cancelJob: {}, updateJob: {}, retryJob: {} },
  history: { readHistory: {}, readHistoryOfMany: {} },
  events: { listEvents: {} },
  wallet: { getWallet: {} },
  feedback: { sendFeedback: {} },
  tables: { listTables: {}, getTable: { name: 'table' }, queryRows: { name: 'table' }, listSuppressions: {} },
  table_write: {
    writeRows: { name: 'table' },
    updateRows: { name: 'table' },
    deleteRows: { name: 'table' },
    createTable: { name: 'table' },
    deleteTable: { name: 'table' },
    editTable: {},
    addSuppressions: {},
    removeSuppressions: {},
  },
}
/** Members of the tool itself. */
const OWN: Readonly<Record<string, readonly string[]>> = {
  tables: ['suppressions'],
  table_write: ['action', 'table'],
  change_job: ['action'],
}
/** What selects the route of an example, and names its object. */
const SELECTED: Readonly<Record<string, object>> = {
  table_write: { action: 'upsert' },
  change_job: { action: 'edit', job_id: 'job_1' },
}

let service: TestService
let client: Client
let tools: Awaited<ReturnType<Client['listTools']>>['tools']
beforeAll(async () => {
  service = await startTestService({ worker: false })
  await httpClient(service.url, service.workspace.keys.test).post('/v1/features', { tables: true })
  client = await connectMcp(service.url, service.workspace.keys.test)
  tools = (await client.listTools()).tools
}, 120_000)
afterAll(async () => {
  await client.close()
  await service.stop()
})

const toolOf = (name: string) => tools.find((tool) => tool.name === name) ?? { inputSchema: {}, outputSchema: {} }
const routeOf = (operationId: string): Route => {
  const route = service.api.routes.find((known) => known.operationId === operationId)
  if (route === undefined) throw new Error(`no route is called ${operationId}`)
  return route
}

/** The input of a route, as argument -> schema; of a union each of its branches. */
function membersOfRoute(route: Route, names: Readonly<Record<string, string>>): [string, object][] {
  const parts = [route.params, route.query, route.body].flatMap((part): unknown[] =>
    Array.isArray(at(part, 'anyOf')) ? membersOf(at(part, 'anyOf')).map(([, branch]) => branch) : [part],
  )
  return parts
    .flatMap((part) => membersOf(at(part, 'properties')))
    .map(([name, schema]) => [names[name] ?? name, Object(schema)])
}

describe('a tool', () => {
  it('has a description and annotations', () => {
    expect(Object.keys(ROUTES).toSorted()).toEqual(
      tools
        .map(({ name }) => name)
        .filter((name) => name !== 'batch_run')
        .toSorted(),
    )
    for (const { name, title, description = '', annotations } of tools) {
      expect([name, title]).toEqual([name, expect.stringMatching(/^[A-Z]/)])
      expect(description.length).toBeGreaterThan(80)
      // Every agent reads every tool before it does anything.
      expect(description.length).toBeLessThan(900)
      expect(description).toMatch(/\bfree\b|PAID/i)
      expect(annotations).toEqual({
        readOnlyHint: expect.any(Boolean),
        destructiveHint: expect.any(Boolean),
        idempotentHint: expect.any(Boolean),
        openWorldHint: expect.any(Boolean),
      })
    }
    const hinted = (hint: string): string[] =>
      tools
        .filter(({ annotations }) => at(annotations, hint) === true)
        .map(({ name }) => name)
        .toSorted()
    expect(hinted('destructiveHint')).toEqual(['batch_run', 'change_job', 'create_job', 'run', 'table_write'])
    expect(hinted('openWorldHint')).toEqual(['batch_run', 'change_job', 'create_job', 'run'])
    expect(hinted('readOnlyHint')).toEqual([
      'discover',
      'events',
      'get_job',
      'get_run',
      'history',
      'inspect',
      'tables',
      'wallet',
    ])
  })

  it('takes one flat object, which every client understands, and answers one', () => {
    for (const { inputSchema, outputSchema } of tools) {
      expect(inputSchema).toMatchObject({ type: 'object', additionalProperties: false })
      for (const keyword of ['anyOf', 'oneOf', 'allOf', 'not', 'if', 'enum'])
        expect(inputSchema).not.toHaveProperty(keyword)
      expect(outputSchema).toMatchObject({ type: 'object' })
      expect(JSON.stringify([inputSchema, outputSchema])).not.toContain('$ref')
    }
  })

  it.each(Object.entries(ROUTES))('%s takes all that its routes take', (name, operations) => {
    const { inputSchema } = toolOf(name)
    const taken: string[] = []
    for (const [operationId, names] of Object.entries(operations)) {
      for (const [argument, schema] of membersOfRoute(routeOf(operationId), names)) {
        taken.push(argument)
        const declared = at(inputSchema, 'properties', argument)
        for (const sample of samplesOf(schema)) {
          expect([operationId, argument, sample, check(Object(schema), sample).ok]).toEqual([
            operationId,
            argument,
            sample,
            true,
          ])
          expect([
            operationId,
            argument,
            sample,
            declared === undefined ? 'unknown' : check(Object(declared), sample),
          ]).toEqual([operationId, argument, sample, { ok: true, value: sample }])
        }
      }
    }
    const extra = membersOf(at(inputSchema, 'properties'))
      .map(([argument]) => argument)
      .filter((argument) => !taken.includes(argument))
    expect(
      extra.filter(
        (argument) =>
          argument !== 'idempotency_key' && argument !== 'max_tokens' && OWN[name]?.includes(argument) !== true,
      ),
    ).toEqual([])
    for (const needed of membersOf(at(inputSchema, 'required')).map(([, argument]) => argument)) {
      const everywhere = Object.entries(operations).every(([operationId, names]) =>
        neededBy(routeOf(operationId), names).includes(needed),
      )
      expect([needed, everywhere || OWN[name]?.includes(String(needed))]).toEqual([needed, true])
    }
  })

  it('takes the bodies that the routes show as examples', () => {
    const bodies: [string, object][] = Object.entries(ROUTES).flatMap(([name, operations]) =>
      Object.keys(operations).flatMap((operationId) =>
        Object.values(routeOf(operationId).bodyExamples ?? {}).map(({ value }): [string, object] => [
          name,
          { ...Object(value), ...SELECTED[name] },
        ]),
      ),
    )
    expect(bodies.length).toBeGreaterThan(12)
    for (const [name, body] of bodies) {
      const args = name === 'table_write' && 'name' in body ? { ...body, table: 'leads' } : body
      expect([name, args, check(Object(toolOf(name).inputSchema), args).ok]).toEqual([name, args, true])
    }
  })

  it('refuses more arguments than a body may have members', async () => {
    const many = Object.fromEntries(Array.from({ length: 2_000 }, (_, index) => [`name_${index}`, index]))
    for (const name of ['wallet', 'run'])
      expect((await callTool(client, name, many)).at('error')).toMatchObject({
        code: 'invalid_request',
        message: 'The request body must have at most 100 members.',
      })
  })
})

const neededBy = (route: Route, names: Readonly<Record<string, string>>): unknown[] =>
  [route.params, route.query, route.body].flatMap((part) =>
    membersOf(at(part, 'required')).map(([, name]) => names[String(name)] ?? name),
  )
