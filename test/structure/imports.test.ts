import { describe, expect, it } from '@jest/globals'
import { cyclesOf, type Import, importsOf, reached, refusalOf, type Target, mutualRooms } from './imports.ts'
import { FOLDERS, parseFile, readSources } from './sources.ts'

const sources = readSources()
const product = sources.filter(({ path }) => !path.startsWith('test/'))
const imports = product.flatMap(importsOf)
const runtime = imports.filter(({ typeOnly }) => !typeOnly)
const known = new Set(sources.map(({ path }) => path))
/** The only way from the api to the facts about providers: their offers, and the catalog of raw endpoints. */
const FACTS = ['activities/providers/known-providers.ts']
const facts = reached(FACTS, imports).files

const nameOfTarget = (to: Target): string => (to.kind === 'file' ? to.path : to.name)
const nameOf = ({ to }: Import): string => nameOfTarget(to)
/** `api/route/` of `api/route/pipeline.ts`; a file at the top is a room by itself. */
const roomOf = (path: string): string => /^[^/]+\/[^/]+\/?/.exec(path)?.[0] ?? path
const sentences = (refused: readonly Import[]): string[] =>
  refused.map((one) => `${one.from} -> ${nameOf(one)}: ${refusalOf(one, facts)}`)

describe('the folders of the product', () => {
  it('are all checked', () => {
    expect(product.length).toBeGreaterThan(150)
    expect(imports.length).toBeGreaterThan(500)
    expect(facts.size).toBeGreaterThan(8)
    for (const folder of FOLDERS) {
      expect({ folder, files: sources.filter(({ path }) => path.startsWith(`${folder}/`)).length > 1 }).toEqual({
        folder,
        files: true,
      })
    }
  })

  it('import only files that exist, by their full names', () => {
    expect(
      imports
        .filter(({ to }) => to.kind === 'file' && !known.has(to.path))
        .map((one) => `${one.from} -> ${nameOf(one)}`),
    ).toEqual([])
  })

  it('import only what the table of the design allows', () => {
    expect(sentences(imports.filter((one) => refusalOf(one, facts) !== null))).toEqual([])
  })

  it('have no import cycles, types included', () => {
    expect(cyclesOf(imports)).toEqual([])
  })

  it('the rooms of the api have no cycles', () => {
    const between = imports.flatMap((one): Import[] =>
      one.to.kind === 'file' && one.from.startsWith('api/') && one.to.path.startsWith('api/')
        ? [{ ...one, from: roomOf(one.from), to: { kind: 'file', path: roomOf(one.to.path) } }]
        : [],
    )
    expect(between.length).toBeGreaterThan(500)
    expect(cyclesOf(between.filter(({ from, to }) => from !== nameOfTarget(to)))).toEqual([])
  })

  it('the api reaches of activities only the facts at run time, however indirectly', () => {
    const api = product.map(({ path }) => path).filter((path) => path.startsWith('api/'))
    const { files } = reached(api, runtime)
    expect([...files].filter((path) => path.startsWith('activities/') && !facts.has(path))).toEqual([])
  })

  it('the workflow bundle reaches neither capabilities, Node, the database nor activities, however indirectly', () => {
    const { files, others } = reached(['workflows/index.ts', 'workflows/tracing.ts'], runtime)
    expect(
      [...files].filter((path) => !/^(workflows|domain)\//.test(path) || path.startsWith('domain/capabilities/')),
    ).toEqual([])
    expect(
      [...new Set(others.map(nameOf))].filter((name) => !['@temporalio/workflow', '@temporalio/common'].includes(name)),
    ).toEqual([])
    expect(files.size).toBeGreaterThan(5)
  })

  it.each(['domain', 'db', 'usecases'])('no two rooms of %s import each other, types included', (folder) => {
    expect(mutualRooms(folder, imports)).toEqual([])
  })

  it('only tests and the lab import test files', () => {
    expect(
      imports
        .filter(({ from, to }) => to.kind === 'file' && to.path.startsWith('test/') && !from.startsWith('lab/'))
        .map(({ from }) => from),
    ).toEqual([])
  })
})

describe('the rules themselves', () => {
  const file = (path: string): Target => ({ kind: 'file', path })

  it('find two rooms that import each other', () => {
    const edge = (from: string, to: string): Import => ({ from, to: file(to), typeOnly: true })
    const there = edge('db/runs/a.ts', 'db/money/wallets/b.ts')
    expect(mutualRooms('db', [there, edge('db/money/wallets/c.ts', 'db/cipher.ts')])).toEqual([])
    expect(mutualRooms('db', [there, edge('db/money/wallets/c.ts', 'db/runs/d.ts')])).toEqual(['money <-> runs'])
  })

  const allowed = new Set([
    'activities/providers/manifests.ts',
    'activities/providers/hunter/manifest.ts',
    'activities/providers/catalogs/load.ts',
  ])
  type Edge = readonly [how: 'types of' | 'at run time', from: string, to: string | Target]
  const judge = ([how, from, to]: Edge) =>
    refusalOf({ from, to: typeof to === 'string' ? file(to) : to, typeOnly: how === 'types of' }, allowed)

  it.each<Edge>([
    ['at run time', 'domain/runs/a.ts', 'db/database.ts'],
    ['types of', 'domain/runs/a.ts', 'db/database.ts'],
    ['at run time', 'domain/runs/a.ts', { kind: 'builtin', name: 'node:crypto' }],
    ['types of', 'domain/runs/a.ts', { kind: 'package', name: 'ajv' }],
    ['types of', 'db/runs/a.ts', 'activities/deps.ts'],
    ['types of', 'db/runs/a.ts', 'usecases/runs/b.ts'],
    ['types of', 'domain/runs/a.ts', 'usecases/runs/b.ts'],
    ['types of', 'usecases/runs/a.ts', 'activities/deps.ts'],
    ['types of', 'usecases/runs/a.ts', 'workflows/run.ts'],
    ['at run time', 'usecases/runs/a.ts', 'workflows/starters/runs.ts'],
    ['at run time', 'usecases/runs/a.ts', 'api/app.ts'],
    ['types of', 'workflows/run.ts', 'usecases/runs/a.ts'],
    ['at run time', 'db/runs/a.ts', 'workflows/starters/runs.ts'],
    ['types of', 'activities/runs/a.ts', 'workflows/run.ts'],
    ['at run time', 'activities/runs/a.ts', 'api/app.ts'],
    ['at run time', 'activities/runs/a.ts', 'worker/main.ts'],
    ['types of', 'activities/providers/hunter/map.ts', 'activities/providers/sec/map.ts'],
    ['at run time', 'workflows/run.ts', 'activities/index.ts'],
    ['types of', 'workflows/run.ts', 'domain/capabilities/catalog.ts'],
    ['types of', 'workflows/run.ts', 'db/ids.ts'],
    ['types of', 'workflows/run.ts', 'workflows/starters/runs.ts'],
    ['at run time', 'workflows/starters/runs.ts', 'workflows/run.ts'],
    ['types of', 'api/app.ts', 'workflows/run.ts'],
    ['at run time', 'api/app.ts', 'activities/providers/registry.ts'],
    ['types of', 'api/app.ts', 'activities/deps.ts'],
    ['at run time', 'api/app.ts', 'worker/main.ts'],
    ['at run time', 'api/app.ts', 'dev/start.ts'],
    ['types of', 'packages/client/client.ts', 'api/schemas/run.ts'],
    ['types of', 'packages/client/client.ts', 'domain/money/microdollars.ts'],
    ['types of', 'packages/client/client.ts', 'packages/cli/main.ts'],
    ['types of', 'packages/client/client.ts', { kind: 'builtin', name: 'node:crypto' }],
    ['types of', 'packages/client/client.ts', { kind: 'package', name: 'undici' }],
    ['types of', 'packages/cli/main.ts', 'domain/cli/commands.ts'],
    ['types of', 'packages/cli/main.ts', 'packages/client/index.ts'],
    ['at run time', 'packages/cli/main.ts', { kind: 'package', name: 'pino' }],
    ['types of', 'api/mcp/server.ts', 'packages/client/index.ts'],
    ['types of', 'dev/start.ts', 'packages/client/index.ts'],
    ['types of', 'api/app.ts', { kind: 'package', name: 'routed-data-client' }],
    ['types of', 'worker/main.ts', 'api/app.ts'],
    ['at run time', 'dev/start.ts', 'test/support/http.ts'],
  ])('refuse %s %s -> %j', (...edge) => {
    expect(judge(edge)).not.toBeNull()
  })

  it.each<Edge>([
    ['at run time', 'domain/runs/a.ts', 'domain/money/microdollars.ts'],
    ['at run time', 'domain/capabilities/a.ts', { kind: 'package', name: 'typebox' }],
    ['at run time', 'db/runs/a.ts', 'domain/runs/states.ts'],
    ['at run time', 'db/runs/a.ts', { kind: 'builtin', name: 'node:crypto' }],
    ['at run time', 'usecases/runs/a.ts', 'db/runs/accept.ts'],
    ['at run time', 'activities/runs/a.ts', 'usecases/runs/a.ts'],
    ['at run time', 'api/app.ts', 'usecases/runs/a.ts'],
    ['at run time', 'activities/runs/a.ts', 'db/runs/accept.ts'],
    ['at run time', 'activities/providers/hunter/map.ts', 'activities/providers/wire.ts'],
    ['types of', 'workflows/run.ts', 'activities/index.ts'],
    ['types of', 'workflows/starters/runs.ts', 'workflows/run.ts'],
    ['at run time', 'workflows/starters/runs.ts', 'workflows/signals.ts'],
    ['at run time', 'workflows/run.ts', 'domain/routing/waterfall.ts'],
    ['at run time', 'api/app.ts', 'workflows/starters/runs.ts'],
    ['at run time', 'api/app.ts', 'activities/providers/manifests.ts'],
    ['at run time', 'api/app.ts', 'activities/providers/catalogs/load.ts'],
    ['at run time', 'api/app.ts', 'domain/capabilities/catalog.ts'],
    ['at run time', 'packages/client/client.ts', 'packages/client/errors.ts'],
    ['at run time', 'packages/cli/main.ts', { kind: 'package', name: 'routed-data-client' }],
    ['at run time', 'packages/cli/main.ts', 'packages/cli/print.ts'],
    ['at run time', 'packages/cli/main.ts', { kind: 'package', name: 'commander' }],
    ['at run time', 'packages/cli/main.ts', { kind: 'builtin', name: 'node:fs' }],
    ['at run time', 'worker/main.ts', 'activities/index.ts'],
    ['at run time', 'dev/start.ts', 'api/app.ts'],
  ])('allow %s %s -> %j', (...edge) => {
    expect(judge(edge)).toBeNull()
  })

  it('find every way to import', () => {
    const text = `
      import a, { b } from './a.ts'
      import type { C } from '../c.ts'
      import { type D } from './d.ts'
      import './e.ts'
      export { f } from './f.ts'
      export type { G } from './g.ts'
      export * from './h.ts'
      export type * from './i.ts'
      const j = await import('./j.ts')
      type K = import('./k.ts').K
      import fs from 'node:fs'
      import { l } from '@scope/l/deep.js'
      // import m from './m.ts'
      const n = "import o from './o.ts'"`
    expect(
      importsOf(parseFile('x/y/z.ts', text)).map((one) => `${nameOf(one)}${one.typeOnly ? ' (type)' : ''}`),
    ).toEqual([
      'x/y/a.ts',
      'x/c.ts (type)',
      'x/y/d.ts',
      'x/y/e.ts',
      'x/y/f.ts',
      'x/y/g.ts (type)',
      'x/y/h.ts',
      'x/y/i.ts (type)',
      'x/y/j.ts',
      'x/y/k.ts (type)',
      'node:fs',
      '@scope/l',
    ])
  })

  it('find a cycle, and none where there is none', () => {
    const edges = (...pairs: [string, string][]): Import[] =>
      pairs.map(([from, to]) => ({ from, to: file(to), typeOnly: false }))
    expect(cyclesOf(edges(['a', 'b'], ['b', 'c'], ['c', 'b'], ['a', 'c']))).toEqual([['b', 'c']])
    expect(cyclesOf(edges(['a', 'a']))).toEqual([['a']])
    expect(cyclesOf(edges(['a', 'b'], ['a', 'c'], ['b', 'd'], ['c', 'd']))).toEqual([])
  })
})
