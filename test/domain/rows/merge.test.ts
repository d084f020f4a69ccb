import { describe, expect, it } from '@jest/globals'
import type { Json, JsonObject } from '../../../domain/json/json.ts'
import { fitData, isEmpty, isSame, keptData, mergeData } from '../../../domain/rows/merge.ts'

const post = (number: number, more: Record<string, Json> = {}) => ({
  post_url: `https://example.com/p/${number}`,
  posted_at: `2026-11-${String((number % 28) + 1).padStart(2, '0')}`,
  ...more,
})

describe('merging one write onto held data', () => {
  it.each<Json>([null, '', '  ', '\n', [], {}, [null], [''], { name: null, domain: '' }, [{}]])(
    '%j is empty and never erases',
    (empty) => {
      expect(isEmpty(empty)).toBe(true)
      expect(mergeData({ company: 'Example' }, { company: empty })).toEqual({ company: 'Example' })
      expect(keptData({ company: empty })).toEqual({})
    },
  )

  it.each<Json>([0, false, 'x', [0], { a: false }])('%j is a value and wins', (value) => {
    expect(mergeData({ company: 'Example' }, { company: value })).toEqual({ company: value })
  })

  it('takes a nested object as one value', () => {
    expect(mergeData({ company: { name: 'Old', domain: 'old.example' } }, { company: { name: 'New' } })).toEqual({
      company: { name: 'New' },
    })
  })

  it('keeps a member that is named as a member of every object', () => {
    expect(mergeData({}, JSON.parse('{"constructor": "a", "toString": "b"}'))).toEqual({
      constructor: 'a',
      toString: 'b',
    })
  })

  it('merges posts under signals by their address, the newest first; the newer copy wins', () => {
    const merged = mergeData(
      { signals: [post(3), post(1, { likes: 1 })] },
      { signals: [post(2), post(1, { likes: 5 })] },
    )
    expect(merged['signals']).toEqual([post(3), post(2), post(1, { likes: 5 })])
  })

  it('merges comments under signals by the address of each, next to the post that they comment on', () => {
    const comment = (number: number, more: Record<string, Json> = {}) =>
      post(1, { comment_url: `https://example.com/c/${number}`, ...more })
    const held = keptData({ signals: [post(1), comment(1, { likes: 1 }), comment(2)] })
    expect(held['signals']).toHaveLength(3)
    expect(mergeData(held, { signals: [comment(3), comment(1, { likes: 5 })] })['signals']).toEqual([
      comment(1, { likes: 5 }),
      comment(2),
      comment(3),
      post(1),
    ])
  })

  it('merges a comment whose post has no address', () => {
    const comment = { comment_url: 'https://example.com/c/1', posted_at: '2026-11-09' }
    expect(mergeData({ signals: [post(1)] }, { signals: [comment] })['signals']).toEqual([comment, post(1)])
  })

  it('keeps the newest fifty posts, in any order of arrival', () => {
    const posts = Array.from({ length: 80 }, (_, number) => ({
      post_url: `https://example.com/${number}`,
      posted_at: new Date(number * 1_000).toISOString(),
    }))
    const one = mergeData(keptData({ signals: posts.slice(0, 40) }), { signals: posts.slice(40) })
    const other = mergeData(keptData({ signals: posts.slice(40) }), { signals: posts.slice(0, 40) })
    expect(one).toEqual(other)
    expect(one['signals']).toEqual(posts.slice(30).toReversed())
  })

  it('leaves signals that are not posts unchanged', () => {
    expect(mergeData({ signals: ['a', 'b'] }, { signals: ['c'] })).toEqual({ signals: ['c'] })
  })
})

describe('the size of a row', () => {
  it('is 16 KB as UTF-8 of the JSON', () => {
    const filled = (bytes: number) => ({ a: 'x'.repeat(bytes - '{"a":""}'.length) })
    const fits = (data: JsonObject) => fitData(data) !== null
    expect([fits(filled(16_384)), fits(filled(16_385))]).toEqual([true, false])
    expect([fits({ a: 'é'.repeat(8_188) }), fits({ a: 'é'.repeat(8_189) })]).toEqual([true, false])
  })

  it('is bounded by removing the oldest posts, and only posts', () => {
    const signals = [post(3), post(2), post(1)].map((each) => ({ ...each, text: 'x'.repeat(6_000) }))
    expect(fitData({ email: 'a@example.com', signals })).toEqual({
      email: 'a@example.com',
      signals: signals.slice(0, 2),
    })
    expect(fitData({ email: 'a@example.com', note: 'x'.repeat(17_000), signals })).toBeNull()
  })
})

describe('sameness', () => {
  it('ignores the order of members, not that of lists', () => {
    expect([
      isSame({ a: 1, b: { c: [1, 2] } }, { b: { c: [1, 2] }, a: 1 }),
      isSame([1, 2], [2, 1]),
      isSame({ a: 1 }, { a: '1' }),
    ]).toEqual([true, false, false])
  })
})
