import { describe, expect, it } from '@jest/globals'
import { LINE_MAX, type Page, readPages } from './pages.ts'
import { readSources } from './sources.ts'

type Counts = readonly [product: number, tests: number]

/**
 * How often a word of our former dialect is still written, in the product and in its tests. docs/glossary.md has the
 * field's words. A number only falls: a new use fails; lower the number when you have replaced some.
 */
const STILL: Readonly<Record<string, Counts>> = {
  asked: [65, 13],
  nobody: [11, 67],
  told: [8, 5],
  tells: [1, 0],
  whoever: [0, 0],
  somebody: [2, 33],
  'of its own': [1, 0],
  whom: [1, 3],
  'so many': [1, 0],
  anybody: [0, 0],
  'what follows': [0, 0],
}

/** A string, a template, a regular expression or an address that begins and ends on one line. */
const LITERAL =
  /'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|`(?:[^`\\]|\\.)*`|\/(?![/*])(?:[^/\\]|\\.)+\/[a-z]*|https?:\/\/[^\s)]+/g

/** The formatter breaks code, not literals: a line may be long because of one literal, and for no other reason. */
function isTooLong(line: string): boolean {
  const longest = Math.max(0, ...(line.match(LITERAL) ?? []).map(({ length }) => length))
  return line.length > LINE_MAX && line.length - longest > LINE_MAX / 2
}

/** Files that quote words, or lines of code, of others. */
const QUOTES = /^(?:test\/structure\/words\.test\.ts|docs\/glossary\.md|test\/mutants\/catalog\/.*)$/

const isCounted = ({ path }: Page): boolean => !QUOTES.test(path)
const code: readonly Page[] = readSources().filter(isCounted)
const texts = [...code, ...readPages().filter(isCounted)]

/** `file:line` of every use of a word. */
function placesOf(word: string, files: readonly Page[]): string[] {
  const pattern = new RegExp(`\\b${word}\\b`, 'gi')
  return files.flatMap(({ path, text }) =>
    [...text.matchAll(pattern)].map(({ index }) => `${path}:${text.slice(0, index).split('\n').length}`),
  )
}

/** A sentence for the product, and one for the tests, where a word has more uses than its limit. */
function tooMany(word: string, files: readonly Page[], [product, tests]: Counts): string[] {
  const isTest = (place: string): boolean => place.startsWith('test/')
  const places = placesOf(word, files)
  const judged = [
    { where: 'the product', limit: product, uses: places.filter((place) => !isTest(place)) },
    { where: 'the tests', limit: tests, uses: places.filter(isTest) },
  ]
  return judged
    .filter(({ limit, uses }) => uses.length > limit)
    .map(
      ({ where, limit, uses }) =>
        `"${word}" has ${uses.length} uses in ${where}, at most ${limit} are allowed. ` +
        `Write another word in your new line: ${uses.join(', ')}`,
    )
}

describe('words', () => {
  it.each(Object.entries(STILL))('"%s" is written no more often than before', (word, still) => {
    expect(tooMany(word, texts, still)).toEqual([])
  })

  it('are reported with their count, their limit and their places', () => {
    const files = [
      { path: 'api/a.ts', text: 'a\nan old word' },
      { path: 'test/a.test.ts', text: 'Old, old' },
    ]
    expect(tooMany('old', files, [0, 2])).toEqual([
      '"old" has 1 uses in the product, at most 0 are allowed. Write another word in your new line: api/a.ts:2',
    ])
    expect(tooMany('old', files, [1, 1])).toEqual([
      expect.stringContaining('2 uses in the tests, at most 1 are allowed'),
    ])
  })
})

describe('lines', () => {
  it(`have at most ${LINE_MAX} characters, unless one literal is long`, () => {
    const long = code.flatMap(({ path, text }) =>
      text.split('\n').flatMap((line, index) => (isTooLong(line) ? [`${path}:${index + 1}`] : [])),
    )
    expect(long).toEqual([])
  })

  it.each([
    ['a long string', `const a = '${'a'.repeat(LINE_MAX)}'`, false],
    ['a long template', `const a = html\`${'a'.repeat(LINE_MAX)}\``, false],
    ['an address', `// https://example.com/${'a'.repeat(LINE_MAX)}`, false],
    ['a comment', `// ${'a '.repeat(LINE_MAX)}`, true],
    ['a piece of a template of several lines', `select ${'a, '.repeat(LINE_MAX)}`, true],
    ['code beside a literal', `call('${'a'.repeat(LINE_MAX)}', ${'a, '.repeat(LINE_MAX / 4)})`, true],
  ])('too long or not: %s', (_, line, tooLong) => {
    expect(isTooLong(line)).toBe(tooLong)
  })
})
