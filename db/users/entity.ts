import { defineEntity, p } from '@mikro-orm/core'

/** A person who signs in (decisions, "sign-in"); `user` alone is a reserved word in SQL. */
const AppUserSchema = defineEntity({
  name: 'AppUser',
  tableName: 'app_user',
  properties: {
    id: p.text().primary(),
    /** In lower case. */
    email: p.text(),
    /** A PHC string, with its own parameters and salt. */
    passwordHash: p.text(),
    workspaceId: p.text(),
    createdAt: p.datetime(),
  },
})
export class AppUser extends AppUserSchema.class {}
AppUserSchema.setClass(AppUser)
