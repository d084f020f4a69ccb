import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from '@jest/globals'
import { chooseSlices, SECONDS_MAX, SLICES } from '../../.ci/slices.mjs'

const ROOT = new URL('../../', import.meta.url)
const RUN = readFileSync(new URL('.ci/run', ROOT), 'utf8')
const NAMES = Object.keys(SLICES)

/** The test files of a folder of long tests, or of one part of it: `browser`, `browser/pages`. */
const filesOf = (prefix: string): string[] =>
  readdirSync(new URL('test/long/', ROOT), { recursive: true, encoding: 'utf8' }).filter(
    (path) => path.endsWith('.test.ts') && path.startsWith(prefix),
  )

describe('.ci/run', () => {
  it('plays every file of long tests once, in each run or in one of its slices', () => {
    const named = RUN.matchAll(/\blong ([a-z]+(?:\/[a-z]+)?)\b/g)
    const played = [...named].flatMap(([, name = '']) => (name === 'tests' ? [] : filesOf(name)))
    expect(played.toSorted()).toEqual(filesOf('').toSorted())
  })

  it('knows how to play each slice', () => {
    const [, body = ''] = /^play\(\) \{([^]*?)^\}/m.exec(RUN) ?? []
    const cases = [...body.matchAll(/^ {4}([a-z?]+)\)/gm)].flatMap(([, name = '']) =>
      name.endsWith('?') ? [1, 2, 3].map((part) => `${name.slice(0, -1)}${part}`) : [name],
    )
    expect(cases.toSorted()).toEqual(NAMES.toSorted())
  })
})

describe('the slices of a change', () => {
  const AT = Date.UTC(2026, 0, 1)
  const HOURS = 3_600_000

  it('name folders and files that exist', () => {
    const missing = Object.entries(SLICES).flatMap(([name, { touched }]) =>
      touched.filter((path) => !existsSync(new URL(path, ROOT)) && !siblingOf(path)).map((path) => `${name}: ${path}`),
    )
    expect(missing).toEqual([])
  })

  it('are of every folder of the product', () => {
    const source = 'activities api db domain examples ops telemetry usecases worker workflows'.split(' ')
    const touched = Object.values(SLICES).flatMap((slice) => slice.touched)
    expect(source.filter((folder) => !touched.some((path) => path.startsWith(`${folder}/`)))).toEqual([])
  })

  it('are those whose files changed, most first, and one in turn', () => {
    const of = (touched: string, seconds = 60) => ({ seconds, touched: [touched] })
    const slices = { turn: of('none/'), few: of('a/'), none: of('c/'), most: of('b/'), long: of('b/', SECONDS_MAX) }
    const start = Object.keys(slices).length * 4 * HOURS
    expect(chooseSlices(['a/1', 'b/1', 'b/2', 'd/1'], start, slices)).toEqual({
      rotating: 'turn',
      played: ['turn', 'most', 'few'],
      left: ['long'],
    })
    expect(chooseSlices(['a/1'], start + 4 * HOURS, slices).played).toEqual(['few'])
  })

  it('take no more time than there is, and what does not fit is named', () => {
    const changed = Object.values(SLICES).flatMap(({ touched }) => touched)
    const { played, left } = chooseSlices(changed, AT)
    expect(played.reduce((sum, name) => sum + (SLICES[name]?.seconds ?? 0), 0)).toBeLessThanOrEqual(SECONDS_MAX)
    expect([...played, ...left].toSorted()).toEqual(NAMES.toSorted())
    expect(Math.max(...Object.values(SLICES).map(({ seconds }) => seconds))).toBeLessThanOrEqual(SECONDS_MAX)
  })

  it('take turns with the time of the commit, so that none waits longer than three days', () => {
    const turns = NAMES.map((_, i) => chooseSlices([], AT + i * 4 * HOURS).rotating)
    expect(new Set(turns).size).toBe(NAMES.length)
    expect(NAMES.length * 4).toBeLessThanOrEqual(72)
  })
})

/** A beginning of names, such as `ops/deployments` of `ops/deployments.ts` and its folder. */
const siblingOf = (path: string): boolean => {
  const at = path.lastIndexOf('/') + 1
  const folder = new URL(path.slice(0, at), ROOT)
  return existsSync(folder) && readdirSync(folder).some((name) => name.startsWith(path.slice(at)))
}
