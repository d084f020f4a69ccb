import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { at, httpClient, membersOf } from '../../support/http.ts'
import { type Inspector, installInspector } from '../../support/mcp-inspector.ts'
import { startTestService, type TestService } from '../../support/service.ts'

let service: TestService
let inspector: Inspector
beforeAll(async () => {
  ;[service, inspector] = await Promise.all([startTestService(), installInspector()])
  const http = httpClient(service.url, service.workspace.keys.test)
  await http.post('/v1/features', { tables: true })
  const { at: of } = await http.post('/v1/run', RUN)
  runId = String(of('run_id'))
  jobId = String((await http.post('/v1/jobs', JOB)).at('job_id'))
}, 300_000)
afterAll(async () => {
  inspector.remove()
  await service.stop()
})

const RUN = { capability: 'contact.find', input: { full_name: 'Ada Example', domain: 'example.com' } }
/** It waits for an approval, so that it can be changed. */
const JOB = {
  ...RUN,
  input: { ...RUN.input, full_name: '{{name}}' },
  rows: { items: [{ name: 'Ada Example' }] },
  ceiling: '1.00',
  pilot: 0,
  approve: 'manual',
}
let runId = ''
let jobId = ''

/** One call of each tool. */
const CALLS: readonly (readonly [tool: string, args: () => object])[] = [
  ['discover', () => ({ query: 'work email' })],
  ['inspect', () => ({ capability: 'contact.find' })],
  ['run', () => RUN],
  ['batch_run', () => ({ capability: 'contact.find', items: [{ input: RUN.input }] })],
  ['get_run', () => ({ run_id: runId })],
  ['create_job', () => ({ ...JOB, dry_run: true })],
  ['get_job', () => ({ job_id: jobId })],
  ['change_job', () => ({ job_id: jobId, action: 'approve' })],
  ['history', () => ({ q: 'example.com' })],
  ['tables', () => ({})],
  ['table_write', () => ({ action: 'upsert', table: 'leads', rows: [{ email: 'ada@example.com' }] })],
  ['events', () => ({})],
  ['wallet', () => ({})],
  ['feedback', () => ({ type: 'other', goal: 'Try the inspector', message: 'It works.' })],
]

const request = async (
  era: string,
  ...args: readonly string[]
): Promise<{ code: number; answer: unknown; stderr: string }> => {
  const { code, stdout, stderr } = await inspector.ask([
    '--server-url',
    `${service.url}/mcp`,
    '--transport',
    'http',
    '--protocol-era',
    era,
    '--header',
    `Authorization: Bearer ${service.workspace.keys.test}`,
    ...args,
  ])
  return { code, answer: stdout === '' ? null : JSON.parse(stdout), stderr }
}

describe("the MCP inspector's command line", () => {
  it.each(['legacy', 'modern'])(
    'lists every tool and finds no fault in its schemas (%s)',
    async (era) => {
      const { code, answer, stderr } = await request(era, '--method', 'tools/list', '--strict')
      expect([code, stderr]).toEqual([0, expect.stringContaining('0 errors')])
      const names = membersOf(at(answer, 'result', 'tools')).map(([, tool]) => at(tool, 'name'))
      expect(names.toSorted()).toEqual(CALLS.map(([name]) => name).toSorted())
    },
    120_000,
  )

  it.each(CALLS.map(([name, args], index) => [name, args, index % 2 === 0 ? 'modern' : 'legacy'] as const))(
    'calls %s',
    async (name, args, era) => {
      const { code, answer, stderr } = await request(
        era,
        '--method',
        'tools/call',
        '--tool-name',
        name,
        '--tool-args-json',
        JSON.stringify(args()),
      )
      expect([code, at(answer, 'result', 'isError') ?? false, stderr]).toEqual([0, false, expect.any(String)])
      const text = String(at(answer, 'result', 'content', '0', 'text'))
      expect(JSON.parse(text)).toEqual(at(answer, 'result', 'structuredContent'))
    },
    120_000,
  )

  it('shows a refusal', async () => {
    const { answer } = await request(
      'modern',
      '--method',
      'tools/call',
      '--tool-name',
      'inspect',
      '--tool-args-json',
      '{"capability":"nothing.here"}',
    )
    expect(at(answer, 'result')).toMatchObject({
      isError: true,
      structuredContent: { error: { code: 'capability_not_found' } },
    })
  }, 120_000)
})
