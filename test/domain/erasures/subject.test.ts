import { describe, expect, it } from '@jest/globals'
import { readErasureSubject } from '../../../domain/erasures/subject.ts'

describe('the subject of an erasure', () => {
  it.each([
    ['Ada@Example.com', undefined, { kind: 'email', value: 'ada@example.com' }],
    ['https://de.linkedin.com/in/Ada-Example/?x=1', undefined, { kind: 'linkedin', value: 'in/ada-example' }],
    ['ada-example', 'linkedin', { kind: 'linkedin', value: 'in/ada-example' }],
    ['+1 (415) 555-2671', undefined, { kind: 'phone', value: '+14155552671' }],
    ['https://x.com/ada_example', undefined, { kind: 'handle', value: 'x:ada_example' }],
    ['instagram:ada.example', undefined, { kind: 'handle', value: 'instagram:ada.example' }],
  ] as const)('%s is read', (text, kind, subject) => {
    expect(readErasureSubject(text, kind)).toEqual({ kind: 'read', subject })
  })

  it.each([
    ['example.com', undefined, 'names no person'],
    ['Ada Example', undefined, 'names no person'],
    ['https://example.com/team/ada', undefined, 'names no person'],
    ['Ada Example', 'email', 'names no person'],
    ['https://www.linkedin.com/company/example', undefined, 'is the page of a company'],
    ['@ada_example', undefined, 'has no network'],
    ['', undefined, 'names no person'],
  ] as const)('%s is refused', (text, kind, reason) => {
    expect(readErasureSubject(text, kind)).toEqual({ kind: 'refused', reason: expect.stringContaining(reason) })
  })
})
