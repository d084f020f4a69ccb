import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { toolCalls } from '../../../api/mcp/tools.ts'
import { buildSession } from '../../build/session.ts'
import { buildWorkspace, type TestWorkspace } from '../../build/workspace.ts'
import { type HttpClient, httpClient } from '../../support/http.ts'
import { callTool, connectMcp, REVISIONS, textOf } from '../../support/mcp.ts'
import { type McpSender, OPENS_URLS, sendMcp, TAKES_TASKS } from '../../support/mcp-messages.ts'
import { connectTasks } from '../../support/mcp-tasks.ts'
import { findContact } from '../../support/run-client.ts'
import type { SharedService } from '../../support/service.ts'
import { sharedTestService } from '../../support/shared-service.ts'
import { until } from '../../support/until.ts'
import { credentialsOf } from '../credentials.ts'

const WAITING = findContact('', { approval: 'required' })
const SANDBOX = { 'Service-Environment': 'test' }
const ACCEPTED = { action: 'accept', content: { approve: true, decision: 'approved' } }

let service: SharedService
let workspace: TestWorkspace
let owner: HttpClient
let sender: McpSender
beforeAll(async () => {
  service = await sharedTestService()
}, 120_000)
afterAll(() => service.stop())
beforeEach(async () => {
  workspace = await buildWorkspace(service.db)
  owner = httpClient(service.url, (await buildSession(service.db, workspace.id)).token)
  sender = { url: service.url, headers: { Authorization: `Bearer ${workspace.keys.test}` } }
})

const approve = (runId: unknown) => owner.post(`/v1/runs/${String(runId)}/approve`, undefined, SANDBOX)
const statusOf = async (runId: unknown) =>
  (await httpClient(service.url, workspace.keys.test).get(`/v1/runs/${String(runId)}`)).at('status')
const pageOf = (runId: unknown): string => `${service.url}/dashboard/test/runs/${String(runId)}`
const run = (from: McpSender, args: object, more: object = {}) =>
  sendMcp(from, 'tools/call', { name: 'run', arguments: args, ...more })

describe.each(REVISIONS)('a run that waits for a person, in revision %s', (revision) => {
  it('states it in one sentence, with the link and the time', async () => {
    const client = await connectMcp(service.url, workspace.keys.test, { revision })
    const begun = await callTool(client, 'run', WAITING)
    const runId = begun.at('run_id')
    const read = await callTool(client, 'get_run', { run_id: runId, max_tokens: 500 })
    for (const { isError, result, at } of [begun, read]) {
      expect([isError, at('status'), at('approval', 'url')]).toEqual([false, 'awaiting_approval', pageOf(runId)])
      expect(at('cut')).toBeUndefined()
      expect(at('hint')).toBe(
        `A person must approve this run by ${String(at('approval', 'expires_at'))} at ${pageOf(runId)}. No tool can: show the person this link, then wait with get_run.`,
      )
      expect(JSON.parse(textOf(result))).toEqual(result.structuredContent)
    }
    await approve(runId)
    const ended = await callTool(client, 'get_run', { run_id: runId, wait: 60 })
    expect([ended.at('status'), ended.at('hint')]).toEqual(['succeeded', undefined])
    await client.close()
  })

  it('has the link of all that wait in a batch', async () => {
    const client = await connectMcp(service.url, workspace.keys.test, { revision })
    await owner.put('/v1/approval-policy', { runs_above: '0', sends: 'never', raw_writes: false })
    const batch = await callTool(client, 'batch_run', {
      capability: 'contact.find',
      items: [{ input: WAITING.input }, { input: WAITING.input }, { input: {} }],
    })
    expect(batch.at('hint')).toBe(
      `A person must approve 2 of these runs at ${service.url}/dashboard/test/approvals. No tool can: show the person this link, then wait with get_run.`,
    )
    await client.close()
  })
})

describe('a client that opens pages for its person', () => {
  /** The official client; `onPage` is what its person does. */
  async function connectOpening(onPage: (url: string) => Promise<'accept' | 'decline'>): Promise<Client> {
    const client = new Client(
      { name: 'test-client', version: '1.0.0' },
      { versionNegotiation: { mode: { pin: '2026-07-28' } }, capabilities: OPENS_URLS },
    )
    client.setRequestHandler('elicitation/create', async ({ params }) => ({
      action: await onPage(params.mode === 'url' ? params.url : 'a form'),
    }))
    const requestInit = { headers: { Authorization: `Bearer ${workspace.keys.test}` } }
    await client.connect(new StreamableHTTPClientTransport(new URL('/mcp', service.url), { requestInit }))
    return client
  }

  it('is led to the page of the run once, and reads the run that the person has approved', async () => {
    const pages: string[] = []
    const client = await connectOpening(async (url) => {
      pages.push(url)
      expect((await approve(url.split('/').at(-1))).status).toBe(200)
      return 'accept'
    })
    const { at } = await callTool(client, 'run', { ...WAITING, response: { fields: ['email'] } })
    expect(at('status')).toBe('succeeded')
    expect(Object.keys(Object(at('result')))).toEqual(['email'])
    expect(pages).toEqual([pageOf(at('run_id'))])
    await client.close()
  })

  it.each(['accept', 'decline'] as const)('leaves the run waiting when it only answers "%s"', async (action) => {
    const client = await connectOpening(async () => action)
    const { at, isError } = await callTool(client, 'run', { ...WAITING, wait_seconds: 1 })
    expect([isError, at('status')]).toEqual([false, 'awaiting_approval'])
    expect(at('hint')).toContain(pageOf(at('run_id')))
    expect(await statusOf(at('run_id'))).toBe('awaiting_approval')
    await client.close()
  })

  it('starts no second run when it repeats the call with its answer', async () => {
    const opening = { ...sender, capabilities: OPENS_URLS }
    const waiting = await run(opening, WAITING)
    expect(waiting.at('result')).toMatchObject({
      resultType: 'input_required',
      inputRequests: { approval: { method: 'elicitation/create', params: { mode: 'url' } } },
    })
    const requestState = waiting.at('result', 'requestState')
    const again = await run(opening, { ...WAITING, wait_seconds: 0 }, { requestState, inputResponses: {} })
    expect(again.at('result', 'structuredContent', 'run_id')).toBe(requestState)
    const runs = await httpClient(service.url, workspace.keys.test).get('/v1/runs')
    expect([runs.at('items')].flat()).toHaveLength(1)
    const foreign = await buildWorkspace(service.db)
    const headers = { Authorization: `Bearer ${foreign.keys.test}` }
    const stolen = await run({ ...opening, headers }, WAITING, { requestState, inputResponses: { approval: ACCEPTED } })
    expect(stolen.at('result', 'structuredContent', 'error', 'code')).toBe('invalid_request')
  })

  it('gets the page as the question of a task, and the task ends when the person has decided', async () => {
    const pages: string[] = []
    const client = await connectTasks(service.url, workspace.keys.test, {
      revision: '2026-07-28',
      async opensUrl(url) {
        pages.push(url)
        await approve(url.split('/').at(-1))
        return { action: 'accept' }
      },
    })
    const execution = await client.session.callTool('run', WAITING)
    const { outcome, lastTask } = await execution.settle()
    expect(outcome).toMatchObject({ result: { structuredContent: { status: 'succeeded' } } })
    expect(pages).toEqual([pageOf(lastTask?.taskId)])
    await client.close()
  })
})

describe('the task of a run that waits for a person', () => {
  it('has the question only for a client that can take it, and no answer decides it', async () => {
    const asking = { ...sender, capabilities: { ...TAKES_TASKS, ...OPENS_URLS } }
    const begun = await run(asking, WAITING)
    const taskId = begun.at('result', 'taskId')
    expect(begun.at('result', 'status')).toBe('input_required')
    const task = await sendMcp(asking, 'tasks/get', { taskId })
    const [[key, question] = []] = Object.entries(Object(task.at('result', 'inputRequests')))
    expect(question).toMatchObject({
      method: 'elicitation/create',
      params: { mode: 'url', url: pageOf(taskId), message: expect.stringContaining('contact.find') },
    })
    const inputResponses = { [String(key)]: ACCEPTED }
    expect((await sendMcp(asking, 'tasks/update', { taskId, inputResponses })).at('result', 'resultType')).toBe(
      'complete',
    )
    expect((await sendMcp(asking, 'tasks/get', { taskId })).at('result')).toMatchObject({
      status: 'input_required',
      inputRequests: task.at('result', 'inputRequests'),
    })
    const plain = await sendMcp({ ...sender, capabilities: TAKES_TASKS }, 'tasks/get', { taskId })
    expect(plain.at('result')).toMatchObject({
      status: 'working',
      statusMessage: expect.stringContaining(pageOf(taskId)),
    })
    expect(plain.at('result', 'inputRequests')).toBeUndefined()
    await approve(taskId)
    await until(
      () => sendMcp(asking, 'tasks/get', { taskId }),
      (read) => read.at('result', 'status') === 'completed',
    )
  })
})

describe('no credential decides about a run over MCP', () => {
  it('by a route that a tool calls', () => {
    const operations = toolCalls().flatMap((tool) => Object.keys(tool.operations))
    expect(operations).toContain('createRun')
    for (const route of ['approveRun', 'rejectRun', 'updateApprovalPolicy']) expect(operations).not.toContain(route)
  })

  it('by any tool, method or answer', async () => {
    const approver = await owner.post('/v1/api-keys', { name: 'approver', environment: 'test', approver: true })
    const bearer = { Authorization: `Bearer ${String(approver.at('api_key'))}` }
    const credentials = [...credentialsOf(service, workspace), { name: 'an approver key', headers: async () => bearer }]
    const { at } = await run(sender, WAITING)
    const runId = String(at('result', 'structuredContent', 'run_id'))
    const names = [...TOOLS, 'approve', 'approve_run', 'approveRun', 'reject_run', 'rejectRun', 'updateApprovalPolicy']
    for (const { name, headers } of credentials) {
      const from = { url: service.url, headers: { ...SANDBOX, ...(await headers()) }, capabilities: BOTH }
      for (const tool of names)
        for (const args of attemptsOn(runId)) await sendMcp(from, 'tools/call', { name: tool, arguments: args })
      await run(from, { ...WAITING, wait_seconds: 0 }, { requestState: runId, inputResponses: { approval: ACCEPTED } })
      await sendMcp(from, 'tasks/update', { taskId: runId, inputResponses: { [runId]: ACCEPTED } })
      expect([name, await statusOf(runId)]).toEqual([name, 'awaiting_approval'])
    }
    // The decision was possible all the time, for a person and for that key, over HTTP.
    expect((await httpClient(service.url).post(`/v1/runs/${runId}/approve`, undefined, bearer)).status).toBe(200)
  }, 120_000)
})

const BOTH = { ...TAKES_TASKS, ...OPENS_URLS }
/** In each, what would decide if a tool took it. */
const attemptsOn = (runId: string): readonly object[] => [
  { run_id: runId, action: 'approve', decision: 'approved', approval: 'approved', note: 'Fine.' },
  { run_id: runId, approve: true },
]
const TOOLS = [...new Set(['batch_run', 'get_run', ...toolCalls().map(({ tool }) => tool)])]
