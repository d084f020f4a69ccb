import { describe, expect, it } from '@jest/globals'
import { LINE_MAX, type Page, readOperatorsTexts, readPages } from './pages.ts'
import { readSources } from './sources.ts'

type Counts = readonly [product: number, tests: number]

/**
 * How often a word of our former dialects is still written, in the product and in its tests. docs/glossary.md has the
 * field's words ("Ordinary words"). A number only falls: a new use fails, and so does a number that is too high.
 */
const STILL: Readonly<Record<string, Counts>> = {
  asked: [1, 23],
  patience: [0, 2],
  'passed over': [0, 0],
  'passes over': [0, 2],
  nobody: [2, 73],
  told: [13, 5],
  tells: [1, 0],
  whoever: [0, 0],
  somebody: [1, 30],
  'of its own': [0, 0],
  whom: [1, 3],
  'so many': [0, 0],
  anybody: [0, 0],
  'what follows': [0, 0],
  said: [2, 2],
  says: [2, 1],
  beside: [0, 0],
  stands: [0, 0],
  'goes on': [0, 0],
  anew: [0, 0],
  'by which way': [0, 0],
  whole: [8, 9],
  strays: [0, 0],
  stranger: [0, 0],
  strangers: [3, 0],
  'for ever': [0, 0],
  dearest: [1, 0],
  'taken up': [0, 0],
  takenUp: [0, 0],
  lookAround: [0, 0],
  handOver: [0, 0],
  paces: [0, 0],
  newsOf: [0, 0],
  nothingElse: [0, 0],
  standing: [0, 6],
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
const QUOTES = /^(?:test\/structure\/words\.test\.ts|docs\/glossary\.md|lab\/mutants\/catalog\/.*)$/

const isCounted = ({ path }: Page): boolean => !QUOTES.test(path)
const code: readonly Page[] = readSources().filter(isCounted)
const operators = readOperatorsTexts()
const texts = [...code, ...readPages().filter(isCounted), ...operators]

/** `file:line` of every use of a word, also as a part of an identifier (`mayHaveBeenAsked`, `told_at`). */
function placesOf(word: string, files: readonly Page[]): string[] {
  const [first = '', ...rest] = word
  const capital = `${first.toUpperCase()}${rest.join('')}`
  const pattern = new RegExp(`(?:(?<![A-Za-z])${word}|${capital}|(?<![A-Z])${word.toUpperCase()})(?![a-z])`, 'g')
  return files.flatMap(({ path, text }) =>
    [...text.matchAll(pattern)].map(({ index }) => `${path}:${text.slice(0, index).split('\n').length}`),
  )
}

/** A sentence for the product, and one for the tests, where a word has more or fewer uses than its count. */
function differing(word: string, files: readonly Page[], [product, tests]: Counts): string[] {
  const isTest = (place: string): boolean => /^(?:test|lab)\//.test(place)
  const places = placesOf(word, files)
  const judged = [
    { where: 'the product', count: product, uses: places.filter((place) => !isTest(place)) },
    { where: 'the tests', count: tests, uses: places.filter(isTest) },
  ]
  return judged
    .filter(({ count, uses }) => uses.length !== count)
    .map(({ where, count, uses }) =>
      uses.length < count
        ? `"${word}" has only ${uses.length} uses in ${where}: lower its count from ${count}.`
        : `"${word}" has ${uses.length} uses in ${where}, at most ${count} are allowed. ` +
          `Write another word in your new line: ${uses.join(', ')}`,
    )
}

describe('words', () => {
  it.each(Object.entries(STILL))(
    '"%s" is written as often as counted, and no more often than before',
    (word, still) => {
      expect(differing(word, texts, still)).toEqual([])
    },
  )

  it('are reported with their count, their limit and their places', () => {
    const files = [
      { path: 'api/a.ts', text: 'a\nan old word' },
      { path: 'test/a.test.ts', text: 'Old, theOld, OLD_ONE, older, bold' },
    ]
    expect(differing('old', files, [0, 3])).toEqual([
      '"old" has 1 uses in the product, at most 0 are allowed. Write another word in your new line: api/a.ts:2',
    ])
    expect(differing('old', files, [1, 2])).toEqual([
      expect.stringContaining('3 uses in the tests, at most 2 are allowed'),
    ])
    expect(differing('old', files, [1, 4])).toEqual(['"old" has only 3 uses in the tests: lower its count from 4.'])
  })
})

describe('lines', () => {
  it(`have at most ${LINE_MAX} characters, unless one literal is long`, () => {
    const long = code.flatMap(({ path, text }) =>
      text.split('\n').flatMap((line, index) => (isTooLong(line) ? [`${path}:${index + 1}`] : [])),
    )
    expect(long).toEqual([])
  })

  it(`of what operators read have at most ${LINE_MAX} characters, where they are comments`, () => {
    const long = operators.flatMap(({ path, text }) =>
      text
        .split('\n')
        .flatMap((line, index) =>
          line.length > LINE_MAX && /^\s*(?:#|\{\{-? ?\/\*)/.test(line) ? [`${path}:${index + 1}`] : [],
        ),
    )
    expect(operators.map(({ path }) => path)).toEqual(
      expect.arrayContaining(['ops/monitoring/alerts.yaml', 'ops/helm/values.yaml', 'docker-compose.yml']),
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
