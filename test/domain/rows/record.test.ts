import { describe, expect, it } from '@jest/globals'
import { recordedChange } from '../../../domain/rows/record.ts'

const now = new Date('2026-11-21T12:00:00Z')
const result = {
  simulated: true,
  email: 'ada@example.com',
  title: null,
  skills: [],
  company: { name: 'Example', domain: 'example.com' },
  note: '  ',
  'a.b': 'literal',
  a: { b: 'nested' },
}
const link = { set: null, save: null, on_miss: null }
const recorded = (
  more: object,
  status: 'succeeded' | 'no_match' | 'failed' | 'blocked' | 'timed_out' = 'succeeded',
) => {
  const change = recordedChange({ ...link, ...more }, { status, capability: 'person.enrich', result, now })
  if (change === null) return null
  const {
    set: { fields, ignored: _ignored, emptied: _emptied, ...rest },
    saved,
  } = change
  return { saved, change: { ...rest, data: Object.fromEntries(fields) } }
}

describe('what a run records', () => {
  it('all that the result has, and no more', () => {
    expect(recorded({ save: 'all' })).toEqual({
      saved: ['email', 'company', 'a.b', 'a'],
      change: {
        data: {
          email: 'ada@example.com',
          company: { name: 'Example', domain: 'example.com' },
          'a.b': 'literal',
          a: { b: 'nested' },
        },
      },
    })
  })

  it('the verdict of a verification as `email_status`, separate from the status that is the workspace’s own', () => {
    const verified = { email: 'ada@example.com', status: 'valid', score: 97 }
    const saved = (save: 'all' | Record<string, string>) =>
      recordedChange({ ...link, save }, { status: 'succeeded', capability: 'contact.verify', result: verified, now })
    expect(Object.fromEntries(saved('all')?.set.fields ?? [])).toEqual({
      email: 'ada@example.com',
      email_status: 'valid',
      score: 97,
    })
    expect(saved({ status: 'verdict' })?.saved).toEqual(['verdict'])
  })

  it('a map of result field to row field, through objects, a literal name first', () => {
    expect(
      recorded({
        save: {
          email: 'work_email',
          'company.name': 'employer',
          'a.b': 'first',
          title: 'title',
          'company.nothing': 'x',
          'email.length': 'y',
        },
      }),
    ).toEqual({
      saved: ['work_email', 'employer', 'first'],
      change: { data: { work_email: 'ada@example.com', employer: 'Example', first: 'literal' } },
    })
  })

  it('`set` with relative times, which overrides the saved fields', () => {
    expect(
      recorded({
        save: { email: 'email' },
        set: { status: 'found', next_at: '+4d', email: 'own@example.com', old: null },
      }),
    ).toEqual({
      saved: ['email'],
      change: {
        status: 'found',
        nextAt: new Date('2026-11-25T12:00:00Z'),
        data: { email: 'own@example.com', old: null },
      },
    })
  })

  it('`on_miss` on a miss only', () => {
    const more = { set: { status: 'found' }, save: 'all', on_miss: { status: 'missed' } }
    expect(recorded(more, 'no_match')).toEqual({ saved: [], change: { status: 'missed', data: {} } })
    expect(recorded({ set: { status: 'found' } }, 'no_match')).toBeNull()
  })

  it.each(['failed', 'blocked', 'timed_out'] as const)('nothing of a run that ended %s', (status) => {
    expect(recorded({ set: { status: 'found' }, save: 'all', on_miss: { status: 'missed' } }, status)).toBeNull()
  })

  it.each(['key', 'touches', 'status', 'next_at', 'last_touch_at'])(
    'no result fills the field %s of a row',
    (field) => {
      expect(recorded({ save: { email: field } })).toEqual({ saved: [], change: { data: {} } })
    },
  )
})
