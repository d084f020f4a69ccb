/** A workspace cannot make the service write to many people who do not know it. */
export const INVITATIONS_PER_HOUR_MAX = 20

/** Over all workspaces: no person needs more of them, and one person with many workspaces sends no more. */
export const INVITATIONS_TO_ADDRESS_PER_HOUR_MAX = 5

/** What decides whether an address is invited. */
export interface InvitationState {
  /** Whether the address of the person who invites is confirmed. */
  readonly isConfirmed: boolean
  readonly isMember: boolean
  /** The invited address gets no invitations, at its reader's wish. */
  readonly refuses: boolean
  /** Members and open invitations to other addresses. */
  readonly people: number
  /** Invitations of the last hour: of this workspace. */
  readonly lately: number
  /** Invitations of the last hour: to this mailbox, by all workspaces. */
  readonly latelyToAddress: number
}

/** Why nothing was sent. `not_confirmed`: the address of the person who invites. `refuses`: that of the invited one. */
export type NotInvited =
  | 'not_confirmed'
  | 'is_member'
  | 'refuses'
  | 'too_many_people'
  | 'too_many_lately'
  | 'too_many_to_address'

/** Whether an invitation may be sent; null: it may. */
export function judgeInvitation(state: InvitationState, peopleMax: number): NotInvited | null {
  if (!state.isConfirmed) return 'not_confirmed'
  if (state.isMember) return 'is_member'
  if (state.refuses) return 'refuses'
  if (state.people >= peopleMax) return 'too_many_people'
  if (state.lately >= INVITATIONS_PER_HOUR_MAX) return 'too_many_lately'
  if (state.latelyToAddress >= INVITATIONS_TO_ADDRESS_PER_HOUR_MAX) return 'too_many_to_address'
  return null
}
