import { createHmac, randomUUID } from 'node:crypto'
import type { InboundProvider } from '../../../domain/inbound/message.ts'
import type { JsonObject } from '../../../domain/json/json.ts'
import type { World } from './host.ts'
import type { Account, Twin } from './twin.ts'
import { hooksOf } from './webhooks.ts'

/** The receiver refused a report. */
export class ReportRefused extends Error {}

/**
 * Sends what the provider's webhook would, proved in the provider's way: for the platform's account to the service; for
 * a customer's account to each webhook that it has registered, by the secret of that webhook.
 */
export const reporter =
  (world: Pick<World, 'service' | 'secrets'>, { reportsAs, slug }: Twin) =>
  async (message: JsonObject, account?: Account, source?: string): Promise<void> => {
    if (reportsAs === undefined) throw new Error(`${slug} reports nothing`)
    const text = JSON.stringify(message)
    if (account !== undefined && !account.key.startsWith(`twin_${slug}_platform`)) {
      for (const hook of hooksOf(account).values())
        if (hook.source === source) await post(hook.url, proof(reportsAs, hook.secret, text), text)
      return
    }
    if (world.service === null) return
    const secret = world.secrets[reportsAs][0] ?? ''
    await post(`${world.service}/v1/inbound/${reportsAs}`, proof(reportsAs, secret, text), text)
  }

async function post(url: string, headers: Readonly<Record<string, string>>, body: string): Promise<void> {
  const response = await fetch(url, {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json', ...headers },
  })
  if (!response.ok) throw new ReportRefused(`${url} answered ${response.status} to a report`)
}

function proof(provider: InboundProvider, secret: string, text: string): Readonly<Record<string, string>> {
  if (provider === 'unipile') return { 'x-webhook-secret': secret }
  const id = `msg_${randomUUID()}`
  const at = String(Math.floor(Date.now() / 1000))
  const signature = createHmac('sha256', Buffer.from(secret.replace(/^whsec_/, ''), 'base64'))
    .update(`${id}.${at}.${text}`)
    .digest('base64')
  return { 'svix-id': id, 'svix-timestamp': at, 'svix-signature': `v1,${signature}` }
}
