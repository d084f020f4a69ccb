import { randomBytes } from 'node:crypto'
import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { encodeId, ID_PREFIXES, ID_RANDOM_BYTES, idPattern } from '../../../domain/ids/ids.ts'
import { newId } from '../../../db/ids.ts'

const prefix = fc.constantFrom(...ID_PREFIXES)
const time = fc.integer({ min: 0, max: 2 ** 48 - 1 })
const random = fc.uint8Array({ minLength: ID_RANDOM_BYTES, maxLength: ID_RANDOM_BYTES })

describe('an id', () => {
  it('has the published pattern of its kind, and of no other kind', () => {
    fc.assert(
      fc.property(prefix, time, random, (kind, nowMs, bytes) => {
        const id = encodeId(kind, nowMs, bytes)
        const kinds = ID_PREFIXES.filter((other) => new RegExp(idPattern(other)).test(id))
        expect(kinds).toEqual([kind])
      }),
    )
  })

  it('sorts after every id of an earlier millisecond, whatever the random part', () => {
    fc.assert(
      fc.property(prefix, fc.uniqueArray(time, { minLength: 2, maxLength: 2 }), random, random, (kind, times, a, b) => {
        const [earlier = 0, later = 0] = times.toSorted((x, y) => x - y)
        expect(encodeId(kind, earlier, a) < encodeId(kind, later, b)).toBe(true)
      }),
    )
  })

  it('uses every random byte: changing its low five bits changes the id', () => {
    fc.assert(
      fc.property(
        time,
        random,
        fc.nat(ID_RANDOM_BYTES - 1),
        fc.integer({ min: 1, max: 31 }),
        (nowMs, bytes, index, flip) => {
          const other = bytes.map((byte, at) => (at === index ? byte ^ flip : byte))
          expect(encodeId('run', nowMs, other)).not.toBe(encodeId('run', nowMs, bytes))
        },
      ),
    )
  })

  it.each([
    'run_',
    'run_0123456789abcdefghjkmnpqr',
    'run_0123456789abcdefghjkmnpqrst',
    'run_0123456789abcdefghjkmnpqi',
    'run_0123456789abcdefghjkmnpqRS',
    'xrun_0123456789abcdefghjkmnpqrs',
    ' run_0123456789abcdefghjkmnpqrs',
  ])('is not %j', (text) => {
    expect(text).not.toMatch(new RegExp(idPattern('run')))
  })

  it('is new every time it is drawn', () => {
    const ids = Array.from({ length: 10_000 }, () => newId('run'))
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids.every((id) => new RegExp(idPattern('run')).test(id))).toBe(true)
  })

  it('spreads evenly over its alphabet, so that a neighbour cannot be guessed', () => {
    const seen = new Map<string, number>()
    for (let draw = 0; draw < 2_000; draw += 1) {
      for (const character of encodeId('run', 0, randomBytes(ID_RANDOM_BYTES)).slice(-16)) {
        seen.set(character, (seen.get(character) ?? 0) + 1)
      }
    }
    // 32,000 draws over 32 characters: 1,000 each, with a standard deviation of 31.
    expect(seen.size).toBe(32)
    expect([...seen.values()].every((count) => count > 750 && count < 1_250)).toBe(true)
  })
})
