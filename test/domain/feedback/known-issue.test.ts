import { describe, expect, it } from '@jest/globals'
import { type IssueMatcher, type KnownIssue, matchIssue } from '../../../domain/feedback/known-issue.ts'
import type { FeedbackReport } from '../../../domain/feedback/report.ts'

const issue = (id: string, matcher: Partial<IssueMatcher>): KnownIssue => ({
  id,
  title: id,
  status: 'planned',
  workaround: null,
  matcher: { endpoint: null, types: [], words: [], ...matcher },
})
const REPORT: FeedbackReport = {
  type: 'bug',
  goal: 'Generate a list',
  message: 'The rate   limit is too low.',
  endpoint: 'contact.find',
}

describe('which known issue a report is about', () => {
  it.each<[string, Partial<IssueMatcher>, Partial<FeedbackReport>, boolean]>([
    ['the endpoint', { endpoint: 'contact.find' }, {}, true],
    ['the endpoint in other case', { endpoint: 'Contact.Find' }, {}, true],
    ['another endpoint', { endpoint: 'contact.phone' }, {}, false],
    ['a longer endpoint', { endpoint: 'contact' }, {}, false],
    ['a prefix', { endpoint: 'contact.*' }, {}, true],
    ['a path with method, slash and query', { endpoint: '/v1/run' }, { endpoint: 'POST /v1/run/?x=1' }, true],
    [
      'an endpoint that the report does not name',
      { endpoint: 'contact.find' },
      { endpoint: undefined as never },
      false,
    ],
    ['a phrase with other spaces and letters', { words: ['RATE limit'] }, {}, true],
    ['a word within another', { words: ['rat'] }, {}, false],
    ['a word of the expected result', { words: ['thousand'] }, { expected: 'A thousand a minute' }, true],
    ['a word in the evidence', { words: ['boom'] }, { evidence: { response_excerpt: 'boom' } }, true],
    ['one word of two', { words: ['limit', 'absent'] }, {}, false],
    ['the type as well', { endpoint: 'contact.find', types: ['bug', 'other'] }, {}, true],
    ['another type', { endpoint: 'contact.find', types: ['performance'] }, {}, false],
    ['a type alone', { types: ['bug'] }, {}, false],
    ['a star alone', { endpoint: '*' }, {}, false],
  ])('%s', (_, matcher, more, fits) => {
    expect(matchIssue({ ...REPORT, ...more }, [issue('a', matcher)])?.id ?? null).toBe(fits ? 'a' : null)
  })

  it('takes the narrowest, and the first among equals', () => {
    const issues = [
      issue('prefix', { endpoint: 'contact.*' }),
      issue('first', { endpoint: 'contact.find', words: ['limit'] }),
      issue('second', { endpoint: 'contact.find', words: ['rate'] }),
    ]
    expect(matchIssue(REPORT, issues)?.id).toBe('first')
  })
})
