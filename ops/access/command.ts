import { accountEmail } from '../../domain/accounts/email.ts'
import { linkOf } from '../../domain/accounts/mails.ts'
import { readToken } from '../../domain/keys/token.ts'
import { revokeToken } from '../../usecases/access/revoke-token.ts'
import { draftMail } from '../../db/access/account-mails/write.ts'
import { makeResetLink } from '../../usecases/access/make-reset-link.ts'
import type { SecretCipher } from '../../db/cipher.ts'
import type { Database } from '../../db/database.ts'

export interface AccessRequest {
  readonly words: readonly string[]
  /** The leaked key or token. */
  readonly token: string
  readonly actor: string
  readonly reason: string
  /** Only a link needs the encryption keys. */
  readonly cipher: () => Pick<SecretCipher, 'keysFor'>
  /** Where the link of a person leads. */
  readonly publicUrl: string
}

const refused = (line: string) => ({ line, done: false })

interface Done {
  readonly line: string
  readonly done: boolean
}

const USAGE = `npm run access -- revoke --reason "…" < a file with the key or token
npm run access -- link <e-mail address> --reason "…"`

/** The command behind `npm run access`; its output never holds the revoked token. */
export async function runAccess(db: Database, request: AccessRequest): Promise<Done> {
  const [verb, email] = request.words
  if (request.words.length !== (verb === 'link' ? 2 : 1)) return refused(USAGE)
  if (verb !== 'link' && verb !== 'revoke') return refused(USAGE)
  if (request.reason === '') return refused('State why: --reason "…". It is kept in the audit.')
  return verb === 'link' ? link(db, { ...request, email: accountEmail(email ?? '') }) : revoke(db, request)
}

/** A link for a person who cannot sign in, where the service sends no mails. */
async function link(
  db: Database,
  { email, actor, reason, cipher, publicUrl }: AccessRequest & { readonly email: string },
): Promise<Done> {
  const draft = draftMail(cipher(), { isSent: false })
  const made = await makeResetLink(db, draft, { email, actor, reason })
  if (!made) return refused('No person has this address, or five links were made within the hour.')
  return { line: linkOf(publicUrl, 'reset_password', draft.token), done: true }
}

async function revoke(db: Database, { token, actor, reason }: AccessRequest): Promise<Done> {
  if (readToken(token) === null)
    return refused('That is no key and no token of ours: it has another shape, or a character is wrong.')
  const found = await revokeToken(db, token, { actor, reason })
  if (found === null) return refused('No key and no session has this token.')
  const { kind, id, workspaceId, revokedBefore } = found
  return {
    line: `${kind} ${id} of ${workspaceId} ${revokedBefore === null ? 'is revoked' : `was revoked ${revokedBefore.toISOString()}`}`,
    done: true,
  }
}
