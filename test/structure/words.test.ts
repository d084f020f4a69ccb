import { describe, expect, it } from '@jest/globals'
import { LINE_MAX, type Page, readPages } from './pages.ts'
import { readSources } from './sources.ts'

type Counts = readonly [product: number, tests: number]

/**
 * How often a word of our former dialect is still written, in the product and in its tests. docs/glossary.md has the
 * field's words. A number only falls: a new use fails; lower the number when you have replaced some.
 */
const STILL: Readonly<Record<string, Counts>> = {
  asked: [575, 572],
  nobody: [111, 378],
  told: [169, 286],
  tells: [21, 69],
  whoever: [15, 57],
  somebody: [38, 121],
  'of its own': [37, 90],
  whom: [17, 28],
  'so many': [11, 32],
  anybody: [9, 27],
  'what follows': [1, 4],
}

/** Lines of code that are longer than 120 characters. */
const LONG_LINES: Counts = [1033, 502]

/** Files that quote words, or lines of code, of others. */
const QUOTES = /^(?:test\/structure\/words\.test\.ts|docs\/glossary\.md|test\/mutants\/catalog\/.*)$/

const isCounted = ({ path }: Page): boolean => !QUOTES.test(path)
const code: readonly Page[] = readSources().filter(isCounted)
const texts = [...code, ...readPages().filter(isCounted)]

/** The counts of the product's files and of the tests' files. */
function counted(files: readonly Page[], count: (text: string) => number): Counts {
  const sum = (inTests: boolean): number =>
    files.filter(({ path }) => path.startsWith('test/') === inTests).reduce((total, { text }) => total + count(text), 0)
  return [sum(false), sum(true)]
}

/** The found counts, where one is above its limit. */
const above = (found: Counts, most: Counts): Counts | null =>
  found.some((count, index) => count > (most[index] ?? 0)) ? found : null

describe('words', () => {
  it.each(Object.entries(STILL))('"%s" is written no more often than before', (word, still) => {
    const pattern = new RegExp(`\\b${word}\\b`, 'gi')
    expect(
      above(
        counted(texts, (text) => text.match(pattern)?.length ?? 0),
        still,
      ),
    ).toBeNull()
  })
})

describe('lines', () => {
  it(`of more than ${LINE_MAX} characters are no more than before`, () => {
    const found = counted(code, (text) => text.split('\n').filter((line) => line.length > LINE_MAX).length)
    expect(above(found, LONG_LINES)).toBeNull()
  })
})
