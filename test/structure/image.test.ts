import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from '@jest/globals'
import { importsOf, reached } from './imports.ts'
import { readSources } from './sources.ts'

/** The programs that the image starts: docker-compose.yml, the chart, and what people type in a container of it. */
const PROGRAMS = [
  'api/main.ts',
  'worker/main.ts',
  'dev/seed.ts',
  ...[
    'migrate',
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

describe('the image', () => {
  it('has every package that its programs load, and no development packages', () => {
    const { dependencies } = JSON.parse(file('package.json'))
    const loaded = [...new Set(others.flatMap(({ to }) => (to.kind === 'package' ? [to.name] : [])))]
    expect(files.size).toBeGreaterThan(400)
    expect(loaded.length).toBeGreaterThan(20)
    expect(loaded.filter((name) => !(name in dependencies))).toEqual([])
  })

  it('has every file that its programs load, and every program', () => {
    for (const program of PROGRAMS) expect(existsSync(new URL(`../../${program}`, import.meta.url))).toBe(true)
    expect([...files].filter((path) => left.some((name) => path === name || path.startsWith(`${name}/`)))).toEqual([])
  })

  it.each(['docs/guides/quickstart.md', 'docs/skills/find-people/SKILL.md', 'docs/auth.md'])(
    'has the documents that it serves, as %s',
    (path) => {
      expect(existsSync(new URL(`../../${path}`, import.meta.url))).toBe(true)
      expect(left.filter((name) => path === name || path.startsWith(`${name}/`))).toEqual([])
    },
  )

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
    expect(dockerfile).toMatch(/^FROM node:24-[a-z]+-slim$/m)
  })
})
