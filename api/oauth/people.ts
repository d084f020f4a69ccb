import { readPersonsWorkspace } from '../../db/users/queries.ts'
import { type Proving, provePerson } from '../proven.ts'
import type { People } from './interaction.ts'

/** The service's own people, who sign in here as they do at the dashboard, with the same limits. */
export const peopleOf = (proving: Proving): People => ({
  signIn: (email, password, clientAddress) => provePerson(proving, { email, password, clientAddress }),
  workspaceOf: (userId) => readPersonsWorkspace(proving.db, userId),
})
