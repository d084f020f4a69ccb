import Type from 'typebox'
import type { SecretCipher } from '../../../db/cipher.ts'
import type { Database } from '../../../db/database.ts'
import { readHeld } from '../../../db/erasure/held.ts'
import { readLastRequest } from '../../../db/erasure/requests.ts'
import { newId } from '../../../db/ids.ts'
import { readPersonToken } from '../../../db/outreach/law/person-token.ts'
import { readSenderProfile } from '../../../db/outreach/law/settings.ts'
import { type PersonLink, readPersonRequest } from '../../../domain/law/person-link.ts'
import { requestErasureByPerson } from '../../../usecases/erasure/person-requests.ts'
import { objectByLink } from '../../../usecases/outreach/object.ts'
import type { DeliveryStarter } from '../../../workflows/starters/deliveries.ts'
import { HTML, pageHeaders } from '../../html/html.ts'
import { defineRoute, type ReadBody, type Route } from '../../route/route.ts'
import { LINK_PAGE } from '../link-page.ts'
import { missingPersonPage, personPage } from './page.ts'

interface PersonDeps {
  readonly db: Database
  readonly cipher: SecretCipher
  readonly deliveries: Pick<DeliveryStarter, 'startAll'>
  readonly publicUrl: () => string
  readonly now: () => Date
}

/** The page of a person: its link needs no sign-in, because its token is the permission. */
export const personRoutes = (deps: PersonDeps): Route[] => [showPerson(deps), requestOfPerson(deps)]

const PAGE = {
  ...LINK_PAGE,
  path: '/p/{token}',
  tags: ['Law'],
  spec: '4.13',
} as const

/** It changes nothing: mail servers open links to check them. */
const showPerson = (deps: PersonDeps) =>
  defineRoute({
    ...PAGE,
    operationId: 'showPerson',
    method: 'GET',
    summary: 'Show what a sender holds about a person',
    responses: { 200: { description: 'The page.', ...HTML }, 404: { description: 'No such link.', ...HTML } },
    async handler({ params: { token }, reply }) {
      const link = readPersonToken(deps.cipher, token)
      return link === null
        ? reply(404, missingPersonPage(), pageHeaders())
        : reply(200, await pageOf(deps, link, token), pageHeaders())
    },
  })

const requestOfPerson = (deps: PersonDeps) =>
  defineRoute({
    ...PAGE,
    operationId: 'requestOfPerson',
    method: 'POST',
    summary: 'Object, or request an erasure',
    bodyType: 'raw',
    body: Type.Unsafe<ReadBody>({ description: 'A form with `request`: `objection` or `erasure`.' }),
    responses: {
      200: { description: 'Done, now or before.', ...HTML },
      400: { description: 'The body is another one; nothing has changed.', ...HTML },
      404: { description: 'No such link.', ...HTML },
    },
    async handler({ params: { token }, body, log, reply }) {
      const link = readPersonToken(deps.cipher, token)
      if (link === null) return reply(404, missingPersonPage(), pageHeaders())
      const request = readPersonRequest((await body()).toString('utf8'))
      if (request === null) return reply(400, await pageOf(deps, link, token), pageHeaders())
      const at = deps.now()
      deps.deliveries.startAll(
        request === 'objection'
          ? await objectByLink(deps.db, link, at.toISOString())
          : await requestErasureByPerson(deps.db, link, {
              erasureId: newId('era'),
              at,
              publicUrl: deps.publicUrl(),
            }),
      )
      log.info({ workspace_id: link.workspaceId, run_id: link.runId, request }, 'person_requested')
      return reply(200, await pageOf(deps, link, token), pageHeaders())
    },
  })

async function pageOf({ db }: PersonDeps, { workspaceId, environment, person }: PersonLink, token: string) {
  const owner = { workspaceId, environment }
  const [sender, held, lastRequest] = await Promise.all([
    readSenderProfile(db, workspaceId),
    readHeld(db, owner, person),
    readLastRequest(db, owner, person),
  ])
  return personPage({ token, identity: person.value, sender, held, lastRequest })
}
