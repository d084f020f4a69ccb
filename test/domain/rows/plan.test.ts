import { describe, expect, it } from '@jest/globals'
import type { JsonObject } from '../../../domain/json/json.ts'
import type { KeyMode } from '../../../domain/tables/keys.ts'
import { planningRows, type RowsToPlan } from '../../../domain/rows/plan.ts'
import { ROWS_PER_TABLE_MAX } from '../../../domain/tables/limits.ts'
import { plannedTable, planRows } from './planned-table.ts'

const NOW = new Date('2026-11-21T12:00:00.000Z')

/** Plans writes one after the other in a table in memory; returns its rows, and the last write's plan. */
const write = (calls: readonly (readonly JsonObject[])[], more: Partial<RowsToPlan> = {}) => {
  const table = plannedTable(more.keyMode ?? 'auto')
  const plans = calls.map((rows, at) => table.write(rows, at === calls.length - 1 ? more : {}))
  return {
    rows: table.rows(),
    last: plans.at(-1) ?? planRows({ keyMode: 'auto', held: [], rows: [], mode: 'merge', status: null, now: NOW }),
  }
}

const outcomes = ({ last }: ReturnType<typeof write>) =>
  last.rows.map(({ outcome, indexes, state }) => [outcome, state.key, indexes])

describe('a write of rows', () => {
  it('inserts, updates and leaves alone, each row of the table once', () => {
    const written = write([
      [{ email: 'a@example.com', title: 'CTO' }, { email: 'b@example.com' }],
      [
        { email: 'b@example.com' },
        { email: 'A@Example.com', title: 'CEO' },
        { email: 'c@example.com' },
        { email: 'c@example.com', title: 'COO' },
      ],
    ])
    expect(outcomes(written)).toEqual([
      ['unchanged', 'b@example.com', [0]],
      ['updated', 'a@example.com', [1]],
      ['inserted', 'c@example.com', [2, 3]],
    ])
    expect(written.rows.map(({ data }) => data)).toEqual([
      { email: 'A@Example.com', title: 'CEO' },
      { email: 'b@example.com' },
      { email: 'c@example.com', title: 'COO' },
    ])
    expect(written.last.hints).toEqual([expect.stringContaining('1 row has the email, phone or other identity')])
  })

  it('takes one person who occurs in as many rows as a table may have', () => {
    const rows = Array.from({ length: ROWS_PER_TABLE_MAX }, () => ({ email: 'a@example.com' }))
    const plan = planRows({ keyMode: 'auto', held: [], rows, mode: 'merge', status: null, now: NOW })
    expect(plan.rows.map(({ outcome, indexes }) => [outcome, indexes.length])).toEqual([
      ['inserted', ROWS_PER_TABLE_MAX],
    ])
  }, 30_000)

  it('merges one person through any of their identities', () => {
    const { rows } = write([
      [{ linkedin_url: 'linkedin.com/in/ada', title: 'CTO' }],
      [{ email: 'ada@example.com', linkedin: 'https://de.linkedin.com/in/ADA/' }],
      [{ email: 'ada@example.com', phone: '+1 555 010 0123' }],
      [{ mobile: '+15550100123', city: 'London' }],
    ])
    expect(rows).toMatchObject([{ key: 'ada@example.com', data: { title: 'CTO', city: 'London' } }])
  })

  it('reports when a row is found though it has another email', () => {
    const calls = [
      [{ email: 'a@example.com', linkedin: 'linkedin.com/in/a' }],
      [{ email: 'b@example.com', linkedin: 'linkedin.com/in/a' }],
    ]
    expect(write(calls).last.hints).toEqual([expect.stringContaining('another email')])
    expect(
      write([
        [{ email: 'a@example.com', phone: '+15550100123' }],
        [{ email: 'a@example.com', work_email: 'b@example.com' }],
      ]).last.hints,
    ).toEqual([])
    expect(write(calls, { keyMode: 'email' })).toMatchObject({
      rows: [{ key: 'a@example.com' }, { key: 'b@example.com' }],
      last: { hints: [] },
    })
  })

  it('finds a row by an address that a newer one has replaced', () => {
    const { rows } = write([
      [{ email: 'old@example.com', linkedin: 'linkedin.com/in/ada' }],
      [{ email: 'new@example.com', linkedin: 'linkedin.com/in/ada' }],
      [{ email: 'old@example.com', city: 'London' }],
    ])
    expect(rows).toMatchObject([{ key: 'old@example.com', data: { city: 'London' } }])
    expect(rows[0]?.identities.map(({ value }) => value).toSorted()).toEqual([
      'in/ada',
      'new@example.com',
      'old@example.com',
    ])
  })

  it('refuses a row that names two different rows, also when the same call has inserted them', () => {
    const both = { email: 'a@example.com', linkedin: 'linkedin.com/in/a', title: 'never' }
    const apart: JsonObject[] = [{ email: 'a@example.com' }, { linkedin: 'linkedin.com/in/a' }]
    for (const calls of [[apart, [both]], [[...apart, both]]]) {
      const { last, rows } = write(calls)
      expect(last.conflicts).toEqual([
        {
          index: calls.length === 1 ? 2 : 0,
          keys: ['a@example.com', 'https://www.linkedin.com/in/a'],
          reason: expect.any(String),
        },
      ])
      expect(rows.map(({ data }) => data)).toEqual(apart)
    }
  })

  it('finds a conflict that only held and new values together cause', () => {
    const { last, rows } = write([
      [
        { email: 'a@example.com', handle: 'ada', platform: 'x' },
        { handle: 'ada', platform: 'tiktok' },
      ],
      [{ email: 'a@example.com', platform: 'tiktok' }],
    ])
    expect(last.conflicts).toMatchObject([{ index: 0, keys: ['a@example.com', 'tiktok:ada'] }])
    expect(rows[0]?.data).toEqual({ email: 'a@example.com', handle: 'ada', platform: 'x' })
  })

  it.each<[string, JsonObject, KeyMode, RegExp]>([
    ['nobody', { city: 'London' }, 'auto', /has nothing that identifies who/],
    [
      'an employer and a name',
      { domain: 'example.com', full_name: 'Ada Example' },
      'auto',
      /domain next to a person's name/,
    ],
    ['an unreadable email', { email: 'ada at home' }, 'auto', /`email` is not an email address/],
    [
      'an email that is a placeholder',
      { email: 'n/a' },
      'auto',
      /1 value means that nothing is known.* it is in `email`/,
    ],
    ['a phone that is a number', { phone: 4155550132 }, 'auto', /`phone` is a number, .* write it as text .*"\+1/],
    ['a profile that is a number', { linkedin_url: 7 }, 'auto', /`linkedin_url` is a number: write it as text/],
    ['a phone without its country', { phone: '555 0100' }, 'phone', /country's code/],
    ['a phone that Excel has rounded', { phone: '4,93023E+11' }, 'auto', /`phone` was rounded by a spreadsheet/],
    ["another identity than the table's key", { linkedin: 'linkedin.com/in/a' }, 'email', /`email`/],
    ['an empty field', { sku: '', email: 'a@example.com' }, 'field:sku', /`sku`/],
    ['too much data', { email: 'a@example.com', note: 'x'.repeat(17_000) }, 'auto', /16384 bytes/],
    ['a status that is not a text', { email: 'a@example.com', status: 5 }, 'auto', /`status`/],
    ['a time that is not a time', { email: 'a@example.com', next_at: 'soon' }, 'auto', /`next_at`/],
  ])('refuses a row with %s', (_, row, keyMode, reason) => {
    const { last, rows } = write([[row]], { keyMode })
    expect([last.refused, last.conflicts, rows]).toEqual([
      [{ index: 0, reason: expect.stringMatching(reason) }],
      [],
      [],
    ])
  })

  it('refuses a value that would connect more identities than one row can have', () => {
    const shared = Array.from({ length: 101 }, (_, number) => ({
      email: `p${number}@example.com`,
      linkedin: 'linkedin.com/in/shared',
    }))
    const { last, rows } = write([shared])
    expect([rows.length, last.refused.map(({ index }) => index)]).toEqual([1, [99, 100]])
  })
})

describe('the members outside of the data', () => {
  it('gives the status of the call to rows that it creates, and to no other', () => {
    const { rows } = write(
      [
        [{ email: 'a@example.com', status: 'won' }],
        [{ email: 'a@example.com' }, { email: 'b@example.com' }, { email: 'c@example.com', status: 'lost' }],
      ],
      { status: 'new' },
    )
    expect(rows.map(({ status }) => status)).toEqual(['won', 'new', 'lost'])
  })

  it('takes a newer status and time, never an empty one, and keeps none of it as data', () => {
    const { rows } = write([
      [{ email: 'a@example.com', status: 'new', next_at: '+1d' }],
      [{ email: 'a@example.com', status: 'won', next_at: null }],
      [{ email: 'a@example.com', status: ' ' }],
    ])
    expect(rows).toMatchObject([{ status: 'won', nextAt: new Date('2026-11-22T12:00:00.000Z') }])
    expect(rows[0]?.data).toEqual({ email: 'a@example.com' })
  })

  it('ignores members that the service sets, and reports that', () => {
    const { last, rows } = write([
      [
        {
          email: 'a@example.com',
          key: 'x',
          touches: 9,
          last_touch_at: 'x',
          last_touch_channel: 'email',
          last_reply_at: 'x',
          last_reply_class: 'reply',
          row_created_at: 'x',
          row_updated_at: 'x',
        },
      ],
    ])
    expect(rows[0]?.data).toEqual({ email: 'a@example.com' })
    expect(last.hints).toEqual([
      'Ignored, because the service maintains them: `key`, `touches`, `last_touch_at`, `last_touch_channel`, `last_reply_at`, `last_reply_class`, `row_created_at`, `row_updated_at`.',
    ])
  })

  it('reports values that are not identities', () => {
    expect(
      write([
        [
          { email: 'a@example.com', phone: '555' },
          { email: 'b@example.com', phone: '556' },
        ],
      ]).last.hints,
    ).toEqual([expect.stringMatching(/^In 2 rows `phone` is not a phone number/)])
  })
})

describe('replace', () => {
  it('replaces all the data and the earlier identities, and keeps the members outside of the data', () => {
    const { rows } = write(
      [
        [{ email: 'old@example.com', linkedin: 'linkedin.com/in/ada', title: 'CTO', status: 'won' }],
        [{ email: 'new@example.com', linkedin: 'linkedin.com/in/ada' }],
        [{ linkedin: 'linkedin.com/in/ada', city: 'London' }],
      ],
      { mode: 'replace' },
    )
    expect(rows).toEqual([
      {
        id: 1n,
        key: 'https://www.linkedin.com/in/ada',
        data: { linkedin: 'linkedin.com/in/ada', city: 'London' },
        status: 'won',
        nextAt: null,
        identities: [{ kind: 'linkedin', value: 'in/ada', merges: true }],
      },
    ])
  })

  it('treats an empty status as a value', () => {
    expect(
      write([[{ email: 'a@example.com', status: 'won' }], [{ email: 'a@example.com', status: null }]], {
        mode: 'replace',
      }).rows,
    ).toMatchObject([{ status: null }])
  })
})

describe('the work of a long write', () => {
  it('pauses after each row, so that other requests can proceed', () => {
    const rows = Array.from({ length: 20 }, (_, index) => ({ email: `p${index}@example.com` }))
    const work = planningRows({ keyMode: 'auto', held: [], rows, mode: 'merge', status: null, now: NOW })
    let stops = 0
    while (work.next().done !== true) stops += 1
    // Once when the row is matched, and once when its outcome is reported.
    expect(stops).toBe(2 * rows.length)
  })
})
