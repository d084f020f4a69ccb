import { isJsonList, type Json, type JsonObject } from '../json/json.ts'
import { wordsOf } from '../words/tokenize.ts'
import { namesIn } from './answer-shape.ts'
import { changesSomething } from './changes.ts'
import type { CatalogEndpoint } from './endpoint.ts'
import { segmentsOf } from './segments.ts'

/**
 * What a call may not change through a caller who decides over nothing of the workspace: credentials, where data goes,
 * the senders and recipients of mail, people, and money (`Access`, "owner"). Segments of a path, or words of them.
 */
const DECIDED_BY_OWNERS: ReadonlySet<string> = new Set(
  [
    'api-key apikey apikeys auth authorize credential credentials grant grants keys login oauth secret secrets sign',
    'sso token tokens',
    'webhook webhooks domains suppressions',
    'invitation invitations invite invites member members permission permissions share shares sharing teams transfer',
    'transfers users',
    'billing charge charges checkout payment payments payout payouts purchase purchases refund refunds subscription',
    'subscriptions topup topups',
  ].flatMap((words) => words.split(' ')),
)
/** Collections of which a call makes or deletes an entire one; calls within one of them send or read its messages. */
const CONTAINERS: ReadonlySet<string> = new Set(['inboxes', 'pods'])

/** Members of a body that state who may see or use what the account stores: `isPublic`, `generalAccess`. */
const SHARES: ReadonlySet<string> = new Set(
  'access collaborators permission permissions public readers sharing'.split(' '),
)

/** Members of an answer that are credentials, unlike the token of a next page and the id of a key. */
const CREDENTIAL = /(?:^|_)(?:secret|password|access_token)$|api_key(?!_?ids?\b|s\b)/

/** What a call decides about the account at a provider; null: nothing. */
export type AccountDecision = 'decides over the account' | 'reads a credential of the account'

type Request = { readonly input?: JsonObject | readonly Json[] | undefined; readonly query?: JsonObject }

/**
 * What a call decides about the account at the provider itself. With the workspace's own key it does there what our own
 * routes leave to owners: it makes a key that knows no limits, lets all mail be sent to another URL, buys credits, or
 * shows the secret by which reports of the provider are verified.
 */
export function accountDecision(endpoint: CatalogEndpoint, { input, query = {} }: Request): AccountDecision | null {
  if (changesSomething(endpoint))
    return decidesByPath(endpoint) || shares(input ?? {}) || shares(query) ? 'decides over the account' : null
  if (paysForItself(endpoint)) return 'decides over the account'
  return namesIn(endpoint.answer).some((name) => CREDENTIAL.test(name)) ? 'reads a credential of the account' : null
}

function decidesByPath(endpoint: CatalogEndpoint): boolean {
  if (endpoint.rule === 'payment') return true
  const segments = segmentsOf(endpoint.endpoint)
  const words = segments.flatMap((segment) => [segment, ...segment.split('-')])
  return words.some((word) => DECIDED_BY_OWNERS.has(word)) || CONTAINERS.has(segments.at(-1) ?? '')
}

/** A GET that is paid call by call spends money that no budget of the workspace counts. */
const paysForItself = ({ rule, price }: CatalogEndpoint): boolean => rule === 'payment' && price !== null

const shares = (members: JsonObject | readonly Json[]): boolean =>
  !isJsonList(members) && Object.keys(members).some((name) => wordsOf(name).some((word) => SHARES.has(word)))
