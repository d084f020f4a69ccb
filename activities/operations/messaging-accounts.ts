import type { OperationAnswer, ProviderOperation } from '../../domain/operations/operations.ts'
import type { MessagingNetwork } from '../../domain/senders/sender.ts'
import { linkName } from '../../db/outreach/messaging-accounts/link-name.ts'
import { objectOf, textOf } from '../providers/wire.ts'
import { mailAccount } from './mail-account.ts'
import {
  type MessagingDeps,
  readOperationResponse,
  sendOperationRequest,
  type ProviderAccess,
} from './provider-access.ts'

/** Unipile's names for the networks, in requests and answers. */
const UNIPILE_NAMES: Readonly<Record<MessagingNetwork, string>> = {
  linkedin: 'LINKEDIN',
  instagram: 'INSTAGRAM',
  whatsapp: 'WHATSAPP',
  gmail: 'GOOGLE',
}
const NOT_FOUND = 404

const headersOf = ({ apiKey }: ProviderAccess) => ({ 'x-api-key': apiKey })
const urlOfAccount = ({ baseUrl }: ProviderAccess, account: string): string =>
  `${baseUrl}/accounts/${encodeURIComponent(account)}`

/** The Unipile account that holds the messaging account. */
const accountOf = (
  deps: MessagingDeps,
  call: { readonly provider: string; readonly workspaceId: string; readonly connectionId?: string | null },
) => mailAccount(deps, { ...call, connectionId: call.connectionId ?? null })

/**
 * Creates a link to Unipile's page for one account of one network. Unipile reports the result to `notifyUrl` under the
 * link's name.
 */
export async function connectLink(
  deps: MessagingDeps,
  call: ProviderOperation<'connect_link'>,
): Promise<OperationAnswer<'connect_link'>> {
  const { kind } = call
  const account = await accountOf(deps, call)
  if ('failed' in account) return { kind, failed: account.failed }
  const outcome = await sendOperationRequest(deps, {
    method: 'POST',
    url: `${account.baseUrl}/hosted/accounts/link`,
    headers: headersOf(account),
    body: {
      kind: 'json',
      value: {
        // The URL that its page calls: the account's host without the path of the API.
        type: call.reconnect === null ? 'create' : 'reconnect',
        api_url: account.baseUrl.replace(/\/api\/v1$/, ''),
        expiresOn: call.expiresAt,
        notify_url: call.notifyUrl,
        name: linkName(deps.cipher, call.linkId),
        providers: [UNIPILE_NAMES[call.network]],
        ...(call.reconnect === null ? {} : { reconnect_account: call.reconnect }),
      },
    },
  })
  const answer = readOperationResponse(deps, outcome, call)
  if ('failed' in answer) return { kind, failed: answer.failed }
  const url = textOf(objectOf(answer.body)?.url)
  if (url === null || !URL.canParse(url)) return { kind, failed: 'refused' }
  return {
    kind,
    link: deps.cipher.seal({ workspaceId: call.workspaceId, provider: call.provider, connectionId: call.linkId }, url),
  }
}

/** The display name of an account, if the account belongs to the link's network. */
export async function readAccount(
  deps: MessagingDeps,
  call: ProviderOperation<'read_account'>,
): Promise<OperationAnswer<'read_account'>> {
  const { kind } = call
  const account = await accountOf(deps, call)
  if ('failed' in account) return { kind, failed: account.failed }
  const answer = readOperationResponse(
    deps,
    await sendOperationRequest(deps, {
      method: 'GET',
      url: urlOfAccount(account, call.account),
      headers: headersOf(account),
    }),
    call,
  )
  if ('failed' in answer) return { kind, failed: answer.status === NOT_FOUND ? 'other' : answer.failed }
  const found = objectOf(answer.body)
  const type = textOf(found?.type)
  if (type === null || type.replace(/_OAUTH$/, '') !== UNIPILE_NAMES[call.network]) return { kind, failed: 'other' }
  const owner = { workspaceId: call.workspaceId, provider: call.provider, connectionId: call.linkId }
  return { kind, name: deps.cipher.seal(owner, textOf(found?.name) ?? '') }
}

/** An account that is already gone counts as removed, so a repetition after a lost answer succeeds too. */
export async function removeAccount(
  deps: MessagingDeps,
  call: ProviderOperation<'remove_account'>,
): Promise<OperationAnswer<'remove_account'>> {
  const { kind } = call
  const account = await accountOf(deps, call)
  if ('failed' in account) return { kind, failed: account.failed }
  const outcome = await sendOperationRequest(deps, {
    method: 'DELETE',
    url: urlOfAccount(account, call.account),
    headers: headersOf(account),
  })
  if (outcome.kind === 'answer' && outcome.status === NOT_FOUND) return { kind, removed: true }
  const answer = readOperationResponse(deps, outcome, call)
  return 'failed' in answer ? { kind, failed: answer.failed } : { kind, removed: true }
}
