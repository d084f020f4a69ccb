import Type from 'typebox'
import { ROLES } from '../../domain/access/roles.ts'
import { idPattern } from '../../domain/ids/ids.ts'
import { EmailAddress } from './auth.ts'
import { closed, nullable, oneOf, Timestamp } from './common.ts'
import { named } from './named.ts'

const UserId = Type.String({
  description: 'The id of the person.',
  pattern: idPattern('usr'),
  examples: ['usr_01j9zq3v6n4k8w2x5y7a9b1c3d'],
})
const InvitationId = Type.String({
  description: 'The id of the invitation.',
  pattern: idPattern('mail'),
  examples: ['mail_01j9zq3v6n4k8w2x5y7a9b1c3d'],
})
export const MemberRole = oneOf(ROLES, {
  description:
    'A viewer reads. A member also starts runs and changes data. An owner also decides over money, credentials, senders and people.',
})

export const Member = named(
  'Member',
  closed({
    id: UserId,
    email: Type.String(),
    role: MemberRole,
    you: Type.Boolean({ description: 'The person of this request.' }),
    since: Timestamp,
  }),
)

export const Invitation = named(
  'Invitation',
  closed({
    id: InvitationId,
    email: Type.String(),
    role: MemberRole,
    invited_by: nullable(Type.String(), { description: 'The address of the person who invites.' }),
    created_at: Timestamp,
    expires_at: Timestamp,
    sent_at: nullable(Timestamp, { description: 'When the mail server accepted the mail; null: not yet.' }),
    refusal: nullable(Type.String(), { description: 'Why the mail server refused the mail, in its words.' }),
  }),
)

export const MemberList = named(
  'MemberList',
  closed({
    items: Type.Array(Member, { description: 'Oldest first; at most 200.' }),
    invitations: Type.Array(Invitation, { description: 'Those that may still be accepted, newest first.' }),
  }),
)

export const InviteRequest = named('InviteRequest', closed({ email: EmailAddress, role: MemberRole }))
export const Invited = named(
  'Invited',
  closed({ id: InvitationId, email: Type.String(), role: MemberRole, expires_at: Timestamp }),
)
export const ChangeMemberRequest = named('ChangeMemberRequest', closed({ role: MemberRole }))
export const MemberParams = closed({ user_id: UserId })
export const MemberRemoved = named('MemberRemoved', closed({ id: UserId, removed: Type.Literal(true) }))
export const InvitationParams = closed({ invitation_id: InvitationId })
export const InvitationWithdrawn = named(
  'InvitationWithdrawn',
  closed({ id: InvitationId, withdrawn: Type.Literal(true) }),
)
