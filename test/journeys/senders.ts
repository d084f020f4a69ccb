import { httpClient } from '../support/http.ts'
import { type Newcomer, succeeded } from './newcomer.ts'

/** What a customer sends from. */
export interface Senders {
  readonly inbox: string
  readonly accounts: Readonly<Record<Channel, string>>
}

export const CHANNELS = ['linkedin', 'instagram', 'whatsapp', 'gmail'] as const
export type Channel = (typeof CHANNELS)[number]

/** Makes an inbox, and connects an account of each network on the provider's page. */
export async function makeSenders({ session, live }: Newcomer, username: string): Promise<Senders> {
  const inbox = succeeded(await live.post('/v1/email/inboxes', { username }))
  const accounts = await Promise.all(
    CHANNELS.map(async (channel) => [channel, await connect(session, channel)] as const),
  )
  return { inbox: String(inbox.at('inbox_id')), accounts: { ...NONE, ...Object.fromEntries(accounts) } }
}

const NONE: Record<Channel, string> = { linkedin: '', instagram: '', whatsapp: '', gmail: '' }

async function connect(session: Newcomer['session'], channel: Channel): Promise<string> {
  const opened = succeeded(await session.post(`/v1/${channel}/accounts`, {}))
  const page = new URL(String(opened.at('connect_url')))
  succeeded(await httpClient(page.origin).post(page.pathname))
  const listed = succeeded(await session.get(`/v1/${channel}/accounts`))
  return String(listed.at('items', '0', 'account_id'))
}
