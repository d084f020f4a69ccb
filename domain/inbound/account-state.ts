import type { MessagingAccountStatus, MessagingNetwork } from '../senders/sender.ts'
import type { AccountState } from './message.ts'

export interface KnownAccount {
  readonly status: MessagingAccountStatus
  /** It was connected at some time. */
  readonly connectedBefore: boolean
}

/** The effect of a provider's report on an account. */
export interface AccountChange {
  readonly status: 'connected' | 'disconnected'
  /** null: no event is written, because the account was never lost, or never connected. */
  readonly event: 'account.disconnected' | 'account.reconnected' | null
}

/**
 * Null if nothing changes: providers repeat themselves. An account that connects for the first time was not lost
 * before, and one that was never connected cannot be lost. A removed account is ignored.
 */
export function accountChange({ status, connectedBefore }: KnownAccount, state: AccountState): AccountChange | null {
  const next = state === 'connected' ? 'connected' : 'disconnected'
  if (status === next || status === 'removed') return null
  if (next === 'disconnected') return { status: next, event: status === 'connected' ? 'account.disconnected' : null }
  return { status: next, event: connectedBefore ? 'account.reconnected' : null }
}

const NETWORK_NAMES: Readonly<Record<MessagingNetwork, string>> = {
  linkedin: 'LinkedIn',
  instagram: 'Instagram',
  whatsapp: 'WhatsApp',
  gmail: 'Gmail',
}

/** What the workspace has to do about a lost account (Spec 6, `next_step`). */
export function nextStep(network: MessagingNetwork, state: Exclude<AccountState, 'connected'>): string {
  const connect = `POST /v1/${network}/accounts from the dashboard`
  switch (state) {
    case 'credentials':
      return `${NETWORK_NAMES[network]} requires a new sign-in for this account. Connect it with ${connect}.`
    case 'stopped':
      return `The provider stopped the account. Connect it again with ${connect}.`
    case 'deleted':
      return `The provider no longer has the account. Connect it again with ${connect}.`
    case 'error':
      return `The provider cannot reach ${NETWORK_NAMES[network]} with this account and continues to try. Unless \`account.reconnected\` follows, connect it again with ${connect}.`
  }
}
