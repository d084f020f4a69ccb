import { describe, expect, it } from '@jest/globals'
import { picked } from '../../../../packages/cli/output/picked.ts'

const ANSWER =
  '{"id":"wh_1","secret":"whsec_a b","items":[{"id":"run_1","followers":12345678901234567890}],"none":null,"nested":{"a":[1]}}'

describe('what --field names', () => {
  it.each([
    ['id', 'wh_1'],
    ['id,secret', 'wh_1 whsec_a b'],
    ['items.0.id', 'run_1'],
    ['items.0.followers', '12345678901234567890'],
    ['none', ''],
    ['nested', '{"a":[1]}'],
  ])('%s is printed as %j', (names, line) => {
    expect(picked(ANSWER, names)).toBe(line)
  })

  it.each(['gone', 'items.1.id', 'id.length', 'id,gone'])('ends the command when it is missing: %s', (names) => {
    expect(() => picked(ANSWER, names)).toThrow(
      expect.objectContaining({ exitCode: 4, message: expect.stringContaining('--json shows its members') }),
    )
  })

  it('is empty for an answer that is not JSON', () => {
    expect(() => picked('key,status\n', 'key')).toThrow(expect.objectContaining({ exitCode: 4 }))
  })
})
