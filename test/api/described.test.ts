import { spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { Route } from '../../api/route/route.ts'
import { at, httpClient, membersOf } from '../support/http.ts'
import { startTestService, type TestService } from '../support/service.ts'

let service: TestService
let routes: readonly Route[]
let document: unknown
beforeAll(async () => {
  service = await startTestService({ worker: false })
  routes = service.api.routes.filter(({ documented }) => documented !== false)
  document = (await httpClient(service.url).get('/openapi.json')).body
}, 120_000)
afterAll(() => service.stop())

const names = (found: readonly Route[]): readonly string[] => found.map(({ operationId }) => operationId)

/** What the reference shows of the service's own routes: a new one without a description fails. */
describe('a documented route', () => {
  it('has a description beyond its summary', () => {
    expect(routes.length).toBeGreaterThan(80)
    expect(names(routes.filter(({ description }) => description === undefined || description.length < 20))).toEqual([])
  })

  it('shows a body to send, where it takes one', () => {
    const takesBody = routes.filter(({ body, bodyType }) => body !== undefined && bodyType !== 'raw')
    expect(names(takesBody.filter(({ bodyExamples }) => Object.keys(bodyExamples ?? {}).length === 0))).toEqual([])
  })

  it('shows a value for every parameter that a trial needs', () => {
    const operations = membersOf(at(document, 'paths')).flatMap(([path, methods]) =>
      membersOf(methods).map(([method, operation]) => ({ path, method, operation })),
    )
    const bare = operations.flatMap(({ path, method, operation }) =>
      membersOf(at(operation, 'parameters'))
        .filter(([, parameter]) => at(parameter, 'required') === true && at(parameter, 'example') === undefined)
        .map(([, parameter]) => `${method} ${path} ${at(parameter, 'name')}`),
    )
    expect(operations.length).toBe(routes.length)
    expect(bare).toEqual([])
  })
})

describe('the OpenAPI document', () => {
  it('has only patterns that every validator reads alike', () => {
    const patterns = [...JSON.stringify(document).matchAll(/"pattern":("(?:[^"\\]|\\.)*")/g)].map(
      ([, pattern = '""']) => String(JSON.parse(pattern)),
    )
    expect(patterns.length).toBeGreaterThan(20)
    expect(patterns.filter((pattern) => /\\[pP]|\(\?[^:]|[^\u0020-\u007e]/.test(pattern))).toEqual([])
  })

  it("passes Redocly's strictest set of rules", async () => {
    const folder = await mkdtemp(join(tmpdir(), 'openapi-'))
    try {
      const file = join(folder, 'openapi.json')
      await writeFile(file, JSON.stringify(document))
      expect(await lint(file)).toEqual({ errors: 0, warnings: 0, problems: [] })
    } finally {
      await rm(folder, { recursive: true })
    }
  })
})

const inRepository = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url))

/** Contacts no server on the internet: neither for a newer version nor to count this call. */
const QUIET = { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' }

async function lint(file: string): Promise<{ errors: unknown; warnings: unknown; problems: readonly unknown[] }> {
  const linter = spawn(
    process.execPath,
    [
      inRepository('node_modules/@redocly/cli/bin/cli.js'),
      'lint',
      file,
      '--config',
      inRepository('test/api/openapi/redocly.yaml'),
      '--format=json',
    ],
    {
      env: { ...process.env, ...QUIET },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  )
  const [output, complained] = await Promise.all([text(linter.stdout), text(linter.stderr)])
  const result: unknown = output.startsWith('{') ? JSON.parse(output) : { totals: complained }
  return {
    errors: at(result, 'totals', 'errors'),
    warnings: at(result, 'totals', 'warnings'),
    problems: membersOf(at(result, 'problems')).map(
      ([, problem]) =>
        `${at(problem, 'ruleId')}: ${at(problem, 'message')} (${at(problem, 'location', '0', 'pointer')})`,
    ),
  }
}
