import { statement } from '../../statement.ts'

export const SET_VERIFIED = statement<{ userId: string; email: string }, { verifiedAt: Date }>({
  name: 'set_email_verified',
  effect: 'within',
  text: `update app_user set email_verified_at = coalesce(email_verified_at, clock_timestamp())
    where id = :userId and email = :email returning email_verified_at as "verifiedAt"`,
})
