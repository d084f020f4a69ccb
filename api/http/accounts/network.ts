import type { Network } from '../../../domain/senders/sender.ts'
export type { Network } from '../../../domain/senders/sender.ts'

const TITLES: Readonly<Record<Network, string>> = { linkedin: 'LinkedIn', instagram: 'Instagram', whatsapp: 'WhatsApp', gmail: 'Gmail' }

/** What people call the network. */
export const titleOf = (network: Network): string => TITLES[network]

/** The id of an operation on one network's accounts: `listLinkedinAccounts`, `connectGmailAccount`. */
export function operationOf(verb: 'list' | 'connect' | 'disconnect', network: Network): string {
  return `${verb}${network.charAt(0).toUpperCase()}${network.slice(1)}Account${verb === 'list' ? 's' : ''}`
}
