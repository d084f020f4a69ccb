import { expect, it } from '@jest/globals'
import { type PersonLink, readPersonLink, readPersonRequest, writePersonLink } from '../../../domain/law/person-link.ts'

const LINK: PersonLink = {
  workspaceId: 'ws_1',
  environment: 'live',
  runId: 'run_1',
  person: { kind: 'linkedin', value: 'in/robin-sample' },
}

it('the text of a link is read as it was written, and no other text is', () => {
  expect(readPersonLink(writePersonLink(LINK))).toEqual(LINK)
  for (const text of [
    'null',
    '{}',
    '[]',
    '["ws_1","live","run_1","domain","a.com"]',
    '["ws_1","both","r","email","a"]',
  ])
    expect(readPersonLink(text)).toBeNull()
})

it.each([
  ['request=objection', 'objection'],
  ['a=b&request=erasure\r\n', 'erasure'],
  ['request=other', null],
  ['List-Unsubscribe=One-Click', null],
  ['', null],
])('the body %j requests %s', (body, requested) => {
  expect(readPersonRequest(body)).toBe(requested)
})
