import { connectAccount } from '../build/connected-account.ts'
import { type Newcomer, succeeded } from './newcomer.ts'
import type { Stage } from '../support/stage.ts'

/** What a customer sends from. */
export interface Senders {
  readonly inbox: string
  /** An inbox under the customer's own domain. */
  readonly domainInbox: string
  readonly accounts: Readonly<Record<Channel, string>>
}

export const CHANNELS = ['linkedin', 'instagram', 'whatsapp', 'gmail'] as const
export type Channel = (typeof CHANNELS)[number]

/** Makes inboxes, one under a domain of the customer's, and connects an account of each network on its page. */
export async function makeSenders({ session, live }: Newcomer, username: string, stage: Stage): Promise<Senders> {
  const inbox = succeeded(await live.post('/v1/email/inboxes', { username }))
  const accounts = await Promise.all(
    CHANNELS.map(async (channel) => [channel, await connectAccount(session, channel)] as const),
  )
  return {
    inbox: String(inbox.at('inbox_id')),
    domainInbox: await inboxOfDomain(live, stage, { username, domain: `${username}.example.com` }),
    accounts: { ...NONE, ...Object.fromEntries(accounts) },
  }
}

/** Adds a domain, publishes its records, verifies it, and makes an inbox there. */
export async function inboxOfDomain(
  live: Newcomer['live'],
  { happen }: Stage,
  inbox: { readonly username: string; readonly domain: string },
): Promise<string> {
  const path = '/v1/email/domains'
  succeeded(await live.post(path, { domain: inbox.domain }))
  await happen('resend', 'dns_published', { domain: inbox.domain })
  succeeded(await live.post(`${path}/${inbox.domain}/check`))
  return String(succeeded(await live.post('/v1/email/inboxes', inbox)).at('inbox_id'))
}

const NONE: Record<Channel, string> = { linkedin: '', instagram: '', whatsapp: '', gmail: '' }
