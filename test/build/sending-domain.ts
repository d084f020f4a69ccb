import type { HttpClient } from '../support/http.ts'
import type { MailAccounts } from '../support/mail-accounts.ts'

/** Adds a domain over HTTP, publishes its records and verifies it. */
export async function verifyDomain(client: HttpClient, accounts: MailAccounts, domain: string): Promise<void> {
  await client.post('/v1/email/domains', { domain })
  accounts.publish(domain)
  const checked = await client.post(`/v1/email/domains/${domain}/check`)
  if (checked.at('status') !== 'active') throw new Error(`the domain was not verified: ${checked.text}`)
}

/** Makes an inbox over HTTP; returns its id. */
export async function makeInbox(client: HttpClient, body: object): Promise<string> {
  const made = await client.post('/v1/email/inboxes', body)
  if (made.status !== 200) throw new Error(`the inbox was not made: ${made.text}`)
  return String(made.at('inbox_id'))
}
