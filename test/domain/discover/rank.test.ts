import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { NO_INTENT } from '../../../domain/discover/actions.ts'
import { directionOf } from '../../../domain/discover/direction.ts'
import { isAnswer, rank, shownRelevance, closeToBest, type Match, type Ranked } from '../../../domain/discover/rank.ts'

const endpoint: Ranked = {
  kind: 'endpoint',
  live: false,
  health: 'unknown',
  deprecated: false,
  followsUp: false,
  wrappedBy: [],
  actions: ['list'],
  takes: new Set(),
}
const capability: Ranked = { ...endpoint, kind: 'capability', actions: [] }
const match = (id: string, more: Partial<Match> = {}): Match => ({
  id,
  relevance: 0.5,
  coverage: 1,
  focus: 1,
  inOrder: 1,
  ...more,
})
const order = (
  facts: Readonly<Record<string, Ranked>>,
  matches: readonly Match[] = Object.keys(facts).map((id) => match(id)),
  intent?: Parameters<typeof rank>[2],
) => rank(matches, (id) => facts[id] ?? capability, intent).map(({ id }) => id)

describe('the ranking rules', () => {
  it.each<[string, Readonly<Record<string, Ranked>>]>([
    ['a capability before an endpoint', { b: capability, a: endpoint }],
    ['a capability that is not live before a live endpoint', { b: capability, a: { ...endpoint, live: true } }],
    ['a live capability before one that is not', { b: { ...capability, live: true }, a: capability }],
    ['a live endpoint before one that is not', { b: { ...endpoint, live: true }, a: endpoint }],
    ['a healthy endpoint before one of unknown health', { b: { ...endpoint, health: 'healthy' }, a: endpoint }],
    ['an endpoint of unknown health before one in outage', { b: endpoint, a: { ...endpoint, health: 'outage' } }],
    [
      'a stable endpoint before a degraded one',
      { b: { ...endpoint, health: 'stable' }, a: { ...endpoint, health: 'degraded' } },
    ],
    ['what is current before what is deprecated', { b: endpoint, a: { ...endpoint, deprecated: true } }],
    ['a call before the one that reads its result', { b: endpoint, a: { ...endpoint, followsUp: true } }],
    ['by name where all else is equal', { a: endpoint, b: endpoint }],
  ])('on equal relevance: %s', (_, facts) => {
    expect(order(facts)).toEqual(Object.keys(facts))
    const [first, second] = Object.keys(facts)
    expect(order(facts, [match(second ?? ''), match(first ?? '')])).toEqual(Object.keys(facts))
  })

  it.each([
    ['create', 'create', 'list'],
    ['delete', 'delete', 'read'],
    ['list', 'list', 'create'],
    ['update', 'update', 'create'],
  ] as const)('a query that wants %s: an endpoint with that action before one with another', (wanted, does, other) => {
    expect(
      order({ z: { ...endpoint, actions: [does] }, a: { ...endpoint, actions: [other] } }, undefined, {
        ...NO_INTENT,
        actions: [wanted],
        isNamed: true,
      }),
    ).toEqual(['z', 'a'])
  })

  it('a query without a word for deletion ranks deletions last', () => {
    expect(order({ z: { ...endpoint, actions: ['read'] }, a: { ...endpoint, actions: ['delete'] } })).toEqual([
      'z',
      'a',
    ])
  })

  it.each<[string, Partial<Match>]>([
    ['covers less of the query', { coverage: 0.5 }],
    ['covers more than the query', { focus: 0.2 }],
    ['has its words in another order', { inOrder: 0.5 }],
    ['fits less', { relevance: 0.2 }],
  ])('what %s comes later', (_, worse) => {
    expect(order({ a: endpoint, b: endpoint }, [match('a', worse), match('b')])).toEqual(['b', 'a'])
  })

  it('a live capability that wraps a matching endpoint is right before it, although its own text did not match', () => {
    expect(order({ x: { ...endpoint, wrappedBy: ['contact.find'] } })).toEqual(['contact.find', 'x'])
  })

  it('put the more relevant of several capabilities first when one endpoint raises them', () => {
    const facts = {
      x: { ...endpoint, wrappedBy: ['a', 'b'] },
      a: { ...capability, live: true },
      b: { ...capability, live: true },
    }
    expect(
      order(facts, [match('x', { relevance: 1 }), match('a', { relevance: 0.2 }), match('b', { relevance: 0.3 })]),
    ).toEqual(['b', 'a', 'x'])
  })

  it('leaves out what is much worse than the best hit', () => {
    const hits = [0.5, 0.1, 0.09].map((relevance, at) => ({ id: `${at}`, relevance }))
    expect(closeToBest(hits).map(({ id }) => id)).toEqual(['0', '1'])
    expect(closeToBest(hits.slice(1)).map(({ id }) => id)).toEqual(['1', '2'])
  })

  it('what looks equally relevant is in the order of the rules, however little the figures differ', () => {
    const facts = { b: { ...endpoint, live: true }, a: endpoint }
    const relevances = [0.5, 0.5502]
    const matches = ['b', 'a'].map((id, at) => match(id, { relevance: relevances[at] ?? 0 }))
    const hits = rank(matches, (id) => (id === 'a' ? facts.a : facts.b))
    expect(hits.map(({ id }) => id)).toEqual(['b', 'a'])
    expect((hits[0]?.relevance ?? 1) < (hits[1]?.relevance ?? 0)).toBe(true)
    expect(new Set(hits.map(({ relevance }) => shownRelevance(relevance))).size).toBe(1)
  })

  it('an order without a named action: a change before what only reads', () => {
    const facts = { a: endpoint, z: { ...endpoint, actions: ['update'] as const } }
    expect(order(facts)).toEqual(['a', 'z'])
    expect(order(facts, undefined, { ...NO_INTENT, actions: ['create', 'update', 'delete'] })).toEqual(['z', 'a'])
  })

  it('what takes the given comes first, then what takes neither, then what takes the wanted in its place', () => {
    const facts = {
      z: { ...capability, takes: new Set(['email', 'domain'] as const) },
      y: capability,
      a: { ...capability, takes: new Set(['profile'] as const) },
    }
    expect(order(facts)).toEqual(['a', 'y', 'z'])
    const direction = directionOf(['linkedin', 'profile', 'from', 'an', 'email'])
    expect(order(facts, undefined, { ...NO_INTENT, direction })).toEqual(['z', 'y', 'a'])
  })

  it('relevances fall from 1 at most, and no endpoint is before a capability that wraps it', () => {
    const facts = fc.record({
      live: fc.boolean(),
      health: fc.constantFrom<Ranked['health']>('healthy', 'stable', 'degraded', 'outage', 'unknown'),
      deprecated: fc.boolean(),
      followsUp: fc.boolean(),
      wrappedBy: fc.subarray(['c1', 'c2', 'c3']),
      actions: fc.subarray<Ranked['actions'][number]>(['create', 'list', 'read', 'update', 'delete']),
      relevance: fc.double({ min: 0.01, max: 1, noNaN: true }),
      coverage: fc.double({ min: 0.01, max: 1, noNaN: true }),
      focus: fc.double({ min: 0, max: 1, noNaN: true }),
      inOrder: fc.double({ min: 0, max: 1, noNaN: true }),
    })
    fc.assert(
      fc.property(
        fc.array(facts, { minLength: 1, maxLength: 20 }),
        fc.subarray(['c1', 'c2', 'c3']),
        fc.integer({ min: 1, max: 20 }),
        (some, ownMatches, limit) => {
          const endpoints = some.map((one, at) => ({ ...one, id: `e${at}` }))
          const known = new Map<string, Ranked>(
            endpoints.map(({ id, ...one }) => [id, { ...one, kind: 'endpoint', takes: new Set() }]),
          )
          const matches = [
            ...endpoints.map(({ id, relevance, coverage, focus, inOrder }) => ({
              id,
              relevance,
              coverage,
              focus,
              inOrder,
            })),
            ...ownMatches.map((id) => match(id, { relevance: 0.5 })),
          ]
          const hits = rank(matches, (id) => known.get(id) ?? { ...capability, live: true }).slice(0, limit)
          const ids = hits.map(({ id }) => id)
          expect(new Set(ids).size).toBe(ids.length)
          const shown = hits.map(({ relevance }) => shownRelevance(relevance))
          expect(shown).toEqual(shown.toSorted((a, b) => b - a))
          for (const { relevance } of hits) expect(relevance > 0 && relevance <= 1).toBe(true)
          for (const [at, id] of ids.entries()) {
            for (const wrapper of known.get(id)?.wrappedBy ?? []) expect(ids.slice(0, at)).toContain(wrapper)
          }
        },
      ),
    )
  })
})

describe('whether the best hit answers', () => {
  const hit = (relevance: number) => ({ id: 'a', relevance })
  const change = { ...NO_INTENT, actions: ['create', 'update', 'delete'] } as const

  it('a share of a long query is more than the same share of a short one', () => {
    expect(isAnswer(hit(0.12), endpoint, { weight: 5, intent: NO_INTENT })).toBe(true)
    expect(isAnswer(hit(0.12), endpoint, { weight: 2, intent: NO_INTENT })).toBe(false)
  })

  it('an order whose verb is no known action needs more of an endpoint', () => {
    expect(isAnswer(hit(0.25), endpoint, { weight: 2, intent: NO_INTENT })).toBe(true)
    expect(isAnswer(hit(0.25), endpoint, { weight: 2, intent: { ...change, isNamed: true } })).toBe(true)
    expect(isAnswer(hit(0.25), endpoint, { weight: 2, intent: change })).toBe(false)
    expect(isAnswer(hit(0.25), capability, { weight: 2, intent: change })).toBe(true)
  })
})
