import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { actorInput, publishedRuns, readActorId } from '../../../domain/catalog/actor-schema.ts'

const SCHEMA = {
  title: 'Input',
  type: 'object',
  schemaVersion: 1,
  required: ['usernames'],
  properties: {
    limit: { title: 'Limit', type: 'integer', description: 'Long prose.', default: 10, minimum: 1, editor: 'number' },
    usernames: { title: 'Names', type: 'array', editor: 'stringList', prefill: ['robin'], items: { type: 'string' } },
    mode: {
      title: 'Mode',
      type: 'string',
      enum: ['posts', 'details'],
      enumTitles: ['Posts', 'Details'],
      default: 'posts',
    },
    proxy: { title: 'Proxy', type: 'object', editor: 'proxy' },
  },
}
const FACTS = {
  properties: {
    usernames: { type: 'array', items: 'string' },
    limit: { type: 'integer', default: 10 },
    mode: { type: 'string', enum: ['posts', 'details'], default: 'posts' },
    proxy: { type: 'object' },
  },
  required: ['usernames'],
}

const VALUES = Array.from({ length: 24 }, (_, index) => `${'x'.repeat(70)}${index}`)

describe("an actor's input", () => {
  it.each([
    ['its definition', { actorDefinition: { input: SCHEMA } }],
    ['the text that older builds have', { inputSchema: JSON.stringify(SCHEMA) }],
    ['its definition, where the text is none', { inputSchema: '{broken', actorDefinition: { input: SCHEMA } }],
  ])('is read from %s, as facts without prose', (_, build) => {
    expect(actorInput(build)).toEqual(FACTS)
  })

  it.each([[null], [{}], [{ inputSchema: null, actorDefinition: null }], [{ inputSchema: '7' }], ['text']])(
    'of %j is not stated',
    (build) => {
      expect(actorInput(build)).toBeNull()
    },
  )

  it('is bounded, whatever its author wrote: the required members come first, and the rest is counted', () => {
    const properties = Object.fromEntries(
      Array.from({ length: 2_000 }, (_, index) => [`member${index}`, { type: 'string', enum: VALUES }]),
    )
    const read = actorInput({ actorDefinition: { input: { type: 'object', required: ['member1999'], properties } } })
    expect(JSON.stringify(read).length).toBeLessThan(50_000)
    expect(read?.required).toEqual(['member1999'])
    expect(Object.keys(read?.properties ?? {}).length + (read?.omitted ?? 0)).toBe(2_000)
    const odd = {
      ['n'.repeat(101)]: { type: 'string' },
      nul: { type: 'string', default: '\0' },
      half: { type: 'string', default: '\ud800' },
      endless: { type: 'x'.repeat(5_000) },
      kept: { type: 'string' },
    }
    expect(actorInput({ actorDefinition: { input: { properties: odd, required: ['nul', 'kept'] } } })).toEqual({
      properties: { kept: { type: 'string' } },
      required: ['kept'],
      omitted: 4,
    })
  })

  it('never throws', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (text, input) => {
        actorInput({ inputSchema: JSON.stringify(text), actorDefinition: { input } })
      }),
    )
  })
})

describe('the name of an actor', () => {
  it.each([
    ['apify~instagram-scraper', 'apify~instagram-scraper'],
    ['apify/instagram-scraper', 'apify~instagram-scraper'],
    ['shu8hvrXbJbY3Eb9W', 'shu8hvrXbJbY3Eb9W'],
    ['', null],
    ['..', null],
    ['a~b~c', null],
    ['a/b/c', null],
    ['robin sample', null],
    ['x'.repeat(300), null],
    [7, null],
    [undefined, null],
  ])('%j is read as %j', (given, read) => {
    expect(readActorId(given)).toBe(read)
  })
})

describe('published runs', () => {
  const of = (publicActorRunStats30Days: unknown) => publishedRuns({ stats: { publicActorRunStats30Days } })

  it('count successes, failures and timeouts, and not the runs that their callers stopped', () => {
    expect(of({ SUCCEEDED: 970, FAILED: 20, 'TIMED-OUT': 10, ABORTED: 500, TOTAL: 1_500 })).toEqual({
      calls: 1_000,
      successes: 970,
    })
    expect(of({ SUCCEEDED: 5, TOTAL: 5 })).toEqual({ calls: 5, successes: 5 })
  })

  it.each([[undefined], [null], [{ SUCCEEDED: 'many' }], [{ SUCCEEDED: -1 }], [{ SUCCEEDED: 1e12 }]])(
    '%j has no counts',
    (runs) => {
      expect(of(runs)).toBeNull()
    },
  )
})
