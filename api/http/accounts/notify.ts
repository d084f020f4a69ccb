import Type from 'typebox'
import type { SecretCipher } from '../../../db/cipher.ts'
import type { Database } from '../../../db/database.ts'
import { readLinkName } from '../../../db/outreach/messaging-accounts/link-name.ts'
import { type AccountLink, findAccountLink } from '../../../db/outreach/messaging-accounts/links.ts'
import { bindAccount } from '../../../usecases/outreach/bind-account.ts'
import type { ProviderCaller } from '../../../workflows/starters/provider-operations.ts'
import type { DeliveryStarter } from '../../../workflows/starters/deliveries.ts'
import { BODY_BYTES } from '../../body/limits.ts'
import { Problem } from '../../errors/problem.ts'
import { defineRoute } from '../../route/route.ts'
import { AnyQuery, closed } from '../../schemas/common.ts'
import { NOTIFY_PATH } from './connect.ts'

export interface NotifyDeps {
  readonly db: Database
  readonly cipher: SecretCipher
  readonly providerCaller: ProviderCaller
  readonly deliveries: Pick<DeliveryStarter, 'startAll'>
}

/** The provider's ids have about twenty characters. */
const ID_LENGTH_MAX = 200

/** What the provider's page reports; further members are allowed. */
const AccountNotice = Type.Object(
  {
    status: Type.String({ maxLength: 100 }),
    account_id: Type.String({ minLength: 1, maxLength: ID_LENGTH_MAX }),
    name: Type.String({ maxLength: ID_LENGTH_MAX }),
  },
  { additionalProperties: true },
)

const DONE: ReadonlySet<string> = new Set(['CREATION_SUCCESS', 'RECONNECTED'])

/**
 * Decisions, "accounts": the outcome of a link. The page's request carries no secret header, so the owner of the
 * account follows from the name that the link carried, which only this service can make: a forged name binds nothing.
 */
export const receiveConnectedAccount = (deps: NotifyDeps) =>
  defineRoute({
    operationId: 'receiveConnectedAccount',
    method: 'POST',
    path: NOTIFY_PATH,
    summary: 'Account connection callback',
    description:
      'Unipile calls this route after a person has connected an account with the link from `POST /v1/{network}/accounts`. The name in the body identifies the link and its workspace.',
    tags: ['Inbound'],
    spec: '4.13',
    access: 'public',
    maxBodyBytes: BODY_BYTES.medium,
    query: AnyQuery,
    body: AccountNotice,
    bodyExamples: {
      connected: {
        summary: 'A person has signed in',
        value: {
          status: 'CREATION_SUCCESS',
          account_id: 'e54m8LR22bA7G5qsAc8w',
          name: 'link_01j9zq3v6n4k8w2x5y7a9b1c3d.1.zAjCj6xECV',
        },
      },
    },
    responses: { 200: { description: 'The account is connected.', schema: closed({ received: Type.Literal(true) }) } },
    errors: ['unauthorized', 'conflict'],
    async handler({ body, requestId, log, reply }) {
      const linkId = readLinkName(deps.cipher, body.name)
      if (linkId === null)
        throw new Problem('unauthorized', 'This service did not issue this name.', { param: '/name' })
      const link = await findAccountLink(deps.db, linkId)
      if (link === null || link.provider === 'sandbox')
        throw new Problem('unauthorized', 'The link of this name has expired.', { param: '/name' })
      if (!DONE.has(body.status.toUpperCase())) return reply(200, { received: true })
      const bound = await bindAccount(deps.db, linkId, {
        externalId: body.account_id,
        name: await nameOf(deps, link, { account: body.account_id, requestId }),
      })
      if (bound.kind !== 'bound') {
        log.warn({ link_id: linkId, reason: bound.kind }, 'account_binding_rejected')
        throw new Problem('conflict', 'This account belongs to another workspace, or the link has been used.', {
          param: '/account_id',
        })
      }
      deps.deliveries.startAll(bound.deliveries)
      log.info({ link_id: linkId, account_id: bound.accountId, workspace_id: link.workspaceId }, 'account_connected')
      return reply(200, { received: true })
    },
  })

const TITLES = { linkedin: 'LinkedIn', instagram: 'Instagram', whatsapp: 'WhatsApp', gmail: 'Gmail' } as const

/**
 * The provider's name for the account; reading it also verifies that the account exists and is of the link's network.
 * While the provider is unreachable, the link's network names the account: the provider may not report a second time.
 */
async function nameOf(
  { providerCaller, cipher }: NotifyDeps,
  link: AccountLink,
  { account, requestId }: { readonly account: string; readonly requestId: string },
): Promise<string> {
  const { workspaceId, environment, provider, id: linkId, network } = link
  const plain = `${TITLES[network]} account`
  const reply = await providerCaller.call(`account:${requestId}`, {
    kind: 'read_account',
    workspaceId,
    environment,
    provider,
    connectionId: link.connectionId,
    linkId,
    account,
    network,
  })
  if (reply.kind === 'unanswered') return plain
  if ('failed' in reply.answer) {
    if (reply.answer.failed === 'other')
      throw new Problem('conflict', 'The account belongs to another network than the link.', {
        param: '/account_id',
      })
    return plain
  }
  const opened = cipher.open({ workspaceId, provider, connectionId: linkId }, reply.answer.name)
  return (opened.kind === 'opened' ? opened.credential.trim().slice(0, ID_LENGTH_MAX) : '') || plain
}
