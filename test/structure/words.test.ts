import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from '@jest/globals'

const ROOT = new URL('../../', import.meta.url).pathname
const LINE_MAX = 120

type Counts = readonly [product: number, tests: number]

/**
 * How often a word of our own dialect is still written, in the product and in its tests. docs/glossary.md says what the
 * field says. A number only falls: a new use fails; lower the number when you have replaced some.
 */
const STILL: Readonly<Record<string, Counts>> = {
  asked: [575, 572],
  nobody: [111, 378],
  told: [169, 286],
  tells: [21, 69],
  whoever: [15, 57],
  somebody: [38, 121],
  'of its own': [37, 91],
  whom: [17, 28],
  'so many': [11, 32],
  anybody: [9, 27],
  'what follows': [1, 4],
}

/** Lines of code that are longer than 120 characters. */
const LONG_LINES: Counts = [4929, 5864]

/** Files that quote words, or lines of code, of others. */
const QUOTES = /^(?:test\/structure\/words\.test\.ts|docs\/glossary\.md|test\/mutants\/catalog\/.*)$/

const isCode = (path: string): boolean => /\.(ts|mjs|cjs|js)$/.test(path)
const isOurs = (path: string): boolean => isCode(path) || path.endsWith('.md')
const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { cwd: ROOT, encoding: 'utf8' }).trim().split('\n')
  .filter((path) => isOurs(path) && !QUOTES.test(path))
const texts = files.map((path) => ({ path, text: readFileSync(join(ROOT, path), 'utf8') }))

/** How much of it there is in the product, and in its tests. */
function counted(count: (file: { readonly path: string; readonly text: string }) => number): Counts {
  const sum = (inTests: boolean): number => texts.filter(({ path }) => path.startsWith('test/') === inTests).reduce((total, file) => total + count(file), 0)
  return [sum(false), sum(true)]
}

/** What was found, where it is more than it may be. */
const above = (found: Counts, most: Counts): Counts | null => (found.some((count, index) => count > (most[index] ?? 0)) ? found : null)

describe('words', () => {
  it.each(Object.entries(STILL))('"%s" is written no more often than before', (word, still) => {
    const pattern = new RegExp(`\\b${word}\\b`, 'gi')
    expect(above(counted(({ text }) => text.match(pattern)?.length ?? 0), still)).toBeNull()
  })
})

describe('lines', () => {
  it(`of more than ${LINE_MAX} characters are no more than before`, () => {
    const found = counted(({ path, text }) => (isCode(path) ? text.split('\n').filter((line) => line.length > LINE_MAX).length : 0))
    expect(above(found, LONG_LINES)).toBeNull()
  })
})
