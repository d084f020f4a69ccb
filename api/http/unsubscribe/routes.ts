import Type from 'typebox'
import { isOneClick } from '../../../domain/outbound/unsubscribe.ts'
import type { SecretCipher } from '../../../db/cipher.ts'
import type { Database } from '../../../db/database.ts'
import { unsubscribeByLink } from '../../../usecases/outreach/unsubscribe.ts'
import { readUnsubscribeToken } from '../../../db/outreach/outbound/unsubscribe-token.ts'
import type { DeliveryStarter } from '../../../workflows/starters/deliveries.ts'
import { HTML, pageHeaders } from '../../html/html.ts'
import { defineRoute, type ReadBody, type Route } from '../../route/route.ts'
import { LINK_PAGE } from '../link-page.ts'
import { confirmPage, donePage, missingPage } from './page.ts'

interface UnsubscribeDeps {
  readonly db: Database
  readonly cipher: SecretCipher
  readonly deliveries: Pick<DeliveryStarter, 'startAll'>
  readonly nowMs: () => number
}

/** The link of `List-Unsubscribe` (RFC 8058): it needs no sign-in, because its token is the permission. */
export const unsubscribeRoutes = (deps: UnsubscribeDeps): Route[] => [showUnsubscribe(deps), unsubscribe(deps)]

const PAGE = {
  ...LINK_PAGE,
  path: '/u/{token}',
  tags: ['Suppressions'],
  spec: '4.8',
} as const

/** It changes nothing: mail servers open links to check them. */
const showUnsubscribe = ({ cipher }: UnsubscribeDeps) =>
  defineRoute({
    ...PAGE,
    operationId: 'showUnsubscribe',
    method: 'GET',
    summary: 'Show the unsubscribe page',
    responses: { 200: { description: 'The page.', ...HTML }, 404: { description: 'No such link.', ...HTML } },
    async handler({ params: { token }, reply }) {
      const found = readUnsubscribeToken(cipher, token)
      return found === null
        ? reply(404, missingPage(), pageHeaders())
        : reply(200, confirmPage(found.address, token), pageHeaders())
    },
  })

const unsubscribe = ({ db, cipher, deliveries, nowMs }: UnsubscribeDeps) =>
  defineRoute({
    ...PAGE,
    operationId: 'unsubscribe',
    method: 'POST',
    summary: 'Unsubscribe',
    bodyType: 'raw',
    // Mail clients send it as a form of either encoding.
    body: Type.Unsafe<ReadBody>({ description: 'A form with `List-Unsubscribe=One-Click`.' }),
    responses: {
      200: { description: 'Unsubscribed, now or before.', ...HTML },
      400: { description: 'The body is another one; nothing has changed.', ...HTML },
      404: { description: 'No such link.', ...HTML },
    },
    async handler({ params: { token }, body, log, reply }) {
      const found = readUnsubscribeToken(cipher, token)
      if (found === null) return reply(404, missingPage(), pageHeaders())
      if (!isOneClick((await body()).toString('utf8')))
        return reply(400, confirmPage(found.address, token), pageHeaders())
      deliveries.startAll(await unsubscribeByLink(db, found, new Date(nowMs()).toISOString()))
      log.info({ workspace_id: found.workspaceId, run_id: found.runId }, 'recipient_unsubscribed')
      return reply(200, donePage(found.address), pageHeaders())
    },
  })
