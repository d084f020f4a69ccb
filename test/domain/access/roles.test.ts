import { describe, expect, it } from '@jest/globals'
import { leavesNoOwner } from '../../../domain/access/roles.ts'

describe('a workspace keeps an owner', () => {
  it.each([
    ['owner', 0, 'member', true],
    ['owner', 0, null, true],
    ['owner', 0, 'owner', false],
    ['owner', 1, 'viewer', false],
    ['owner', 1, null, false],
    ['member', 0, null, false],
    ['viewer', 0, 'owner', false],
  ] as const)('%s with %d other owners becomes %s: %s', (role, otherOwners, to, noOwner) => {
    expect(leavesNoOwner({ role, otherOwners }, to)).toBe(noOwner)
  })
})
