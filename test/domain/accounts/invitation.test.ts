import { describe, expect, it } from '@jest/globals'
import {
  INVITATIONS_PER_HOUR_MAX,
  INVITATIONS_TO_ADDRESS_PER_HOUR_MAX,
  type InvitationState,
  judgeInvitation,
  type NotInvited,
} from '../../../domain/accounts/invitation.ts'

const FREE: InvitationState = {
  isConfirmed: true,
  isMember: false,
  refuses: false,
  people: 4,
  lately: INVITATIONS_PER_HOUR_MAX - 1,
  latelyToAddress: INVITATIONS_TO_ADDRESS_PER_HOUR_MAX - 1,
}
const PEOPLE_MAX = 5

/** Each row differs from one that may be sent by one member, or by two, of which the first counts. */
const ROWS: readonly (readonly [Partial<InvitationState>, NotInvited | null])[] = [
  [{}, null],
  [{ isConfirmed: false }, 'not_confirmed'],
  [{ isMember: true }, 'is_member'],
  [{ refuses: true }, 'refuses'],
  [{ people: PEOPLE_MAX }, 'too_many_people'],
  [{ lately: INVITATIONS_PER_HOUR_MAX }, 'too_many_lately'],
  [{ latelyToAddress: INVITATIONS_TO_ADDRESS_PER_HOUR_MAX }, 'too_many_to_address'],
  [{ isConfirmed: false, isMember: true }, 'not_confirmed'],
  [{ isMember: true, people: PEOPLE_MAX }, 'is_member'],
  [{ refuses: true, latelyToAddress: INVITATIONS_TO_ADDRESS_PER_HOUR_MAX }, 'refuses'],
]

describe('an invitation', () => {
  it.each(ROWS)('%j: %s', (differs, judged) => {
    expect(judgeInvitation({ ...FREE, ...differs }, PEOPLE_MAX)).toBe(judged)
  })
})
