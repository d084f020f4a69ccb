import { createHash } from 'node:crypto'
import { ApplicationFailure } from '@temporalio/common'
import type { MailFailure, OperationAnswer, ProviderOperation } from '../../domain/operations/operations.ts'
import type { ReportedDomain } from '../../domain/senders/email-domain.ts'
import type { Json } from '../../domain/json/json.ts'
import { lookUpDomain } from '../../usecases/outreach/look-up-domain.ts'
import { settleDomain } from '../../usecases/outreach/email-domains.ts'
import { findDomainById, findEmailDomain, type StoredDomain } from '../../db/outreach/email-domains/queries.ts'
import type { HttpOutcome, ProviderRequest } from '../providers/http.ts'
import { DOMAINS_PER_PAGE, findInPage, hasReturnPath, isAlreadyThere, readDomain } from '../providers/resend/domain.ts'
import { mailAccount } from './mail-account.ts'
import {
  type MessagingDeps,
  type ProviderAccess,
  readOperationResponse,
  sendOperationRequest,
} from './provider-access.ts'

type DomainCall = ProviderOperation<'make_domain' | 'check_domain' | 'remove_domain'>
type Found = { readonly domain: ReportedDomain } | { readonly failed: MailFailure | 'taken' | 'gone' }
/** The provider's id of a domain; null: it has no such domain. */
type FoundId = { readonly id: string | null } | { readonly failed: MailFailure }

const NOT_FOUND = 404
/** An account with more domains is none of ours; the provider's largest plan has a thousand. */
const PAGES_MAX = 20
/** Long enough that two workspaces never share one by chance. */
const RETURN_PATH_LENGTH = 10

/** One domain in one account of the provider. */
interface Work {
  readonly deps: MessagingDeps
  readonly call: DomainCall
  readonly account: ProviderAccess
  readonly stored: StoredDomain
}

/**
 * Adds a domain at Resend, which takes no id of ours. Repeated after a lost answer, the call is refused because the
 * domain exists, and the domain is then found by its name. In the platform's account it must have this workspace's
 * return path: the account may hold domains of the operator. If the domain was removed here meanwhile, it is removed at
 * the provider too.
 */
export async function makeDomain(
  deps: MessagingDeps,
  call: ProviderOperation<'make_domain'>,
): Promise<OperationAnswer<'make_domain'>> {
  const { kind } = call
  const work = await workOf(deps, call)
  if ('failed' in work) return { kind, failed: work.failed }
  const outcome = await request(work, {
    method: 'POST',
    path: '/domains',
    value: {
      name: work.stored.domain,
      ...(call.connectionId === null ? { custom_return_path: returnPathOf(work.stored) } : {}),
    },
  })
  const made =
    outcome.kind === 'answer' && isAlreadyThere(outcome.status, outcome.body)
      ? await findAgain(work)
      : read(work, outcome)
  if ('failed' in made) return { kind, failed: made.failed === 'gone' ? 'refused' : made.failed }
  if (!(await settleDomain(deps.db, work.stored.id, made.domain))) await removeUnowned(work, made.domain.externalId)
  return { kind, domain: sealed(work, made.domain) }
}

/**
 * A verified domain is only read: another verification would make it pending for a while. How its mail proves itself is
 * looked up here, whatever the provider finds.
 */
export async function checkDomain(
  deps: MessagingDeps,
  call: ProviderOperation<'check_domain'>,
): Promise<OperationAnswer<'check_domain'>> {
  const { kind } = call
  const work = await workOf(deps, call)
  if ('failed' in work) return { kind, failed: work.failed }
  const { externalId } = work.stored
  if (externalId === null) throw ApplicationFailure.nonRetryable('the domain was not made yet', 'UnknownDomain')
  const checked = await verified(work, externalId)
  if ('domain' in checked) {
    await lookUpDomain(deps, { ...work.stored, records: checked.domain.records })
    return { kind, domain: sealed(work, checked.domain) }
  }
  return { kind, failed: checked.failed === 'taken' ? 'refused' : checked.failed }
}

export async function removeDomain(
  deps: MessagingDeps,
  call: ProviderOperation<'remove_domain'>,
): Promise<OperationAnswer<'remove_domain'>> {
  const { kind } = call
  const work = await workOf(deps, call)
  if ('failed' in work) return { kind, failed: work.failed }
  const { externalId } = work.stored
  const found: FoundId = externalId === null ? await idOfUnrecorded(work) : { id: externalId }
  if ('failed' in found) return { kind, failed: found.failed }
  const failed = found.id === null ? null : await removeThere(work, found.id)
  return failed === null ? { kind, removed: true } : { kind, failed }
}

/** One that is already gone counts as removed. */
async function removeThere(work: Work, externalId: string): Promise<MailFailure | null> {
  const outcome = await request(work, { method: 'DELETE', path: pathOf(externalId) })
  if (outcome.kind === 'answer' && outcome.status === NOT_FOUND) return null
  const answer = readOperationResponse(work.deps, outcome, work.call)
  return 'failed' in answer ? answer.failed : null
}

/**
 * The domain was made while its row was removed, and that removal did not find it at the provider. If the workspace has
 * added it again, the new row finds it there.
 */
async function removeUnowned(work: Work, externalId: string): Promise<void> {
  const { deps, call, stored } = work
  if (call.connectionId !== null || (await findEmailDomain(deps.db, stored)) !== null) return
  const failed = await removeThere(work, externalId)
  const facts = { workspace_id: call.workspaceId, provider: call.provider, domain_id: stored.id }
  if (failed !== null) deps.log.error({ ...facts, reason: failed }, 'email_domain_left_at_provider')
}

async function workOf(deps: MessagingDeps, call: DomainCall): Promise<Work | { readonly failed: MailFailure }> {
  const account = await mailAccount(deps, call)
  if ('failed' in account) return account
  const stored = await findDomainById(deps.db, { id: call.domainId, workspaceId: call.workspaceId })
  if (stored === null) throw ApplicationFailure.nonRetryable('there is no such domain', 'UnknownDomain')
  return { deps, call, account, stored }
}

const pathOf = (externalId: string): string => `/domains/${encodeURIComponent(externalId)}`

/** Only this workspace's requests make this domain with this return path. */
const returnPathOf = ({ workspaceId, domain }: StoredDomain): string =>
  `send-${createHash('sha256').update(`${workspaceId}:${domain}`).digest('hex').slice(0, RETURN_PATH_LENGTH)}`

const sealed = ({ deps, call, stored }: Work, domain: ReportedDomain) =>
  deps.cipher.seal(
    { workspaceId: call.workspaceId, provider: call.provider, connectionId: stored.id },
    JSON.stringify(domain),
  )

const request = (
  { deps, account }: Work,
  { method, path, value }: { readonly method: ProviderRequest['method']; readonly path: string; readonly value?: Json },
): Promise<HttpOutcome> =>
  sendOperationRequest(deps, {
    method,
    url: `${account.baseUrl}${path}`,
    headers: { authorization: `Bearer ${account.apiKey}` },
    ...(value === undefined ? {} : { body: { kind: 'json', value } }),
  })

function read({ deps, call }: Work, outcome: HttpOutcome): Found {
  const answer = readOperationResponse(deps, outcome, call)
  if ('failed' in answer) return { failed: answer.status === NOT_FOUND ? 'gone' : answer.failed }
  const domain = readDomain(answer.body)
  return domain === null ? { failed: 'unreachable' } : { domain }
}

async function verified(work: Work, externalId: string): Promise<Found> {
  const path = pathOf(externalId)
  const before = read(work, await request(work, { method: 'GET', path }))
  if ('failed' in before || before.domain.status === 'active') return before
  const started = readOperationResponse(
    work.deps,
    await request(work, { method: 'POST', path: `${path}/verify` }),
    work.call,
  )
  return 'failed' in started ? { failed: started.failed } : read(work, await request(work, { method: 'GET', path }))
}

/** A domain that the account has although its answer was lost; `taken`: another account has it, or the operator. */
async function findAgain(work: Work): Promise<Found> {
  const named = await idByName(work)
  if ('failed' in named) return named
  if (named.id === null) return { failed: 'taken' }
  const found = read(work, await request(work, { method: 'GET', path: pathOf(named.id) }))
  if ('failed' in found || work.call.connectionId !== null) return found
  return hasReturnPath(found.domain, returnPathOf(work.stored)) ? found : { failed: 'taken' }
}

/** Of a domain that was perhaps made and never recorded. */
async function idOfUnrecorded(work: Work): Promise<FoundId> {
  const found = await findAgain(work)
  if ('domain' in found) return { id: found.domain.externalId }
  return found.failed === 'taken' || found.failed === 'gone' ? { id: null } : { failed: found.failed }
}

async function idByName(work: Work): Promise<FoundId> {
  let after = ''
  for (let pages = 0; pages < PAGES_MAX; pages += 1) {
    const path = `/domains?limit=${DOMAINS_PER_PAGE}${after}`
    const answer = readOperationResponse(work.deps, await request(work, { method: 'GET', path }), work.call)
    if ('failed' in answer) return { failed: answer.failed }
    const page = findInPage(answer.body, work.stored.domain)
    if (page.id !== null || page.after === null) return { id: page.id }
    after = `&after=${encodeURIComponent(page.after)}`
  }
  return { id: null }
}
