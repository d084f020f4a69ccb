import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from '@jest/globals'
import { evaluate, readQueries } from './evaluate.ts'
import { plainBm25 } from './plain-bm25.ts'
import { subjectOf, withDocument } from './subjects.ts'

const folder = mkdtempSync(join(tmpdir(), 'bench-discover-'))
afterAll(() => rmSync(folder, { recursive: true }))
const file = (name: string, value: unknown): string => {
  const path = join(folder, name)
  writeFileSync(path, JSON.stringify(value))
  return path
}

describe('the figures', () => {
  const answers: Readonly<Record<string, readonly string[]>> = {
    first: ['a', 'b'],
    third: ['x', 'y', 'b'],
    sixth: ['1', '2', '3', '4', '5', 'a'],
    never: ['x'],
    other: ['a'],
  }
  const labelled = [
    { query: 'first', expect: ['a'] },
    { query: 'third', expect: ['b', 'c'] },
    { query: 'sixth', expect: ['a'] },
    { query: 'never', expect: ['a'] },
    { query: 'other', expect: ['gone'] },
  ]

  it('count the first right answer, and leave out queries without a possible right answer', () => {
    const figures = evaluate(
      labelled,
      (query) => answers[query] ?? [],
      (id) => id !== 'gone',
    )
    expect(figures).toMatchObject({ queries: 4, leftOut: 1, hitAt1: 0.25, hitAt5: 0.5 })
    expect(figures.meanReciprocalRank).toBeCloseTo((1 + 1 / 3 + 1 / 6 + 0) / 4)
    expect(figures.missed.map(({ query, rank }) => [query, rank])).toEqual([
      ['third', 3],
      ['sixth', 6],
      ['never', null],
    ])
  })

  it('read a bare list and one with a header, and nothing else', () => {
    expect(readQueries(file('bare.json', labelled))).toEqual(labelled)
    expect(readQueries(file('headed.json', { header: 'locked', queries: labelled }))).toEqual(labelled)
    expect(() => readQueries(file('wrong.json', { queries: [{ query: 'a' }] }))).toThrow(/no labelled queries/)
  })
})

describe('a document of another provider', () => {
  const operation = (summary: string) => ({ summary, responses: {} })
  const document = {
    openapi: '3.0.3',
    info: { title: 'Clinic', version: '1' },
    servers: [{ url: 'https://api.example.com' }],
    paths: {
      '/visits': { get: operation('List appointments'), post: operation('Book an appointment') },
      '/visits/{id}': { get: operation('One appointment'), delete: operation('Call an appointment off') },
      '/beds': { get: operation('Free beds of the ward') },
    },
  }
  const place = file('clinic.json', document)

  it('is found among everything else by its words, its synonyms and its actions', async () => {
    const { search, isThere } = subjectOf(await withDocument(place, 'clinic', 'drop'))
    expect(isThere('clinic GET /visits')).toBe(true)
    expect(search('free hospital beds')[0]).toBe('clinic GET /beds')
    expect(search('delete a visit')[0]).toBe('clinic DELETE /visits/{id}')
    expect(search('all visits')[0]).toBe('clinic GET /visits')
    expect(search('create a visit')[0]).toBe('clinic POST /visits')
    expect(search('clinic reservation').slice(0, 4)).toEqual(
      expect.arrayContaining(['clinic GET /visits', 'clinic POST /visits']),
    )
  })

  it('is the only answer where only it is searched', async () => {
    const { search } = subjectOf(await withDocument(place, 'clinic', 'drop'), 'clinic')
    expect(search('find the email of a person, or a free bed').every((id) => id.startsWith('clinic '))).toBe(true)
  })

  it('is refused with the reason when it is invalid', async () => {
    await expect(withDocument(file('none.json', { a: 1 }), 'clinic', 'drop')).rejects.toThrow(/no operations/)
  })
})

describe('plain BM25', () => {
  const text = (id: string, name: string) => ({
    id,
    called: name,
    subject: name,
    text: { name, summary: '', path: '', tags: '', provider: '', prose: '', parameters: '', answer: '' },
  })

  it('finds words as they are, and no others', () => {
    const search = plainBm25([text('a', 'send email'), text('b', 'send letter'), text('c', 'read letter of a friend')])
    expect(search('email')).toEqual(['a'])
    expect(search('letter')).toEqual(['b', 'c'])
    expect(search('emails')).toEqual([])
  })
})
