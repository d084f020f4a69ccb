import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { buildWorkspace } from '../../../build/workspace.ts'
import { startTestService, type TestService } from '../../../support/service.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService({ worker: false })
})
afterAll(() => service.stop())

interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>
}

it('every route of tables, suppressions and the outbound guard answers 403 while tables are off, for any request', async () => {
  const document: OpenApi = JSON.parse(await (await fetch(`${service.url}/openapi.json`)).text())
  const routes = Object.entries(document.paths)
    .filter(([path]) => /^\/v1\/(tables|suppressions|outbound-guard)/.test(path))
    .flatMap(([path, methods]) =>
      Object.keys(methods)
        .filter((method) => method !== 'parameters')
        .map((method) => ({ path, method: method.toUpperCase() })),
    )
  expect(routes.length).toBeGreaterThanOrEqual(18)
  const { keys } = await buildWorkspace(service.db)
  const answers = await Promise.all(
    routes.map(async ({ path, method }) => {
      const response = await fetch(`${service.url}${path.replaceAll(/\{\w+\}/g, 'NO TABLE')}?nonsense=1`, {
        method,
        headers: { authorization: `Bearer ${keys.test}`, 'content-type': 'text/html' },
        ...(method === 'GET' ? {} : { body: '<nothing>' }),
      })
      const { error }: { error?: { code?: string } } = JSON.parse(await response.text())
      return `${method} ${path}: ${response.status} ${error?.code}`
    }),
  )
  expect(answers.filter((answer) => !answer.endsWith('403 forbidden'))).toEqual([])
})
