import { posix } from 'node:path'
import { describe, expect, it } from '@jest/globals'
import Type from 'typebox'
import { pageFile, pageFiles, pageOfTag, slugOfTag } from '../../api/openapi/page-files.ts'
import { declaredRoutes, SAMPLE_URL } from '../../api/http/declared-routes.ts'
import { buildOpenApi } from '../../api/openapi/document.ts'
import { check } from '../../api/validation/check.ts'
import { at, membersOf } from '../support/http.ts'

/** What a person reads to use one noun. */
const PAGE_WORDS_MAX = 1_200
const ALL_WORDS_MAX = 25_000
/** Shorter sentences may be equal by chance: "Newest first". */
const COMPARED_WORDS_MIN = 7

const routes = declaredRoutes().filter(({ documented }) => documented !== false)
const document: unknown = JSON.parse(JSON.stringify(buildOpenApi({ routes, publicUrl: SAMPLE_URL })))
const pages = pageFiles()
const wordsIn = (text: string): number => text.split(/\s+/).filter((word) => word !== '').length

/** The sentences of a text in Markdown, and their parts between colons and semicolons, by their words alone. */
const sentencesOf = (text: string): string[] =>
  text
    .replaceAll(/\]\([^)]*\)/g, ']')
    .replaceAll(/\n(?:[-|#]|\d+\.)|\n\n|\|/g, '. ')
    .split(/[.:;!?](?:\*\*)?\s/)
    .map((sentence) => sentence.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? [])
    .filter((words) => words.length >= COMPARED_WORDS_MIN)
    .map((words) => words.join(' '))

/** The descriptions in a part of the document, but for those of the tags, which are those of the pages. */
const descriptionsIn = (part: unknown): string[] =>
  Array.isArray(part)
    ? part.flatMap(descriptionsIn)
    : membersOf(part).flatMap(([name, value]) =>
        typeof value === 'string'
          ? name === 'description' || name === 'summary'
            ? [value]
            : []
          : name === 'tags'
            ? []
            : descriptionsIn(value),
      )

/** The sentences of a page that one of these texts has too. */
const repeated = (text: string, texts: readonly string[]): string[] => {
  const known = new Set(texts.flatMap(sentencesOf))
  return sentencesOf(text).filter((sentence) => known.has(sentence))
}

const page = pages.map(({ text }) => text).join('\n')

/** The parameters for a window of time that take this text; null: all of them. */
const takers = (time: string | null): string[] =>
  declaredRoutes().flatMap(({ documented, path, query, body }) =>
    documented === false
      ? []
      : [query, body].flatMap((schema) =>
          ['since', 'until'].flatMap((name) => {
            const member: unknown = Object(schema).properties?.[name]
            return Type.IsSchema(member) && (time === null || check(member, time).ok) ? [`${path} ${name}`] : []
          }),
        ),
  )

describe('the contract', () => {
  it('has a page for each tag of a route, with its name', () => {
    const tags = [...new Set(routes.flatMap(({ tags: used }) => used))]
    expect(tags.map((tag) => `docs/reference/${slugOfTag(tag)}.md: # ${pageOfTag(tag)?.title}`)).toEqual(
      tags.map((tag) => `docs/reference/${slugOfTag(tag)}.md: # ${tag}`),
    )
    expect(membersOf(at(document, 'tags')).map(([, tag]) => [at(tag, 'name'), at(tag, 'description')])).toEqual(
      expect.arrayContaining(tags.map((tag) => [tag, pageOfTag(tag)?.lead])),
    )
  })

  it('has one tag for each route, so that one page is about it', () => {
    expect(routes.filter(({ tags }) => tags.length !== 1).map(({ operationId }) => operationId)).toEqual([])
  })

  it('has no two pages, and no page and operation, under one path of the reference', () => {
    const names = [...pages.map(({ slug }) => slug), ...routes.map(({ operationId }) => operationId)]
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([])
  })

  it('has folders of nouns only', () => {
    const folders = pages.flatMap(({ under }) => under ?? [])
    expect(folders.filter((folder) => !pages.some(({ file }) => file === `${folder}.md`))).toEqual([])
  })

  it('begins each page with a title and a sentence', () => {
    expect(pages.filter(({ title, lead }) => title === '' || !/^[^-|#].*[.:]$/.test(lead))).toEqual([])
  })

  it('links pages and guides only, because the service shows nothing else', () => {
    const links = pages.flatMap(({ file, text }) =>
      [...text.matchAll(/\]\((?!https?:|\/|#)([^)#\s]+)/g)].map(([, to = '']) => posix.join(posix.dirname(file), to)),
    )
    expect(links.length).toBeGreaterThan(40)
    const isShown = (to: string): boolean => pages.some(({ file }) => file === to) || to.startsWith('../guides/')
    expect(links.filter((to) => !isShown(to))).toEqual([])
  })

  it(`has pages of at most ${PAGE_WORDS_MAX} words, together ${ALL_WORDS_MAX}`, () => {
    const long = pages.filter(({ text }) => wordsIn(text) > PAGE_WORDS_MAX)
    expect(long.map(({ file, text }) => `${file}: ${wordsIn(text)}`)).toEqual([])
    expect(pages.reduce((sum, { text }) => sum + wordsIn(text), 0)).toBeLessThanOrEqual(ALL_WORDS_MAX)
  })

  it('repeats no sentence of an OpenAPI description', () => {
    const texts = descriptionsIn(document)
    expect(texts.length).toBeGreaterThan(1_000)
    expect(pages.flatMap(({ file, text }) => repeated(text, texts).map((words) => `${file}: ${words}`))).toEqual([])
  })

  it('repeats no sentence of another page', () => {
    const again = pages.flatMap(({ file, text }) =>
      repeated(
        text,
        pages.filter((other) => other.file > file).map((other) => other.text),
      ).map((words) => `${file}: ${words}`),
    )
    expect(again).toEqual([])
  })

  it('finds a repeated sentence, however it is marked', () => {
    const text = '- **One.** A `run` that has\n  started [continues](runs.md) to its end. Newest first.'
    expect(repeated(text, ['Newest first. First: a run that has started continues to its end!  ', 'No.'])).toEqual([
      'a run that has started continues to its end',
    ])
    expect(repeated(text, ['A run that has started continues.'])).toEqual([])
  })

  it('reads the title, the first paragraph and the noun of a page from its file', () => {
    expect(pageFile('runs/raw-runs.md', '# Raw runs\n\nOne\ncall.\n\n- More.\n')).toEqual({
      file: 'runs/raw-runs.md',
      slug: 'raw-runs',
      under: 'runs',
      title: 'Raw runs',
      lead: 'One call.',
      text: 'One\ncall.\n\n- More.\n',
    })
  })

  it('states which times `since` and `until` take', () => {
    expect(page.replaceAll(/\s+/g, ' ')).toContain(
      'A time in `since` or `until` has `Z` or an offset, or is a day, which begins at midnight UTC; `/v1/usage` and `/v1/wallet/balances` take days only.',
    )
    const instants = ['2026-11-20T09:30:00Z', '2026-11-20T09:30:00+02:00']
    const taken = ['2026-11-20', ...instants, '2026-11-20T09:30:00', '2026-11-20 09:30'].map(
      (time) => [time, takers(time)] as const,
    )
    const all = takers(null)
    const apart = all.filter((name) => !/^\/v1\/(usage|wallet\/balances) /.test(name))
    expect(all).toEqual(expect.arrayContaining(['/v1/runs since', '/v1/events since', '/v1/usage until']))
    expect(taken).toEqual([
      ['2026-11-20', all],
      ...instants.map((time) => [time, apart]),
      ['2026-11-20T09:30:00', []],
      ['2026-11-20 09:30', []],
    ])
  })
})
