import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from '@jest/globals'

const ROOT = new URL('../../', import.meta.url)

describe('.ci/run', () => {
  it('plays every folder of long tests in one of its slices, and no other', () => {
    const played = [...readFileSync(new URL('.ci/run', ROOT), 'utf8').matchAll(/\blong ([a-z]+)\b/g)].map(
      ([, name]) => name,
    )
    const folders = readdirSync(new URL('test/long/', ROOT), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => name)
    expect(played.filter((name) => name !== 'tests').toSorted()).toEqual(folders.toSorted())
  })
})
