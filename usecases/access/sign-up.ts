import { insertApiKey } from '../../db/access/api-keys/queries.ts'
import type { BeforeCommit, Database, Transaction } from '../../db/database.ts'
import { newId } from '../../db/ids.ts'
import { INSERT_USER } from '../../db/access/users/sign-up.ts'
import { createWorkspace, type WelcomeCredit } from './create-workspace.ts'
import { type NewSession, openSession } from './sign-in.ts'

export const SIGN_UP: Transaction = { name: 'sign_up', effect: true }

export interface SignUp {
  /** In lower case. */
  readonly email: string
  readonly passwordHash: string
  readonly workspace: string
  readonly credit: WelcomeCredit
  /** A mail that confirms the address is sent: until then the workspace is in quarantine. */
  readonly awaitsConfirmation: boolean
  /** Of the client that signs up; null: it sent none. */
  readonly userAgent: string | null
}

export interface SignedUp {
  readonly kind: 'signed up'
  readonly userId: string
  readonly workspaceId: string
  readonly session: NewSession
  /** A sandbox key, shown once. */
  readonly testKey: string
}

/**
 * Creates a person, the workspace with its wallets, a session and a sandbox key: all of it, or nothing when the address
 * is taken.
 */
export const signUp = (
  db: Database,
  { email, passwordHash, workspace, credit, awaitsConfirmation, userAgent }: SignUp,
  beforeCommit: BeforeCommit<{ readonly workspaceId: string; readonly userId: string }>,
): Promise<SignedUp | { readonly kind: 'taken' }> =>
  db.transaction(SIGN_UP, async (tx) => {
    const workspaceId = newId('ws')
    const [user] = await tx.query(INSERT_USER, { id: newId('usr'), email, passwordHash, workspaceId })
    if (user === undefined) return { kind: 'taken' }
    await createWorkspace(tx, { id: workspaceId, name: workspace, seededAs: null, credit, awaitsConfirmation })
    const key = await insertApiKey(tx, { workspaceId, environment: 'test', name: 'Sandbox' })
    const session = await openSession(tx, { userId: user.id, workspaceId, userAgent })
    await beforeCommit(tx, { workspaceId, userId: user.id })
    return { kind: 'signed up', userId: user.id, workspaceId, session, testKey: key.key }
  })
