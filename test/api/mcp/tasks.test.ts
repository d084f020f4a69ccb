import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { resultFromTaskOutcome } from '@modelcontextprotocol/ext-tasks/client'
import { buildConnectedApp } from '../../build/connected-app.ts'
import { buildWorkspace, type TestWorkspace } from '../../build/workspace.ts'
import { httpClient } from '../../support/http.ts'
import { charsRead, REVISIONS } from '../../support/mcp.ts'
import { type McpSender, sendMcp, TAKES_TASKS } from '../../support/mcp-messages.ts'
import { connectTasks, type TaskClient } from '../../support/mcp-tasks.ts'
import { findContact } from '../../support/run-client.ts'
import { startTestService, type TestService } from '../../support/service.ts'
import { until } from '../../support/until.ts'

const bearer = (token: string): Readonly<Record<string, string>> => ({ Authorization: `Bearer ${token}` })
const MANY = { capability: 'social.posts', input: { platform: 'reddit', handle: 'robin.sample', limit: 100 } }
const UNKNOWN = { code: -32_602, data: { error: { code: 'invalid_request' } } }

let service: TestService
let workspace: TestWorkspace
let modern: McpSender
let legacy: McpSender
beforeAll(async () => {
  service = await startTestService()
}, 120_000)
afterAll(() => service.stop())
beforeEach(async () => {
  workspace = await buildWorkspace(service.db)
  legacy = { url: service.url, headers: bearer(workspace.keys.test), revision: '2025-11-25' }
  modern = { url: service.url, headers: bearer(workspace.keys.test), capabilities: TAKES_TASKS }
})

const run = (sender: McpSender, args: object, more: object = {}) =>
  sendMcp(sender, 'tools/call', { name: 'run', arguments: args, ...more })
const get = (sender: McpSender, taskId: unknown) => sendMcp(sender, 'tasks/get', { taskId })
const cancel = (sender: McpSender, taskId: unknown) => sendMcp(sender, 'tasks/cancel', { taskId })
/** The task of a run when it has ended. */
const ended = (sender: McpSender, taskId: unknown) =>
  until(
    () => get(sender, taskId),
    (task) => task.at('result', 'status') !== 'working',
  )
const overHttp = async (runId: unknown) =>
  httpClient(service.url, workspace.keys.test).get(`/v1/runs/${String(runId)}?wait=60`)

describe.each(REVISIONS)('the official client of tasks, in revision %s', (revision) => {
  let client: TaskClient
  beforeEach(async () => {
    client = await connectTasks(service.url, workspace.keys.test, { revision })
  })
  const start = (scenario: string) =>
    client.session.callTool('run', findContact(scenario, { async: true }), { task: { preference: 'require' } })

  it('starts a run as a task, and gets its result', async () => {
    const execution = await start('+slow-1')
    const { outcome, lastTask } = await execution.settle()
    const result = resultFromTaskOutcome(outcome)
    expect([lastTask?.status, result.isError]).toEqual(['completed', undefined])
    expect(lastTask?.taskId).toMatch(/^run_/)
    expect(result.structuredContent).toMatchObject((await overHttp(lastTask?.taskId)).body as object)
    await client.close()
  })

  it('gets a failed run as a completed task with an error, as a call has it', async () => {
    const { outcome } = await (await start('+error')).settle()
    expect(resultFromTaskOutcome(outcome)).toMatchObject({
      isError: true,
      structuredContent: { status: 'failed', error: { code: 'provider_error' } },
    })
    await client.close()
  })

  it('cancels a run that has not begun', async () => {
    const execution = await client.session.callTool('run', findContact('', { approval: 'required' }), {
      task: { preference: 'require' },
    })
    await execution.cancel()
    await expect(execution.result()).resolves.toMatchObject({ status: 'cancelled' })
    expect((await overHttp(execution.handle?.taskId)).at('status')).toBe('cancelled')
    await client.close()
  })
})

describe('tasks of revision 2026-07-28', () => {
  it('are declared', async () => {
    const { at } = await sendMcp(modern, 'server/discover')
    expect(at('result', 'capabilities')).toEqual({ tools: {}, ...TAKES_TASKS })
  })

  it('are the answer to a run that has not ended, and only then', async () => {
    const open = await run(modern, findContact('+slow-2', { wait_seconds: 0 }))
    expect(open.at('result')).toMatchObject({
      resultType: 'task',
      taskId: expect.stringMatching(/^run_/),
      status: 'working',
      createdAt: expect.any(String),
      lastUpdatedAt: expect.any(String),
      ttlMs: null,
      pollIntervalMs: expect.any(Number),
    })
    expect((await run(modern, findContact())).at('result')).toMatchObject({
      resultType: 'complete',
      structuredContent: { status: 'succeeded' },
    })
    const read = await sendMcp(modern, 'tools/call', {
      name: 'get_run',
      arguments: { run_id: open.at('result', 'taskId') },
    })
    expect(read.at('result', 'resultType')).toBe('complete')
  })

  it('are no answer to a client that does not take them, which may not call their methods', async () => {
    const plain: McpSender = { ...modern, capabilities: {} }
    const open = await run(plain, findContact('+slow-1', { wait_seconds: 0 }))
    expect(open.at('result')).toMatchObject({ resultType: 'complete', structuredContent: { done: false } })
    const taskId = open.at('result', 'structuredContent', 'run_id')
    for (const method of ['tasks/get', 'tasks/update', 'tasks/cancel']) {
      const refused = await sendMcp(plain, method, { taskId, inputResponses: {} })
      expect([refused.status, refused.at('error', 'code')]).toEqual([400, -32_021])
      expect(refused.at('error', 'data', 'requiredCapabilities')).toEqual(TAKES_TASKS)
    }
  })

  it.each([
    ['', 'completed', undefined],
    ['+no-match', 'completed', undefined],
    ['+error', 'completed', true],
    ['+timeout', 'completed', true],
  ])('of a run in the scenario "%s" are %s, with isError %s', async (scenario, status, isError) => {
    const { at } = await run(modern, findContact(scenario, { async: true }))
    const task = await ended(modern, at('result', 'taskId'))
    expect(task.at('result')).toMatchObject({ resultType: 'complete', status, result: { resultType: 'complete' } })
    expect(task.at('result', 'result', 'isError')).toBe(isError)
  })

  it('are cancelled with their runs', async () => {
    const { at } = await run(modern, findContact('', { approval: 'required', async: true }))
    const taskId = at('result', 'taskId')
    expect((await cancel(modern, taskId)).at('result')).toMatchObject({ resultType: 'complete' })
    const task = await get(modern, taskId)
    expect([task.at('result', 'status'), task.at('result', 'result')]).toEqual(['cancelled', undefined])
  })

  it('continue when their runs have begun, or have ended: the answer only states that the wish has come', async () => {
    const { at } = await run(modern, findContact())
    const taskId = at('result', 'structuredContent', 'run_id')
    expect((await cancel(modern, taskId)).at('result', 'resultType')).toBe('complete')
    expect((await get(modern, taskId)).at('result', 'status')).toBe('completed')
  })

  it('have a result within the budget, which states how to read on', async () => {
    const { at } = await run(modern, { ...MANY, async: true })
    const task = await ended(modern, at('result', 'taskId'))
    const { content, structuredContent } = Object(task.at('result', 'result'))
    expect(charsRead({ content, structuredContent }) / 4).toBeLessThanOrEqual(6_000)
    expect(structuredContent.cut.rest).toMatchObject({ tool: 'get_run', arguments: { run_id: at('result', 'taskId') } })
  })

  it('are unknown without a run of the caller', async () => {
    const other = await buildWorkspace(service.db)
    const { at } = await run({ ...modern, headers: bearer(other.keys.test) }, findContact('', { async: true }))
    for (const taskId of [at('result', 'taskId'), 'run_nothing', '', 'x'.repeat(200)])
      for (const method of ['tasks/get', 'tasks/update', 'tasks/cancel']) {
        const refused = await sendMcp(modern, method, { taskId, inputResponses: {} })
        expect([refused.status, refused.at('error')]).toMatchObject([200, UNKNOWN])
      }
    const ofLive = await get({ ...modern, headers: bearer(other.keys.live) }, at('result', 'taskId'))
    expect(ofLive.at('error')).toMatchObject(UNKNOWN)
  })

  it('are no answer to an app that may not read them', async () => {
    const { token } = await buildConnectedApp(service, workspace.id, ['run'])
    const headers = { ...bearer(token), 'Service-Environment': 'test' }
    const open = await run({ ...modern, headers }, findContact('+slow-1', { wait_seconds: 0 }))
    expect(open.at('result', 'resultType')).toBe('complete')
    const refused = await get({ ...modern, headers }, open.at('result', 'structuredContent', 'run_id'))
    expect(refused.at('error', 'data', 'error', 'code')).toBe('forbidden')
  })

  it('are read at any replica', async () => {
    const replica = await service.startReplica()
    try {
      const { at } = await run(modern, findContact('+slow-1', { wait_seconds: 0 }))
      const task = await ended({ ...modern, url: replica.ownUrl }, at('result', 'taskId'))
      expect(task.at('result', 'status')).toBe('completed')
    } finally {
      await replica.drain()
    }
  })
})

describe('tasks of revision 2025-11-25', () => {
  it('are declared, with the tool that takes part', async () => {
    const init = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test-client', version: '1' } }
    const { at } = await sendMcp(legacy, 'initialize', init)
    expect(at('result', 'capabilities')).toEqual({
      tools: {},
      tasks: { cancel: {}, requests: { tools: { call: {} } } },
    })
    const tools = [(await sendMcp(legacy, 'tools/list')).at('result', 'tools')].flat().map((tool) => Object(tool))
    expect(tools.filter(({ execution }) => execution !== undefined)).toMatchObject([
      { name: 'run', execution: { taskSupport: 'optional' } },
    ])
    const refused = await sendMcp(legacy, 'tools/call', { name: 'wallet', arguments: {}, task: {} })
    expect(refused.at('error', 'code')).toBe(-32_601)
    expect((await sendMcp(legacy, 'tasks/list')).at('error', 'code')).toBe(-32_601)
    expect((await sendMcp(legacy, 'tasks/update', { taskId: 'run_x' })).at('error', 'code')).toBe(-32_601)
  })

  it('are created where the client states it, and have a result that names them', async () => {
    const { at } = await run(legacy, findContact('+slow-1'), { task: { ttl: 60_000 } })
    const taskId = at('result', 'task', 'taskId')
    expect(at('result', 'task')).toMatchObject({ status: 'working', ttl: null, pollInterval: expect.any(Number) })
    const result = await sendMcp(legacy, 'tasks/result', { taskId })
    expect(result.at('result')).toMatchObject({
      structuredContent: { run_id: taskId, status: 'succeeded' },
      _meta: { 'io.modelcontextprotocol/related-task': { taskId } },
    })
    expect((await get(legacy, taskId)).at('result', 'status')).toBe('completed')
  })

  it('are an error of the protocol where the run is refused', async () => {
    const refused = await run(legacy, { capability: 'contact.find', input: {} }, { task: {} })
    expect(refused.at('error')).toMatchObject({ code: -32_602, data: { error: { code: 'invalid_request' } } })
  })

  it('cannot be cancelled when their runs have ended', async () => {
    const { at } = await run(legacy, findContact())
    const taskId = at('result', 'structuredContent', 'run_id')
    expect((await cancel(legacy, taskId)).at('error')).toMatchObject(UNKNOWN)
  })

  it('are unknown without a run of the caller', async () => {
    const other = await buildWorkspace(service.db)
    const sender = { ...legacy, headers: bearer(other.keys.test) }
    const { at } = await run(sender, findContact('', { async: true }), { task: {} })
    for (const method of ['tasks/get', 'tasks/result', 'tasks/cancel'])
      expect((await sendMcp(legacy, method, { taskId: at('result', 'task', 'taskId') })).at('error')).toMatchObject(
        UNKNOWN,
      )
  })
})
