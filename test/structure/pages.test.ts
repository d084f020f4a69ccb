import { readdirSync, readFileSync, statSync } from 'node:fs'
import { describe, expect, it } from '@jest/globals'
import { readDecisions } from './decisions.ts'
import {
  anchorOf,
  brokenLinks,
  citedDecisions,
  danglingCitations,
  headingsOf,
  LINE_MAX,
  longLines,
  missingPaths,
  readPages,
  unknownCommands,
} from './pages.ts'
import { readSources } from './sources.ts'

const README_WORDS_MAX = 1_200
const PICTURE_BYTES_MAX = 150_000

const pages = readPages()
const page = (path: string) => pages.find((one) => one.path === path) ?? { path, text: '' }
const sources = readSources().filter(({ path }) => path !== 'test/structure/pages.test.ts')
const scripts = Object.keys(JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')).scripts)
const decisions = new Set(
  readDecisions(pages)
    .flatMap(({ name, topic }) => [name, topic])
    .map((name) => name.replaceAll('`', '').toLowerCase()),
)

describe('the pages of the repository', () => {
  it('are all checked', () => {
    expect(pages.map(({ path }) => path)).toEqual(
      expect.arrayContaining([
        'README.md',
        'ARCHITECTURE.md',
        'docs/tour.md',
        'ops/RUNBOOK.md',
        'packages/client/README.md',
      ]),
    )
  })

  it('link to files and headings that exist', () => {
    expect(pages.flatMap((one) => brokenLinks(one, pages).map((to) => `${one.path}: ${to}`))).toEqual([])
  })

  it('name files and folders that exist', () => {
    expect(pages.flatMap((one) => missingPaths(one).map((path) => `${one.path}: ${path}`))).toEqual([])
  })

  it('name only commands that package.json has', () => {
    expect(pages.flatMap((one) => unknownCommands(one, scripts).map((name) => `${one.path}: npm run ${name}`))).toEqual(
      [],
    )
  })

  it(`begin with a README of at most ${README_WORDS_MAX} words`, () => {
    expect(page('README.md').text.split(/\s+/).length).toBeLessThanOrEqual(README_WORDS_MAX)
  })

  it(`have lines of at most ${LINE_MAX} characters, in the root, docs/ and examples/`, () => {
    const ours = pages.filter(({ path }) => /^(?:docs\/|examples\/|[^/]+$)/.test(path))
    expect(ours.flatMap((one) => longLines(one).map((line) => `${one.path}: ${line}`))).toEqual([])
  })

  it(`show pictures of at most ${PICTURE_BYTES_MAX} bytes`, () => {
    const pictures = new URL('../../docs/pictures/', import.meta.url)
    const large = readdirSync(pictures).filter(
      (name) => name.endsWith('.png') && statSync(new URL(name, pictures)).size > PICTURE_BYTES_MAX,
    )
    expect(large).toEqual([])
  })
})

describe('comments of the code', () => {
  it('cite decisions that docs/decisions has', () => {
    expect(sources.flatMap(({ text }) => citedDecisions(text)).length).toBeGreaterThan(100)
    expect(
      sources.flatMap(({ path, text }) =>
        citedDecisions(text)
          .filter((name) => !decisions.has(name.replaceAll('`', '').toLowerCase()))
          .map((name) => `${path}: ${name}`),
      ),
    ).toEqual([])
  })

  it('cite pages and headings that exist', () => {
    expect(
      sources.flatMap(({ path, text }) => danglingCitations(text, pages).map((cited) => `${path}: ${cited}`)),
    ).toEqual([])
  })
})

describe('the rules themselves', () => {
  const one = { path: 'docs/one.md', text: '# One\n\n## The `first` part, and more\n\n```text\n# no heading\n```\n' }

  it.each([
    ['a missing file', '[two](two.md)', ['two.md']],
    ['a missing heading', '[one](one.md#second)', ['one.md#second']],
    ['a heading inside of a fence', '[one](one.md#no-heading)', ['one.md#no-heading']],
    ['a heading', '[one](one.md#the-first-part-and-more) [itself](#links)', []],
    ['the web', '[web](https://example.com/one.md)', []],
  ])('links: %s', (_, text, broken) => {
    const linking = { path: 'docs/links.md', text: `# Links\n${text}` }
    expect(brokenLinks(linking, [linking, one])).toEqual(broken)
  })

  it('anchors are those of GitHub', () => {
    expect(headingsOf(one.text).map(anchorOf)).toEqual(['one', 'the-first-part-and-more'])
  })

  it('lines are long in prose and code, and not in tables and of pictures', () => {
    const long = 'a'.repeat(LINE_MAX + 1)
    expect(longLines({ path: 'a.md', text: `${long}\n| ${long} |\n![${long}](a.png)\n    ${long}` })).toEqual([
      long,
      `    ${long}`,
    ])
  })

  it('find paths and commands', () => {
    const text =
      '`db/nowhere.ts` and `db/runs/` and `db/<noun>/` with `npm run check` and `npm run nothing -- --all`\n' +
      '`npm test -- test/db\n  test/away`\n\n    npm run test:unit -- test/gone.test.ts'
    expect([missingPaths({ path: 'a.md', text }), unknownCommands({ path: 'a.md', text }, scripts)]).toEqual([
      ['db/nowhere.ts', 'test/away', 'test/gone.test.ts'],
      ['nothing'],
    ])
  })

  it('find citations over the end of a line, and every cited name', () => {
    expect(citedDecisions('/**\n * (Spec 1; decisions, "A\n * run", "B" and "C").\n */')).toEqual(['A run', 'B', 'C'])
  })

  it.each([
    ['a missing page', '// design.md, "Money"', 2],
    ['a page with another name', '// (design: "Money")', 1],
    ['a missing heading', '/** docs/one.md, "Second" */', 1],
    ['a page', '/** docs/one.md, "One" */', 0],
  ])('citations: %s', (_, text, count) => {
    expect(danglingCitations(text, [one])).toHaveLength(count)
  })
})
