import { readdirSync } from 'node:fs'
import { beforeAll, describe, expect, it } from '@jest/globals'
import { CAPABILITIES } from '../../../domain/capabilities/catalog.ts'
import { cpuMs } from '../../support/cpu-time.ts'

const SCHEMAS = new URL('../../../api/schemas/', import.meta.url)

/** Every pattern in a schema. */
function patternsIn(value: unknown, found: Set<string>, seen = new Set<unknown>()): Set<string> {
  if (typeof value !== 'object' || value === null || seen.has(value)) return found
  seen.add(value)
  for (const [member, inner] of Object.entries(value)) {
    if (member === 'pattern' && typeof inner === 'string') found.add(inner)
    else patternsIn(inner, found, seen)
  }
  return found
}

/**
 * A text is matched against its pattern even where it is longer than its schema allows, because all faults are reported
 * at once. So the largest body without a credential meets every pattern.
 */
describe('the patterns for requests', () => {
  const patterns = new Set<string>()
  beforeAll(async () => {
    for (const file of readdirSync(SCHEMAS)) patternsIn({ ...(await import(new URL(file, SCHEMAS).href)) }, patterns)
    patternsIn(CAPABILITIES, patterns)
  })

  const SIZE = 65_536
  /** Quadratic work takes 16 times as long for four times the text; linear work takes four times as long. */
  const LINEAR = 10
  /** Compiling and collecting garbage take their time too. */
  const NOISE_MS = 150
  const hostile = (unit: string, length: number): string =>
    `${unit.repeat(Math.ceil(length / unit.length)).slice(0, length)}\n`
  const msOf = (pattern: RegExp, text: string): number => cpuMs(() => pattern.test(text))

  it.each(['a', '1', ' ', '-', 'a.', 'a-', 'a b', '.', 'https://a.', '"'])(
    'take time in proportion to a text of %j',
    (unit) => {
      expect(patterns.size).toBeGreaterThan(20)
      const slow = [...patterns].filter((source) => {
        const pattern = new RegExp(source, 'u')
        return msOf(pattern, hostile(unit, SIZE)) > LINEAR * msOf(pattern, hostile(unit, SIZE / 4)) + NOISE_MS
      })
      expect(slow).toEqual([])
    },
  )
})
