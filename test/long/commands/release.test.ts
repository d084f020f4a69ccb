import { execFile, execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))
/** What is no part of a clone. */
const NOT_CLONED = /^(?:node_modules|\.data|\.git|dist|coverage)(?:\/|$)/
const VERSION = '77.0.0-rc.1'

let clone: string
beforeAll(() => {
  clone = mkdtempSync(join(tmpdir(), 'release-clone-'))
  cpSync(ROOT, clone, { recursive: true, filter: (path) => !NOT_CLONED.test(relative(ROOT, path)) })
  symlinkSync(join(ROOT, 'node_modules'), join(clone, 'node_modules'))
  // A link is no folder for `.gitignore`.
  writeFileSync(join(clone, '.gitignore'), `${read('.gitignore')}\n/node_modules\n`)
  git('init', '--quiet')
  git('config', 'user.name', 'Release')
  git('config', 'user.email', 'release@example.com')
  commit('Before')
})
afterAll(() => rmSync(clone, { recursive: true, force: true }))

const read = (file: string): string => readFileSync(join(clone, file), 'utf8')
const git = (...args: string[]): string => execFileSync('git', args, { cwd: clone, encoding: 'utf8' }).trim()
function commit(message: string): void {
  git('add', '--all')
  git('commit', '--quiet', '--message', message)
}

const release = (
  env: Readonly<Record<string, string>>,
  ...args: string[]
): Promise<{ readonly code: number; readonly output: string }> =>
  new Promise((resolve) => {
    execFile(
      'npm',
      ['run', '--silent', 'release', '--', ...args],
      { cwd: clone, env: { ...process.env, ...env } },
      (error, stdout, stderr) => resolve({ code: error === null ? 0 : 1, output: stdout + stderr }),
    )
  })

describe('npm run release', () => {
  it('changes nothing where it cannot release', async () => {
    expect(await release({}, '0.0.1')).toMatchObject({ code: 1, output: expect.stringContaining('0.0.1 is not after') })
    const package_ = read('packages/client/package.json')
    writeFileSync(join(clone, 'packages/client/package.json'), package_.replace('"./index.js"', '"./none.js"'))
    expect(await release({}, VERSION)).toMatchObject({ code: 1, output: expect.stringContaining('not committed') })
    commit('A package that no program can import')
    expect(await release({}, VERSION)).toMatchObject({ code: 1, output: expect.stringContaining('none.js') })
    expect([git('status', '--porcelain'), git('tag')]).toEqual(['', ''])
    git('reset', '--quiet', '--hard', 'HEAD~1')
  }, 300_000)

  it('changes nothing where a package of production has an advisory of high severity', async () => {
    const advisory = {
      id: 1,
      url: 'https://example.com/advisories/GHSA-0000-0000-0000',
      title: 'Anything may happen',
      severity: 'high',
      vulnerable_versions: '*',
    }
    const registry = createServer(({ method, url = '' }, response) => {
      // npm reads the versions of a package that has an advisory, and of those that depend on it.
      const versions = { '1.0.0': { name: 'koa', version: '1.0.0' } }
      const package_ = { name: decodeURIComponent(url.slice(1)), versions }
      const answer = method === 'POST' ? { koa: [advisory] } : package_
      response.setHeader('Content-Type', 'application/json').end(JSON.stringify(answer))
    })
    await new Promise<void>((resolve) => registry.listen(0, '127.0.0.1', resolve))
    const address = Object(registry.address())
    const { code, output } = await release({ npm_config_registry: `http://127.0.0.1:${address.port}` }, VERSION)
    registry.close()
    expect([code, output]).toEqual([1, expect.stringContaining('GHSA-0000-0000-0000 high, koa: Anything may happen')])
    expect([git('status', '--porcelain'), git('tag')]).toEqual(['', ''])
  }, 300_000)

  it('makes the packages, which install, and then the commit and its tag', async () => {
    const { code, output } = await release({}, VERSION)
    expect({ code, output }).toEqual({ code: 0, output: expect.stringContaining(`tagged v${VERSION}`) })
    expect([git('tag'), git('log', '-1', '--format=%s'), git('status', '--porcelain')]).toEqual([
      `v${VERSION}`,
      `chore(release): ${VERSION}`,
      '',
    ])
    expect(read('CHANGELOG.md')).toContain(`\n## ${VERSION} (`)
    const sums = read(`dist/${VERSION}/SHA256SUMS`).trim().split('\n')
    expect(read(`dist/${VERSION}/advisories.txt`)).toMatch(/^Advisories: (?:NOT CHECKED|none of high severity)/)
    expect(sums.map((line) => line.slice(66))).toEqual([
      'advisories.txt',
      'licences.txt',
      'openapi.json',
      `routed-data-cli-${VERSION}.tgz`,
      `routed-data-client-${VERSION}.tgz`,
      `routed-data-service-${VERSION}.tgz`,
      'routed_data_client-77.0.0rc1-py3-none-any.whl',
      'sbom.cdx.json',
    ])
    for (const line of sums) {
      const bytes = readFileSync(join(clone, 'dist', VERSION, line.slice(66)))
      expect(line.slice(0, 64)).toBe(createHash('sha256').update(bytes).digest('hex'))
    }
    const { bomFormat, components } = JSON.parse(read(`dist/${VERSION}/sbom.cdx.json`))
    expect([bomFormat, components.some(({ name }: { name: string }) => name === 'koa')]).toEqual(['CycloneDX', true])
    expect(JSON.parse(read(`dist/${VERSION}/openapi.json`)).info.version).toBe(VERSION)
  }, 300_000)
})
