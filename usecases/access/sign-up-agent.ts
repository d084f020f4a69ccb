import { type DraftMail, writeClaimMail } from '../../db/access/account-mails/write.ts'
import { INSERT_AGENT_SIGN_UP } from '../../db/access/agents/sign-up.ts'
import { insertApiKey } from '../../db/access/api-keys/queries.ts'
import type { Database, Transaction } from '../../db/database.ts'
import { hashToken } from '../../db/hash-token.ts'
import { newId } from '../../db/ids.ts'
import { createWorkspace, type WelcomeCredit } from './create-workspace.ts'

export const SIGN_UP_AGENT: Transaction = { name: 'sign_up_agent', effect: true }

export interface AgentToSignUp {
  /** In the agent's own words. */
  readonly name: string
  readonly credit: WelcomeCredit
  /** The link for the person who claims the workspace. */
  readonly link: DraftMail
  /** In lower case; null: anyone who has the link may claim. */
  readonly ownerEmail: string | null
  /** Whether mails can reach the owner. */
  readonly isMailed: boolean
  /** When the link and the key end. */
  readonly expiresAt: Date
}

export interface AgentSignedUpNow {
  readonly workspaceId: string
  /** A sandbox key, shown once. */
  readonly testKey: string
  /** A mail to the owner was stored. */
  readonly isMailStored: boolean
}

/**
 * Creates a workspace in quarantine, with its wallets and a sandbox key that has limits. The key is inserted first:
 * once the sign-up is there, the database refuses every further one.
 */
export const signUpAgent = (db: Database, agent: AgentToSignUp): Promise<AgentSignedUpNow> =>
  db.transaction(SIGN_UP_AGENT, async (tx) => {
    const { name, credit, link, ownerEmail, isMailed, expiresAt } = agent
    const workspaceId = newId('ws')
    await createWorkspace(tx, { id: workspaceId, name, seededAs: null, credit })
    const terms = { budget: null, allow: {}, expiresAt, approver: false }
    const key = await insertApiKey(tx, { workspaceId, environment: 'test', name: 'Sandbox', terms })
    await tx.query(INSERT_AGENT_SIGN_UP, {
      workspaceId,
      apiKeyId: key.id,
      tokenHash: hashToken(link.token),
      ownerEmail,
      expiresAt,
    })
    const isMailStored =
      ownerEmail !== null && isMailed && (await writeClaimMail(tx, link, { email: ownerEmail, workspaceId }))
    return { workspaceId, testKey: key.key, isMailStored }
  })
