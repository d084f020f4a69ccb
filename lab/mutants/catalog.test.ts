import { describe, expect, it } from '@jest/globals'
import { existsSync, readFileSync } from 'node:fs'
import { MUTANTS } from './catalog.ts'
import { patch } from './mutant.ts'
import { verdictOf } from './verdict.ts'

const inTree = (file: string): URL => new URL(`../../${file}`, import.meta.url)

describe('the catalog of mutants', () => {
  it('has at least eighty, each with a unique name', () => {
    expect(MUTANTS.length).toBeGreaterThanOrEqual(80)
    expect(new Set(MUTANTS.map(({ name }) => name)).size).toBe(MUTANTS.length)
  })

  it.each(MUTANTS.map((mutant) => [mutant.name, mutant] as const))('%s', (_, mutant) => {
    expect(patch(readFileSync(inTree(mutant.file), 'utf8'), mutant)).toMatchObject({ kind: 'patched' })
    expect([1, 2]).toContain(mutant.killedBy.length)
    expect(mutant.killedBy.filter((file) => !existsSync(inTree(file)))).toEqual([])
  })
})

describe('a patch', () => {
  it.each([
    ['that occurs nowhere', 'one', 'two', 'three'],
    ['that occurs twice', 'one one', 'one', 'two'],
    ['of several lines', 'one\ntwo', 'one\ntwo', 'three'],
    ['that changes nothing', 'one', 'one', 'one'],
    ['of nothing', 'one', '', 'two'],
  ])('%s is refused', (_, source, find, replace) => {
    expect(patch(source, { find, replace }).kind).toBe('refused')
  })

  it('is taken as it is written', () => {
    expect(patch('a $1 b', { find: '$1', replace: '$& $$' })).toEqual({ kind: 'patched', text: 'a $& $$ b' })
  })
})

describe('a verdict', () => {
  const file = (status: string, tests: [string, string[]][], message = '') => ({
    name: '/tree/test/a.test.ts',
    status,
    message,
    assertionResults: tests.map(([one, failureMessages]) => ({ fullName: 'holds', status: one, failureMessages })),
  })

  it('is "killed" when a test fails', () => {
    expect(
      verdictOf(
        {
          testResults: [
            file('failed', [
              ['passed', []],
              ['failed', ['expected 1, received 2']],
            ]),
          ],
        },
        '',
      ),
    ).toEqual({ kind: 'killed', file: '/tree/test/a.test.ts', test: 'holds' })
  })

  it('is "survived" when all tests pass', () => {
    expect(verdictOf({ testResults: [file('passed', [['passed', []]])] }, '')).toEqual({ kind: 'survived' })
  })

  it.each<[string, Parameters<typeof verdictOf>[0]]>([
    ['a file that cannot be loaded', { testResults: [file('failed', [], 'Test suite failed to run')] }],
    ['an invalid SQL statement', { testResults: [file('failed', [['failed', ['syntax error at or near "and"']]])] }],
    ['no file', { testResults: [] }],
    ['no report', null],
  ])('is "broken" for %s', (_, report) => {
    expect(verdictOf(report, 'the output').kind).toBe('broken')
  })
})
