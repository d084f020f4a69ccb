import { describe, expect, it } from '@jest/globals'
import { freshSecondsOf } from '../../../domain/access/document-freshness.ts'

const NOW = Date.UTC(2026, 0, 1)
const at = (seconds: number): string => new Date(NOW + seconds * 1_000).toUTCString()

describe("how long a client's document is used", () => {
  it.each<[string | undefined, string | undefined, number]>([
    [undefined, undefined, 3_600],
    ['max-age=7200', undefined, 7_200],
    ['public, Max-Age="900"', at(60), 900],
    ['max-age=0', undefined, 300],
    ['max-age=999999999', undefined, 86_400],
    ['no-store', undefined, 300],
    ['no-cache, max-age=7200', undefined, 300],
    ['public', at(1_800), 1_800],
    [undefined, at(-60), 300],
    [undefined, '0', 300],
    ['public', undefined, 3_600],
    ['s-maxage=7200', undefined, 3_600],
  ])('by Cache-Control %j and Expires %j, is %i seconds', (cacheControl, expires, seconds) => {
    expect(freshSecondsOf({ cacheControl, expires }, NOW)).toBe(seconds)
  })
})
