import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from '@jest/globals'

const ROOT = new URL('../../', import.meta.url)

/** The test files of a folder of long tests, or of one part of it: `browser`, `browser/pages`. */
const filesOf = (prefix: string): string[] =>
  readdirSync(new URL('test/long/', ROOT), { recursive: true, encoding: 'utf8' }).filter(
    (path) => path.endsWith('.test.ts') && path.startsWith(prefix),
  )

describe('.ci/run', () => {
  it('plays every file of long tests once, in each run or in one of its slices', () => {
    const named = readFileSync(new URL('.ci/run', ROOT), 'utf8').matchAll(/\blong ([a-z]+(?:\/[a-z]+)?)\b/g)
    const played = [...named].flatMap(([, name = '']) => (name === 'tests' ? [] : filesOf(name)))
    expect(played.toSorted()).toEqual(filesOf('').toSorted())
  })
})
