import { describe, expect, it } from '@jest/globals'
import { LINES_MAX, RULE_NAMES, type RuleName, RULES } from './house.ts'
import { parseFile, readSources } from './sources.ts'

const sources = readSources()

/** Files that may break a rule, with the reason; a reason that is not needed any more fails the test. */
const EXCEPTIONS: Partial<Record<RuleName, Readonly<Record<string, string>>>> = {
  length: {
    'packages/client/operations.ts': 'generated from the OpenAPI document: as long as the API is wide',
    'test/db/statements/described.ts': 'made from the statements: a line for each',
  },
}

const breaks = (rule: RuleName): Map<string, readonly string[]> =>
  new Map(sources.map((file) => [file.path, RULES[rule].find(file)] as const).filter(([, found]) => found.length > 0))

describe('house rules', () => {
  it('are checked in the entire project', () => {
    expect(sources.length).toBeGreaterThan(220)
    expect(sources.filter(({ path }) => path.endsWith('.test.ts')).length).toBeGreaterThan(40)
    expect(sources.filter(({ path }) => path.startsWith('domain/')).length).toBeGreaterThan(30)
  })

  it('has files that fit on a screen or two: the median of the product is under 70 lines', () => {
    const lengths = sources
      .filter(({ path }) => !/^(?:test|examples)\//.test(path))
      .map(({ text }) => text.split('\n').length - 1)
      .toSorted((one, other) => one - other)
    expect(lengths[Math.floor(lengths.length / 2)]).toBeLessThan(70)
  })

  it('has one list of the columns with which a run is inserted', () => {
    const inserting = sources.filter(
      ({ path, text }) => !/^(?:test|ops|dev|lab)\//.test(path) && /[i]nsert into run \(/.test(text),
    )
    expect(inserting.map(({ path }) => path)).toEqual(['db/runs/insert-sql.ts'])
  })

  it.each(RULE_NAMES.map((rule) => [RULES[rule].rule, rule] as const))('%s', (_, rule) => {
    const excused = EXCEPTIONS[rule] ?? {}
    const broken = breaks(rule)
    expect(
      [...broken].filter(([path]) => !(path in excused)).map(([path, found]) => `${path}: ${found.join('; ')}`),
    ).toEqual([])
    expect(Object.keys(excused).filter((path) => !broken.has(path))).toEqual([])
  })
})

describe('the rules themselves find violations', () => {
  it.each<[RuleName, string, string]>([
    ['environment', 'api/app.ts', 'export const port = process.env.PORT'],
    ['environment', 'api/app.ts', `export const port = process['env']['PORT']`],
    ['environment', 'domain/a.ts', 'const { env } = process'],
    ['environment', 'worker/compose.ts', `import { env } from 'node:process'`],
    ['purity', 'domain/a.ts', 'export const now = () => Date.now()'],
    ['purity', 'domain/a.ts', 'const clock = Date.now'],
    ['purity', 'domain/a.ts', 'const now = new Date()'],
    ['purity', 'domain/a.ts', 'const now = new Date'],
    ['purity', 'domain/a.ts', 'const now = Date()'],
    ['purity', 'domain/a.ts', 'const id = Math.random()'],
    ['purity', 'domain/a.ts', 'setTimeout(() => undefined, 1)'],
    ['purity', 'domain/a.ts', 'console.log(1)'],
    ['purity', 'domain/a.ts', 'const bytes = crypto.getRandomValues(new Uint8Array(1))'],
    ['types', 'db/a.ts', 'const a: any = 1'],
    ['types', 'db/a.ts', 'const a = b as any'],
    ['types', 'test/a.test.ts', 'function a(b: Record<string, any>) {}'],
    ['silenced', 'db/a.ts', `// @ts-${'ig'}nore`],
    ['unfinished', 'db/a.ts', `// TO${'DO'}: later`],
    ['leftOut', 'test/a.test.ts', `it.only('x', () => {})`],
    ['leftOut', 'test/a.test.ts', `describe.skip('x', () => {})`],
    ['leftOut', 'test/a.test.ts', `it.todo('x')`],
    ['leftOut', 'test/a.test.ts', `it.skip.each([1])('x', () => {})`],
    ['leftOut', 'test/a.test.ts', `xdescribe('x', () => {})`],
    ['length', 'db/a.ts', 'a\n'.repeat(LINES_MAX + 1)],
    ['folders', 'api/utils/a.ts', ''],
    ['folders', 'test/helpers/a.ts', ''],
  ])('%s in %s: %j', (rule, path, text) => {
    expect(RULES[rule].find(parseFile(path, text))).not.toEqual([])
  })

  it.each<[RuleName, string, string]>([
    ['environment', 'api/main.ts', 'export const port = process.env.PORT'],
    ['environment', 'dev/start.ts', 'export const port = process.env.PORT'],
    ['environment', 'api/settings.ts', 'export const read = (env: object) => env'],
    ['environment', 'worker/run-worker.ts', `process.on('SIGTERM', stop)`],
    ['purity', 'domain/a.ts', 'export const at = (nowMs: number) => new Date(nowMs)'],
    ['purity', 'domain/a.ts', 'export const day = (at: Date) => at.getTime() + Math.round(1.5)'],
    ['purity', 'db/a.ts', 'const now = new Date()'],
    ['types', 'db/a.ts', `const any = 'any'`],
    ['leftOut', 'test/a.test.ts', `it.each([1])('only', () => { list.skip(1) })`],
    ['length', 'db/a.ts', 'a\n'.repeat(LINES_MAX)],
    ['folders', 'api/schemas/common.ts', ''],
  ])('but not %s in %s: %j', (rule, path, text) => {
    expect(RULES[rule].find(parseFile(path, text))).toEqual([])
  })
})
