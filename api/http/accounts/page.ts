import Type from 'typebox'
import type { MessagingNetwork } from '../../../domain/senders/sender.ts'
import type { SecretCipher } from '../../../db/cipher.ts'
import type { Database } from '../../../db/database.ts'
import { readLinkName } from '../../../db/outreach/messaging-accounts/link-name.ts'
import { type AccountLink, findAccountLink } from '../../../db/outreach/messaging-accounts/links.ts'
import { bindAccount } from '../../../usecases/outreach/bind-account.ts'
import { findOwnAccount } from '../../../db/outreach/messaging-accounts/queries.ts'
import type { DeliveryStarter } from '../../../workflows/starters/deliveries.ts'
import { HTML, htmlPage, pageHeaders } from '../../html/html.ts'
import { Problem } from '../../errors/problem.ts'
import { defineRoute } from '../../route/route.ts'
import { AnyQuery, closed } from '../../schemas/common.ts'

export interface PageDeps {
  readonly db: Database
  readonly cipher: SecretCipher
  readonly deliveries: Pick<DeliveryStarter, 'startAll'>
}

const LinkParams = closed({ link: Type.String({ maxLength: 200 }) })
const TITLES: Readonly<Record<MessagingNetwork, string>> = {
  linkedin: 'LinkedIn',
  instagram: 'Instagram',
  whatsapp: 'WhatsApp',
  gmail: 'Gmail',
}

/**
 * The sandbox's replacement of a network's sign-in: a page that states what it is. Every holder of the link may press
 * its button.
 */
export const showSimulatedConnect = (deps: PageDeps) =>
  defineRoute({
    operationId: 'showSimulatedConnect',
    method: 'GET',
    path: '/connect/{link}',
    summary: 'Show the simulated account page',
    tags: ['Senders'],
    spec: '4.13',
    access: 'public',
    documented: false,
    query: AnyQuery,
    params: LinkParams,
    responses: { 200: { description: 'The page.', ...HTML } },
    errors: ['not_found'],
    async handler({ params, reply }) {
      const link = await requireLink(deps, params.link)
      return reply(200, page(link, link.used ? CONNECTED : BUTTON), pageHeaders())
    },
  })

export const connectSimulated = (deps: PageDeps) =>
  defineRoute({
    operationId: 'connectSimulated',
    method: 'POST',
    path: '/connect/{link}',
    summary: 'Connect a simulated account',
    tags: ['Senders'],
    spec: '4.13',
    access: 'public',
    documented: false,
    query: AnyQuery,
    params: LinkParams,
    responses: { 200: { description: 'The page.', ...HTML } },
    errors: ['not_found'],
    async handler({ params, log, reply }) {
      const link = await requireLink(deps, params.link)
      // A second press of the button changes nothing.
      if (!link.used) {
        const bound = await bindAccount(deps.db, link.id, {
          externalId: await simulatedId(deps, link),
          name: `Simulated ${TITLES[link.network]} account`,
        })
        if (bound.kind !== 'bound') throw over()
        deps.deliveries.startAll(bound.deliveries)
        log.info({ account_id: bound.accountId, workspace_id: link.workspaceId }, 'simulated_account_connected')
      }
      return reply(200, page(link, CONNECTED), pageHeaders())
    },
  })

const over = (): Problem => new Problem('not_found', 'This link has expired or does not exist.')

async function requireLink({ db, cipher }: PageDeps, name: string): Promise<AccountLink & { readonly used: boolean }> {
  const linkId = readLinkName(cipher, name)
  const link = linkId === null ? null : await findAccountLink(db, linkId)
  // A link of the live environment leads to the provider's own page.
  if (link === null || link.environment !== 'test') throw over()
  return link
}

/** An external id that no provider assigned; when an account is reconnected, its existing one. */
async function simulatedId({ db }: PageDeps, { id, accountId, ...owner }: AccountLink): Promise<string> {
  return (
    (accountId === null ? null : await findOwnAccount(db, { ...owner, id: accountId }))?.externalId ?? `simulated:${id}`
  )
}

const CONNECTED = '<p>The simulated account is connected. You can close this page.</p>'
const BUTTON = '<form method="post"><button class="main" type="submit">Connect a simulated account</button></form>'

const page = ({ network }: AccountLink, content: string): string =>
  htmlPage({
    title: `Simulation: connect ${TITLES[network]}`,
    body: `<p class="notice"><strong>This is a simulation.</strong> In the sandbox there is no sign-in to ${TITLES[network]}, and no message leaves.</p>\n${content}`,
  })
