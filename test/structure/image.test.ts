import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { describe, expect, it } from '@jest/globals'
import { isNeeded } from '../../dev/prune-packages.mjs'
import { importsOf, reached } from './imports.ts'
import { readSources } from './sources.ts'

/** The programs that the image starts: docker-compose.yml, the chart, and what people type in a container of it. */
const PROGRAMS = [
  'api/main.ts',
  'worker/main.ts',
  'worker/write-bundles.ts',
  'dev/seed.ts',
  ...[
    'migrate',
    'ready',
    'replay',
    'deployments',
    'ledger-verify',
    'credentials-rotate',
    'rates',
    'discover-misses',
    'feedback-list',
    'known-issues',
  ].map((name) => `ops/${name}.ts`),
]

const file = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')
const dockerfile = file('Dockerfile')
const left = file('.dockerignore')
  .split('\n')
  .filter((line) => line !== '')
const sources = readSources()
// The bundle of workflows is made from these when a worker starts.
const { files, others } = reached(
  [...PROGRAMS, ...sources.map(({ path }) => path).filter((path) => path.startsWith('workflows/'))],
  sources.flatMap(importsOf).filter(({ typeOnly }) => !typeOnly),
)

/** Files of a package, without those of packages in it, which the lock file has by themselves. */
const filesIn = (folder: string): { readonly path: string; readonly size: number }[] => {
  const root = new URL(`../../${folder}/`, import.meta.url)
  return readdirSync(root, { recursive: true, encoding: 'utf8' }).flatMap((name) => {
    const stat = name.startsWith('node_modules/') ? null : statSync(new URL(name, root))
    return stat?.isFile() === true ? [{ path: `${folder.slice('node_modules/'.length)}/${name}`, size: stat.size }] : []
  })
}

/** Half of it is what other platforms would load. */
const PACKAGES_MB_MAX = 200

describe('the image', () => {
  it('has every package that its programs load, and no development packages', () => {
    const { dependencies } = JSON.parse(file('package.json'))
    const loaded = [...new Set(others.flatMap(({ to }) => (to.kind === 'package' ? [to.name] : [])))]
    expect(files.size).toBeGreaterThan(400)
    expect(loaded.length).toBeGreaterThan(20)
    expect(loaded.filter((name) => !(name in dependencies))).toEqual([])
  })

  it(`has at most ${PACKAGES_MB_MAX} MB of packages, without what it never loads`, () => {
    expect(dockerfile).toMatch(/npm ci .*&& node dev\/prune-packages\.mjs$/m)
    const { packages } = JSON.parse(file('package-lock.json'))
    const folders = Object.entries<{ dev?: boolean }>(packages).flatMap(([path, { dev }]) =>
      path.startsWith('node_modules/') && dev !== true && existsSync(new URL(`../../${path}`, import.meta.url))
        ? [path]
        : [],
    )
    const bytes = folders.flatMap((folder) => filesIn(folder)).filter(({ path }) => isNeeded(path, process.arch))
    expect(bytes.reduce((sum, { size }) => sum + size, 0) / 1_000_000).toBeLessThanOrEqual(PACKAGES_MB_MAX)
    expect(bytes.some(({ path }) => path.startsWith('@temporalio/core-bridge/releases/'))).toBe(true)
  })

  it('has every file that its programs load, and every program', () => {
    for (const program of PROGRAMS) expect(existsSync(new URL(`../../${program}`, import.meta.url))).toBe(true)
    expect([...files].filter((path) => left.some((name) => path === name || path.startsWith(`${name}/`)))).toEqual([])
  })

  it.each([
    'docs/guides/quickstart.md',
    'docs/reference/runs/raw-runs.md',
    'docs/skills/find-people/SKILL.md',
    'docs/auth.md',
  ])('has the documents that it serves, as %s', (path) => {
    expect(existsSync(new URL(`../../${path}`, import.meta.url))).toBe(true)
    expect(left.filter((name) => path === name || path.startsWith(`${name}/`))).toEqual([])
  })

  it('keeps secrets, data and history out', () => {
    expect(left).toEqual(expect.arrayContaining(['.env', '.data', '.git', 'node_modules']))
  })

  it('starts node itself, which gets the signals, as a user that is not root', () => {
    const lines = dockerfile.split('\n')
    expect(lines.filter((line) => line.startsWith('USER')).at(-1)).toBe('USER node')
    expect(lines.filter((line) => line.startsWith('CMD') || line.startsWith('ENTRYPOINT'))).toEqual([
      'CMD ["node", "api/main.ts"]',
    ])
    expect(dockerfile).toMatch(/npm ci .*--ignore-scripts/)
    expect(dockerfile.match(/^FROM .*$/gm)).toEqual([
      'FROM node:24-trixie-slim AS clients',
      'FROM node:24-trixie-slim AS build',
      'FROM node:24-trixie-slim',
    ])
  })
})
