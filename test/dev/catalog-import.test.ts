import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from '@jest/globals'
import { loadCatalog } from '../../activities/providers/catalogs/load.ts'
import { parseText } from '../../dev/catalog-import/parse-document.ts'
import { reportLines } from '../../dev/catalog-import/report.ts'
import { runImport } from '../../dev/catalog-import/run-import.ts'

const folders: string[] = []
const folder = (): string => {
  const path = mkdtempSync(join(tmpdir(), 'catalog-'))
  folders.push(path)
  return path
}
afterAll(() => {
  for (const path of folders) rmSync(path, { recursive: true })
})
const file = (name: string, text: string): string => {
  const path = join(folder(), name)
  writeFileSync(path, text)
  return path
}
const documentOf = (paths: object, rest: object = {}) =>
  JSON.stringify({
    openapi: '3.1.0',
    info: { title: 'Sample' },
    servers: [{ url: 'https://api.sample.example' }],
    paths,
    ...rest,
  })
const request = { slug: 'sample', base: null, prose: 'drop' } as const

describe('an import', () => {
  it('adds, then changes nothing, then reports what changed and what was removed', async () => {
    const into = folder()
    const first = await runImport({
      ...request,
      folder: into,
      places: [file('v1.json', documentOf({ '/search': { get: {}, head: {} }, '/old': { get: {} } }))],
    })
    expect(first).toMatchObject({
      operations: 3,
      added: ['GET /old', 'GET /search'],
      skipped: [{ method: 'HEAD', path: '/search' }],
    })
    const written = readFileSync(join(into, 'sample.json'), 'utf8')
    expect(written.split('\n')).toHaveLength(5)
    const again = await runImport({
      ...request,
      folder: into,
      places: [file('v1.json', documentOf({ '/search': { get: {} }, '/old': { get: {} } }))],
    })
    expect(again).toMatchObject({ added: [], changed: [], removed: [], unchanged: 2 })
    expect(readFileSync(join(into, 'sample.json'), 'utf8')).toBe(written)
    const later = await runImport({
      ...request,
      folder: into,
      places: [file('v2.json', documentOf({ '/search': { get: { tags: ['New'] } }, '/new': { get: {} } }))],
    })
    expect(later).toMatchObject({
      added: ['GET /new'],
      changed: [{ key: 'GET /search', members: ['tags'] }],
      removed: ['GET /old'],
    })
    expect(reportLines(later).at(-1)).toBe(
      'sample: 2 operations, 1 added, 1 changed, 1 removed, 0 unchanged, 0 skipped, 2 own-key only',
    )
    expect(
      loadCatalog(into)
        .ofProvider('sample')
        .map(({ endpoint }) => endpoint),
    ).toEqual(['/new', '/search'])
  })

  it('treats several documents as one state, and names what two describe', async () => {
    const two = [
      file('a.json', documentOf({ '/a': { get: {} } })),
      file('b.json', documentOf({ '/a': { get: { tags: ['x'] } }, '/b': { get: {} } }, { info: { title: 'Other' } })),
    ]
    const report = await runImport({ ...request, folder: folder(), places: two })
    expect(report.added).toEqual(['GET /a', 'GET /b'])
    expect(report.collisions).toEqual([{ key: 'GET /a', reason: 'already described by "Sample"' }])
    expect(reportLines(report)).toContain('skipped  GET /a: already described by "Sample"')
  })

  it('fetches an address, against which relative servers are resolved', async () => {
    const server = createServer((incoming, answer) => {
      answer.statusCode = incoming.url === '/openapi.json' ? 200 : 404
      answer.end(documentOf({ '/a': { get: {} } }, { servers: [{ url: '/v1' }] }))
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const address = server.address()
    const origin = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`
    try {
      const into = folder()
      await runImport({ ...request, folder: into, places: [`${origin}/openapi.json`] })
      expect(loadCatalog(into).find('sample', '/a')?.baseUrl).toBe(`${origin}/v1`)
      await expect(runImport({ ...request, folder: into, places: [`${origin}/gone.json`] })).rejects.toThrow(
        /answered 404/,
      )
    } finally {
      server.close()
    }
  })

  it.each([
    ['text.txt', 'just some words', /no operations: this is no Swagger/],
    ['broken.yaml', 'a: [1, 2\nb: }', /neither JSON nor YAML/],
    ['empty.json', documentOf({}), /no operations: .*nothing is known of sample/],
  ])('fails with a reason and writes nothing: %s', async (name, text, reason) => {
    const into = folder()
    await expect(runImport({ ...request, folder: into, places: [file(name, text)] })).rejects.toThrow(reason)
    expect(loadCatalog(into).all()).toEqual([])
  })
})

describe('YAML as providers write it', () => {
  it('may have bare equals signs, keys like no, and dates that stay text', () => {
    expect(parseText('filters:\n  - =\nno: 1\nat: 2024-01-01\n').value).toEqual({
      filters: ['='],
      no: 1,
      at: '2024-01-01',
    })
  })

  it('may have quoted text that continues at the indentation of its key, which is read with a warning', () => {
    const text = [
      'a:',
      "  summary: 'one'",
      "  description: '",
      '  Two words and',
      "  a \"third\" one: it''s fine'",
      '  next: "',
      '',
      ' folded \\" too"',
      'b: 1',
      '',
    ].join('\n')
    const { value, warnings } = parseText(text)
    expect(value).toEqual({
      a: { summary: 'one', description: ' Two words and a "third" one: it\'s fine', next: '\nfolded " too' },
      b: 1,
    })
    expect(warnings).toEqual([
      'line 3: a quoted text continues at the indentation of its key, against YAML; read as if it were indented',
      'line 6: a quoted text continues at the indentation of its key, against YAML; read as if it were indented',
    ])
  })

  it('may have keys twice: the last one holds, with a warning', () => {
    expect(parseText('a: 1\nb: 2\na: 3\n')).toEqual({
      value: { a: 3, b: 2 },
      warnings: ['the key "a" occurs twice in one object; the last one holds'],
    })
  })

  it.each(['a: "never closed\nb: 1\n', "a: 'x' y\n", 'a:\n\t- b\n'])('with other errors is refused: %j', (text) => {
    expect(() => parseText(text)).toThrow()
  })

  it('is not expanded when it refers to itself many times over', () => {
    const bomb = [
      'a: &a [x,x,x,x,x,x,x,x,x]',
      ...'bcdefgh'
        .split('')
        .map((name, index) => `${name}: &${name} [${Array(9).fill(`*${'abcdefg'[index]}`).join(',')}]`),
    ].join('\n')
    expect(() => parseText(bomb)).toThrow(/alias/i)
  })
})
