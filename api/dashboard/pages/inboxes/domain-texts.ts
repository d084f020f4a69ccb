import type { Static } from 'typebox'
import type { Html } from '../../../html/markup.ts'
import type { EmailDomain, EmailInbox } from '../../../schemas/inbox.ts'
import { badge, type Tone } from '../../elements.ts'

export type ShownDomain = Static<typeof EmailDomain>
export type ShownRecord = ShownDomain['records'][number]
export type ShownAuthentication = ShownDomain['authentication']
export type ShownProof = ShownAuthentication['records'][number]

const DOMAIN_STATES: Readonly<Record<ShownDomain['status'], readonly [string, Tone]>> = {
  pending: ['not verified yet', 'warn'],
  active: ['verified', 'good'],
  failed: ['records not found', 'bad'],
  removed: ['removed', 'quiet'],
}
export const domainBadge = (status: ShownDomain['status']): Html => badge(...DOMAIN_STATES[status])

const INBOX_TONES: Readonly<Record<Static<typeof EmailInbox>['status'], Tone>> = {
  pending: 'busy',
  active: 'good',
  disabled: 'warn',
  removed: 'quiet',
}
export const inboxBadge = (status: Static<typeof EmailInbox>['status']): Html => badge(status, INBOX_TONES[status])

/** The provider's own word is shown; only `verified` means that it has found the record. */
export const isFound = ({ status }: ShownRecord): boolean => status === 'verified'

/** Whose account at the provider holds a sender. */
export const accountOfSender = (account: 'platform' | 'own'): string =>
  account === 'own' ? 'your own' : "the platform's"

/** The id of a sender, and that it is in the workspace's own account at the provider. */
export const noteOf = (id: string, account: 'platform' | 'own'): string =>
  account === 'own' ? `${id}, in your own account at the provider` : id
