import type { Static } from 'typebox'
import type { StoredMember } from '../../../db/access/members/members.ts'
import type { Principal } from '../../../domain/access/principal.ts'
import type { Member } from '../../schemas/member.ts'

export const presentMember = (
  { userId, email, role, since }: StoredMember,
  caller: Principal,
): Static<typeof Member> => ({
  id: userId,
  email,
  role,
  you: caller.kind === 'session' && caller.userId === userId,
  since: since.toISOString(),
})
