import { describe, expect, it } from '@jest/globals'
import type { Json } from '../../../domain/json/json.ts'
import { keptData, mergeData } from '../../../domain/rows/merge.ts'
import { resultRows } from '../../../domain/rows/result-rows.ts'
import { recordedChange } from '../../../domain/rows/record.ts'
import { at } from '../../support/http.ts'

const post = (handle: string | null, id: number, more = {}) => ({
  platform: 'x',
  handle,
  author_name: handle === null ? null : handle.toUpperCase(),
  author_url: null,
  post_url: `https://x.com/post/${id}`,
  text: `post ${id}`,
  posted_at: null,
  likes: id,
  comments: null,
  shares: 0,
  ...more,
})

describe('the rows of a result', () => {
  it('posts become their authors, one row per creator, with the posts as signals in their order', () => {
    const rows = resultRows({
      capability: 'social.search',
      input: {},
      result: { items: [post('ada', 1), post('bob', 2), post('Ada', 3)] },
    })
    expect(rows).toEqual([
      {
        platform: 'x',
        handle: 'ada',
        name: 'ADA',
        signals: [
          { post_url: 'https://x.com/post/1', text: 'post 1', likes: 1, shares: 0 },
          { post_url: 'https://x.com/post/3', text: 'post 3', likes: 3, shares: 0 },
        ],
      },
      {
        platform: 'x',
        handle: 'bob',
        name: 'BOB',
        signals: [{ post_url: 'https://x.com/post/2', text: 'post 2', likes: 2, shares: 0 }],
      },
    ])
  })

  it('an author is identified by the address of the profile where the list has no handle', () => {
    const rows = resultRows({
      capability: 'social.search',
      input: {},
      result: { items: [post(null, 1, { author_name: 'Ada', author_url: 'https://x.com/ada' }), post('ada', 2)] },
    })
    expect(rows).toHaveLength(1)
    expect(rows[0]).toMatchObject({ handle: 'ada', profile_url: 'https://x.com/ada' })
  })

  it('authors on LinkedIn are their profiles', () => {
    const linkedin = { platform: 'linkedin', author_name: 'Ada' }
    const rows = resultRows({
      capability: 'social.comments',
      input: {},
      result: {
        items: [
          post(null, 1, { ...linkedin, author_url: 'https://www.linkedin.com/in/ada/' }),
          post(null, 2, { ...linkedin, author_url: 'https://linkedin.com/in/Ada?x=1' }),
        ],
      },
    })
    expect(rows).toHaveLength(1)
    expect(rows[0]).toMatchObject({ linkedin_url: 'https://www.linkedin.com/in/ada/', signals: [{}, {}] })
  })

  it('comments of one author under one post are all kept, also where the network gives them no address', () => {
    const comment = (text: string, url: string | null) => post('ada', 1, { comment_url: url, text })
    const [row = {}] = resultRows({
      capability: 'social.comments',
      input: {},
      result: {
        items: [comment('First.', null), comment('Second.', null), comment('Third.', 'https://x.com/post/1/c/3')],
      },
    })
    const kept = mergeData(keptData(row), row)['signals']
    expect([kept].flat().map((signal) => at(signal, 'text'))).toEqual(['First.', 'Second.', 'Third.'])
  })

  it('posts of unknown authors stay apart', () => {
    expect(
      resultRows({ capability: 'social.search', input: {}, result: { items: [post(null, 1), post(null, 2)] } }),
    ).toHaveLength(2)
  })

  it('people and companies become rows as they are listed, without unknown fields', () => {
    const person = {
      full_name: 'Ada Example',
      title: null,
      linkedin_url: 'https://www.linkedin.com/in/ada',
      email: null,
      domain: 'example.com',
    }
    expect(resultRows({ capability: 'person.search', input: {}, result: { items: [person], total: 1 } })).toEqual([
      { full_name: 'Ada Example', linkedin_url: 'https://www.linkedin.com/in/ada', domain: 'example.com' },
    ])
  })

  it('a single record is one row that includes the identity from the request', () => {
    expect(
      resultRows({
        capability: 'contact.find',
        input: { full_name: 'Ada Example', domain: 'example.com' },
        result: { email: 'ada@example.com', title: null, domain: null, simulated: true },
      }),
    ).toEqual([{ full_name: 'Ada Example', domain: 'example.com', email: 'ada@example.com' }])
  })

  it('a person is known by the first of the emails and phones found', () => {
    expect(
      resultRows({
        capability: 'person.enrich',
        input: { linkedin_url: 'https://www.linkedin.com/in/ada' },
        result: { emails: ['ada@example.com', 'a@example.org'], phones: [] },
      }),
    ).toMatchObject([{ linkedin_url: 'https://www.linkedin.com/in/ada', email: 'ada@example.com' }])
  })

  it.each([
    ['a list', [{ email: 'a@example.com' }, { email: 'b@example.com' }]],
    [
      'a list in an envelope',
      { meta: { tags: [{ x: 1 }] }, data: { people: [{ email: 'a@example.com' }, { email: 'b@example.com' }] } },
    ],
    ['tasks with results', { tasks: [{ id: 1, result: [{ email: 'a@example.com' }, { email: 'b@example.com' }] }] }],
  ])('a raw payload becomes its longest list of objects: %s', (_, result) => {
    expect(resultRows({ capability: null, input: {}, result })).toEqual([
      { email: 'a@example.com' },
      { email: 'b@example.com' },
    ])
  })

  it.each<Json>([null, 'text', 7, [], {}, { items: 'none' }, { items: null }])('of %j are none', (result) => {
    expect(
      resultRows({ capability: 'person.search', input: {}, result }).filter(
        (row) => Object.keys(row).length > 0 && row['items'] === undefined,
      ),
    ).toEqual([])
  })

  it('a raw payload of any depth is searched, and a list too deep in it is ignored', () => {
    let deep: Json = [{ email: 'ada@example.com' }]
    for (let depth = 0; depth < 4_000; depth += 1) deep = [deep]
    expect(resultRows({ capability: null, input: {}, result: deep })).toEqual([])
    expect(
      resultRows({ capability: null, input: {}, result: [{ email: 'ada@example.com', deep, near: [[1]] }] }),
    ).toEqual([{ email: 'ada@example.com', near: [[1]] }])
    expect(
      recordedChange(
        { set: null, save: 'all', on_miss: null },
        { status: 'succeeded', capability: null, result: { deep, near: 1 }, now: new Date(0) },
      )?.saved,
    ).toEqual(['near'])
  })

  it('never change the members that a row has outside of its data', () => {
    expect(
      resultRows({
        capability: 'contact.verify',
        input: { email: 'ada@example.com' },
        result: { email: 'ada@example.com', status: 'invalid', score: 3 },
      }),
    ).toEqual([{ email: 'ada@example.com', email_status: 'invalid', score: 3 }])
    expect(
      resultRows({
        capability: null,
        input: {},
        result: [{ email: 'ada@example.com', status: 200, next_at: 'soon', key: 'k', touches: 9 }],
      }),
    ).toEqual([{ email: 'ada@example.com' }])
  })
})
