import { statement } from '../../statement.ts'

export const SET_PASSWORD_HASH = statement<{ userId: string; fromHash: string; toHash: string }, { email: string }>({
  name: 'set_password_hash',
  effect: 'within',
  text: 'update app_user set password_hash = :toHash where id = :userId and password_hash = :fromHash returning email',
})
