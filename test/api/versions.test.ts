import { readFileSync } from 'node:fs'
import { describe, expect, it } from '@jest/globals'
import { declaredRoutes } from '../../api/http/declared-routes.ts'
import { buildOpenApi } from '../../api/openapi/document.ts'
import { VERSION } from '../../packages/cli/version.ts'
import { createClient } from '../../packages/client/index.ts'
import { at } from '../support/http.ts'

const textOf = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')

/** With which version the typed client names itself. */
async function clientVersion(): Promise<string> {
  const agents: (string | null)[] = []
  const client = createClient({
    baseUrl: 'http://service.test',
    fetch: async (_, init) => {
      agents.push(new Headers(init?.headers).get('User-Agent'))
      return Response.json({})
    },
  })
  await client.send({ method: 'GET', path: '/healthz' })
  return /^svc-client\/(.+)$/.exec(agents[0] ?? '')?.[1] ?? 'none'
}

describe('one version', () => {
  const { version }: { readonly version: string } = JSON.parse(textOf('package.json'))

  it.each<[string, () => unknown]>([
    ['the OpenAPI document', () => at(buildOpenApi({ routes: declaredRoutes(), publicUrl: '' }), 'info', 'version')],
    ['`svc --version`', () => VERSION],
    ['the package of the typed client', () => JSON.parse(textOf('packages/client/package.json')).version],
    ['the package of svc', () => JSON.parse(textOf('packages/cli/package.json')).version],
    ['the typed client', clientVersion],
    ['the lock file', () => JSON.parse(textOf('package-lock.json')).version],
    ['the README', () => /^Version (\S+);/m.exec(textOf('README.md'))?.[1]],
  ])('is that of the package and of %s', async (_, stated) => {
    expect(await stated()).toBe(version)
  })
})
