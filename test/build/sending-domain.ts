import { httpClient, type HttpClient } from '../support/http.ts'
import type { Twins } from '../twins/kit/host.ts'

/** The owner of a domain publishes its records. */
export async function publishRecords(twins: Twins, domain: string): Promise<void> {
  await httpClient(twins.url).post('/_twin/happen', { twin: 'resend', happening: 'dns_published', domain })
}

/** Adds a domain over HTTP, publishes its records and verifies it. */
export async function verifyDomain(client: HttpClient, twins: Twins, domain: string): Promise<void> {
  await client.post('/v1/email/domains', { domain })
  await publishRecords(twins, domain)
  const checked = await client.post(`/v1/email/domains/${domain}/check`)
  if (checked.at('status') !== 'active') throw new Error(`the domain was not verified: ${checked.text}`)
}

/** Makes an inbox over HTTP; returns its id. */
export async function makeInbox(client: HttpClient, body: object): Promise<string> {
  const made = await client.post('/v1/email/inboxes', body)
  if (made.status !== 200) throw new Error(`the inbox was not made: ${made.text}`)
  return String(made.at('inbox_id'))
}

/** An inbox whose name is the workspace's; returns its address, which is its id at the provider. */
export async function makeInboxOf(client: HttpClient, workspaceId: string): Promise<string> {
  const username = workspaceId.toLowerCase().replaceAll('_', '-')
  await makeInbox(client, { username })
  return `${username}@agentmail.to`
}
