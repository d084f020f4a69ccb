import type { JsonObject } from '../../../domain/json/json.ts'
import { plainRefusals } from '../kit/refusals.ts'
import { bodyOf, objectsIn, recorded } from '../kit/recorded.ts'
import { type Handler, type Happening, perAccount, type Twin } from '../kit/twin.ts'

/** What a search finds; null: what was recorded. */
const webOf = perAccount((): { pages: readonly JsonObject[] | null } => ({ pages: null }))

const search: Handler = (call) => {
  const { pages } = webOf(call.account)
  return pages === null
    ? recorded('serper/found', 'serper/miss')(call)
    : { json: { ...bodyOf('serper/found'), organic: pages } }
}

/** The web is another from now on: `{pages}`, each with `url`, `title` and `position`. */
const webChanges: Happening = async ({ pages }, { platform }) => {
  webOf(platform()).pages = objectsIn(pages ?? null).map(({ url = null, title = 'Sample', position }, index) => ({
    title,
    link: url,
    snippet: 'An invented page.',
    position: position ?? index + 1,
  }))
  return { json: {} }
}

export const serper: Twin = {
  slug: 'serper',
  refusals: {
    ...plainRefusals('message', { credit: 'serper/credits-used-up', limited: 'serper/rate-limited' }),
    unauthorized: { status: 403, json: { message: 'Unauthorized.', statusCode: 403 } },
  },
  routes: {
    'GET /account': ({ account }) => ({ json: { balance: account.credits, rateLimit: 5 } }),
    'POST /search': search,
    'POST /news': recorded('serper/news'),
  },
  happenings: { web_changes: webChanges },
}
