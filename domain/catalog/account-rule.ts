import { endpointKey, type CatalogEndpoint, type Cost, type OwnKeyRule } from './endpoint.ts'
import type { CatalogProvider } from './providers/provider.ts'
import { methodOfEffect } from './effect.ts'
import { segmentsOf, segmentWord } from './segments.ts'
import { siteOf } from './servers.ts'
import { placeholdersOf, readTemplate } from './template.ts'
import { wordsOf } from '../words/tokenize.ts'

/**
 * Endpoints that only the workspace's own key may call (decisions, "Raw endpoints that read or change the provider
 * account itself"). Through the platform's key they would show one workspace the stored objects of another, or let it
 * change them. In doubt the rule requires the own key: an endpoint that is closed by mistake costs a connection, one
 * that is open by mistake leaks.
 */
export const OWN_KEY_REASONS: Readonly<Record<OwnKeyRule, string>> = {
  account: "It reads or changes the provider account itself, which on the platform's key is shared by all workspaces.",
  stored_objects: "It reads or changes what is stored in the provider account, other workspaces' objects among it.",
  stored_result: 'It reads what an earlier call of any customer stored in the provider account.',
  changes: 'It changes or deletes what is stored in the provider account.',
  sends:
    'It sends in the name of the account, past the suppression list and the repeat-touch guard of the capabilities.',
  payment: "It is paid for call by call outside of the provider account, or moves the account's own money.",
  foreign_host: "It is on another site than the provider's own, where the platform's credential is not sent.",
  not_opened:
    'Most endpoints of this provider act on what the account stores; this one was not found to be free of that.',
  unpriced: 'Its price is not known here and its answer reports none, so it cannot be sold.',
}

/** A call of unknown price would be given away: it needs the own key, whatever else is true of it. */
export const withPrice = (
  rule: OwnKeyRule | null,
  { basis }: Pick<Cost, 'basis'>,
  { status }: Pick<CatalogProvider, 'status'>,
): OwnKeyRule | null => rule ?? (basis === null && status !== 'excluded' ? 'unpriced' : null)

export type Judged = Pick<CatalogEndpoint, 'method' | 'endpoint' | 'baseUrl' | 'tags' | 'body' | 'pathParams'> & {
  /** The document states that payment replaces authorization. */ readonly paidPerCall: boolean
}

const ACCOUNT = new Set(
  words(`account accounts admin api-key api-keys apikey apikeys audit auth authorize billing credential credentials
  credit credits grants invitations invite invites invoice invoices keys license licenses limits login logout me
  member members mfa my oauth org orgs organization-users password payment payments permission permissions plan plans
  profile quota roles secrets seats session sessions signin signup settings subscription subscriptions team teams
  token tokens top-up topup topups usage usage-stats user-data users wallet webhook webhooks workspace workspaces
  whoami credit-usage-stats api-usage-stats balance`),
)

const STORED = new Set(
  words(`actor-builds actor-runs actor-tasks attachments audiences automations broadcasts builds calendars campaigns
  contacts conversations dataset datasets deals domains drafts email-accounts emailer-campaigns emailer-messages
  emailer-schedules env-vars events exports fields files folders history inbox inboxes jobs key-value-store
  key-value-stores labels lead leads lists logs mailboxes messages notes notifications opportunities phone-calls pods
  projects queues records request-queue request-queues runs saved schedules segments sequences suppressions tags tasks
  templates threads topics typed-custom-fields uploads versions watchlists webhook-dispatches`),
)

const SENDS = new Set(words('send send-now reply reply-all forward dispatch emails messages'))
const PAYS = new Set(words('purchase checkout charge refund mppx list-pass x402'))

/** Placeholders and body members that name the result of an earlier call. */
const RESULT_IDS =
  /^(?:(?:batch|bulk|crawl|enrichment|export|extract|job|operation|poll|process|query|report|request|research|result|run|scan|search|snapshot|task|ticket|transaction)_?id|id|uuid|handle)$/i
/**
 * A required body member with one of these names: the call reads the result of an earlier call. `id` alone may name
 * anything, but counts in doubt.
 */
const RESULT_BODY_IDS = /^(?:id|task_id|job_id|run_id|request_id|enrichment_id|search_id)$/

/** Words that mark a read-only call. A POST of an unreviewed provider needs one. */
const READING_WORDS = new Set(
  words(`autocomplete analyze analysis check classify clean compare compute convert count decode detect embed
  embeddings enrich enrichment estimate evaluate extract fetch filter find finder forecast generate geocode identify
  inspect lookup map match parse predict preview query rank recommend resolve retrieve reverse scrape crawl search
  similar suggest summarize translate validate verify`),
)

/** null: the platform's key may call it. */
export function ownKeyOnly(endpoint: Judged, provider: CatalogProvider): OwnKeyRule | null {
  if (endpoint.paidPerCall) return 'payment'
  if (siteOf(endpoint.baseUrl) !== siteOf(provider.baseUrl)) return 'foreign_host'
  if (provider.opened?.includes(endpointKey(endpoint.method, endpoint.endpoint))) return null
  return ofEffect({ ...endpoint, method: methodOfEffect(endpoint) }, provider)
}

/** The same, where `method` is the one by whose rules the call is judged. */
function ofEffect(endpoint: Judged, provider: CatalogProvider): OwnKeyRule | null {
  if (provider.tenancy === 'public') return endpoint.method === 'GET' || endpoint.method === 'POST' ? null : 'changes'
  const found = bySegments(endpoint, provider)
  if (found !== null) return found
  if (endpoint.method !== 'GET' && endpoint.method !== 'POST') return 'changes'
  if (provider.tenancy === 'account') return 'not_opened'
  if (readsResult(endpoint, provider)) return 'stored_result'
  return provider.tenancy === 'unknown' && endpoint.method === 'POST' && !onlyReads(endpoint) ? 'not_opened' : null
}

function bySegments({ method, endpoint, tags }: Judged, provider: CatalogProvider): OwnKeyRule | null {
  const segments = segmentsOf(endpoint)
  const own = new Set((provider.accountWords ?? []).map(segmentWord))
  const any = (known: ReadonlySet<string>) => segments.some((segment) => known.has(segment))
  if (any(PAYS)) return 'payment'
  if (
    any(ACCOUNT) ||
    any(own) ||
    tags.some((tag) => /\b(?:account|api keys?|billing|credits?|members?|usage)\b/i.test(tag))
  )
    return 'account'
  if (method !== 'GET' && any(SENDS)) return 'sends'
  // A provider's own data may be about jobs or events; its `accountWords` name stored objects all the same.
  if (provider.tenancy === 'data' || !any(STORED)) return null
  // At an unreviewed provider only a read-only call may name a stored object: `/jobs/search`. In an account's own store
  // it may not.
  if (provider.tenancy === 'unknown' && onlyReads({ endpoint })) return null
  return method === 'GET' || method === 'POST' ? 'stored_objects' : 'changes'
}

function readsResult({ endpoint, method, body }: Judged, provider: CatalogProvider): boolean {
  const last = readTemplate(endpoint).findLast((part) => part.kind === 'placeholder')
  if (method === 'GET' && last !== undefined && (RESULT_IDS.test(last.name) || /task_get/.test(endpoint))) return true
  if (placeholdersOf(endpoint).some((name) => /^(?:job|task|run|request)_?id$/i.test(name))) return true
  if (provider.resultIds?.some((name) => body !== null && Object.hasOwn(body.properties, name))) return true
  return method === 'POST' && (body?.required.some((name) => RESULT_BODY_IDS.test(name)) ?? false)
}

const onlyReads = ({ endpoint }: Pick<Judged, 'endpoint'>): boolean =>
  endpoint
    .split('/')
    .flatMap(wordsOf)
    .some((word) => READING_WORDS.has(word))

function words(text: string): string[] {
  return text.split(/\s+/).filter((word) => word !== '')
}
