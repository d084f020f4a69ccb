import type { MessagingNetwork } from './sender.ts'

const TITLES: Readonly<Record<MessagingNetwork, string>> = {
  linkedin: 'LinkedIn',
  instagram: 'Instagram',
  whatsapp: 'WhatsApp',
  gmail: 'Gmail',
}

/** The network's usual name. */
export const titleOf = (network: MessagingNetwork): string => TITLES[network]

/** The id of an operation on one network's accounts: `listLinkedinAccounts`, `connectGmailAccount`. */
export function operationOf(verb: 'list' | 'connect' | 'disconnect', network: MessagingNetwork): string {
  return `${verb}${network.charAt(0).toUpperCase()}${network.slice(1)}Account${verb === 'list' ? 's' : ''}`
}
