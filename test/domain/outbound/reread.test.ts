import { describe, expect, it } from '@jest/globals'
import { rereadSuppression } from '../../../domain/outbound/reread.ts'
import type { SuppressionKind } from '../../../domain/outbound/channels.ts'

describe('a suppression of an earlier reader', () => {
  it.each<[text: string, kind: SuppressionKind, value: string, today: string]>([
    ['*@wild.example', 'email', '*@wild.example', 'domain wild.example'],
    ["'s8@example.com", 'email', "'s8@example.com", 'email s8@example.com'],
    ['\u2068s4@example.com', 'email', '\u2068s4@example.com', 'email s4@example.com'],
    ['+52 1 55 1234 5678', 'phone', '+5215512345678', 'phone +525512345678'],
    ['https://www.linkedin.com/in/sup-one-1)', 'linkedin', 'in/sup-one-1)', 'linkedin in/sup-one-1'],
  ])('%j blocks on as %s %s, and as %s', (subject, kind, value, today) => {
    const read = rereadSuppression({ kind, value, subject })
    expect([read.reading, read.subject, `${read.today?.kind} ${read.today?.value}`]).toEqual(['old', subject, today])
  })

  it('is unchanged where its text means the same today', () => {
    expect(rereadSuppression({ kind: 'email', value: 'ada@example.com', subject: 'Ada@Example.com' })).toEqual({
      reading: 'current',
      subject: 'Ada@Example.com',
      today: null,
    })
  })

  // Without its network, the second would be a domain.
  it.each([
    ['@Ada', 'instagram:ada'],
    ['@ada.me', 'instagram:ada.me'],
  ])('%s shows the network of a handle that was named apart', (subject, value) => {
    expect(rereadSuppression({ kind: 'handle', value, subject })).toEqual({
      reading: 'current',
      subject: value,
      today: null,
    })
  })

  it('blocks as before where its text is no identity today', () => {
    expect(rereadSuppression({ kind: 'email', value: 'noemail@noemail.com', subject: 'noemail@noemail.com' })).toEqual({
      reading: 'kept',
      subject: 'noemail@noemail.com',
      today: null,
    })
  })
})
