import { ApplicationFailure } from '@temporalio/common'
import type { OperationAnswer, ProviderOperation } from '../../domain/operations/operations.ts'
import { inboxToMake } from '../../db/outreach/inboxes/create.ts'
import { objectOf, textOf } from '../providers/wire.ts'
import { mailAccount } from './mail-account.ts'
import { type MessagingDeps, readOperationResponse, sendOperationRequest } from './provider-access.ts'

/** The API's document lists one refusal for this call, and no code for an address that is taken. */
const ALREADY_THERE = 409
const NOT_FOUND = 404
const TAKEN = /taken|exist|in use|not available|unavailable/i

/**
 * Creates an inbox at AgentMail under our id (`client_id`), in the account of the request. Repeated after a lost
 * answer, the call returns the same inbox.
 */
export async function makeInbox(
  deps: MessagingDeps,
  call: ProviderOperation<'make_inbox'>,
): Promise<OperationAnswer<'make_inbox'>> {
  const { kind, inboxId, workspaceId, provider } = call
  const account = await mailAccount(deps, call)
  if ('failed' in account) return { kind, failed: account.failed }
  const inbox = await inboxToMake(deps.db, { id: inboxId, workspaceId })
  if (inbox === null) throw ApplicationFailure.nonRetryable('there is no such inbox to make', 'UnknownInbox')
  const [username = '', domain = ''] = inbox.address.split('@')
  const outcome = await sendOperationRequest(deps, {
    method: 'POST',
    url: `${account.baseUrl}/v0/inboxes`,
    headers: { authorization: `Bearer ${account.apiKey}` },
    body: {
      kind: 'json',
      value: {
        username,
        domain,
        client_id: inboxId,
        ...(inbox.displayName === null ? {} : { display_name: inbox.displayName }),
      },
    },
  })
  const taken = outcome.kind === 'answer' && isTaken(outcome.status, JSON.stringify(outcome.body))
  if (taken && call.connectionId === null) return { kind, failed: 'taken' }
  // The workspace's own account may have the inbox already: then the service uses it.
  const found = taken
    ? await sendOperationRequest(deps, {
        method: 'GET',
        url: `${account.baseUrl}/v0/inboxes/${encodeURIComponent(inbox.address)}`,
        headers: { authorization: `Bearer ${account.apiKey}` },
      })
    : outcome
  if (taken && found.kind === 'answer' && found.status === NOT_FOUND) return { kind, failed: 'taken' }
  const answer = readOperationResponse(deps, found, call)
  if ('failed' in answer) return { kind, failed: answer.failed }
  const made = textOf(objectOf(answer.body)?.inbox_id)
  if (made === null) return { kind, failed: 'unreachable' }
  return { kind, inbox: deps.cipher.seal({ workspaceId, provider, connectionId: inboxId }, made) }
}

const isTaken = (status: number, message: string): boolean =>
  status === ALREADY_THERE || (status >= 400 && status < 500 && TAKEN.test(message))
