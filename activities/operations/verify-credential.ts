import { Context } from '@temporalio/activity'
import { ApplicationFailure } from '@temporalio/common'
import { CREDENTIAL_CHECKS, type CredentialCheck, verdictOf } from '../../domain/connections/checks.ts'
import type { OperationAnswer, ProviderOperation } from '../../domain/operations/operations.ts'
import type { ActivityDeps } from '../deps.ts'
import { credentialParts } from '../providers/endpoint-request.ts'
import { objectOf, textOf } from '../providers/wire.ts'

export type VerifyDeps = Pick<ActivityDeps, 'cipher' | 'http' | 'providers' | 'findManifest' | 'log'>

const ACCOUNT_PLACEHOLDER = '{account}'
/** Account pages answer within a second, and a person who connects a key waits for this call. */
const DEADLINE_MS = 10_000
/** An account page is a few kilobytes. */
const ANSWER_BYTES_MAX = 1_000_000

/** Whether the provider accepts a credential, by a call that costs nothing (Spec 4.11). */
export async function verifyCredential(
  deps: VerifyDeps,
  call: ProviderOperation<'verify_credential'>,
): Promise<OperationAnswer<'verify_credential'>> {
  const check = CREDENTIAL_CHECKS[call.provider]
  if (check === undefined) throw ApplicationFailure.nonRetryable('no check of this provider is known', 'UnknownCheck')
  const opened = deps.cipher.open(call, call.sealed)
  if (opened.kind !== 'opened') {
    deps.log.error(
      { workspace_id: call.workspaceId, provider: call.provider, reason: opened.kind, key_version: opened.keyVersion },
      'submitted_credential_unreadable',
    )
    throw ApplicationFailure.nonRetryable('the credential cannot be read', 'UnreadableCredential')
  }
  const credential = credentialParts(check.auth, opened.credential)
  const outcome = await deps.http.call({
    method: 'GET',
    headers: credential.headers,
    query: { ...check.query, ...credential.query },
    url: checkUrl(check, deps, call),
    deadlineMs: DEADLINE_MS,
    maxBytes: ANSWER_BYTES_MAX,
    signal: Context.current().cancellationSignal,
  })
  return { kind: call.kind, verdict: verdict(check, outcome) }
}

function verdict(check: CredentialCheck, outcome: Awaited<ReturnType<VerifyDeps['http']['call']>>) {
  switch (outcome.kind) {
    case 'answer':
      return verdictOf(check, {
        status: outcome.status,
        code:
          check.insufficientScope === undefined
            ? null
            : textOf(objectOf(outcome.body)?.[check.insufficientScope.member]),
      })
    case 'malformed':
    case 'tooLarge':
      // Without its body the status decides alone: a key that `insufficientScope` would accept counts as refused.
      return verdictOf(check, { status: outcome.status, code: null })
    case 'timeout':
    case 'connection':
      return 'unreachable'
  }
}

/** Where an operator redirects a provider's calls, its credential check is redirected too. */
function checkUrl(
  check: CredentialCheck,
  { findManifest, providers }: VerifyDeps,
  { provider, account = '' }: ProviderOperation<'verify_credential'>,
): string {
  const baseUrlOverride = providers[provider]?.baseUrl
  if (baseUrlOverride === undefined) return check.url.replace(ACCOUNT_PLACEHOLDER, account)
  const base = findManifest(provider)?.baseUrl ?? new URL(check.url).origin
  return baseUrlOverride + (check.url.startsWith(base) ? check.url.slice(base.length) : new URL(check.url).pathname)
}
