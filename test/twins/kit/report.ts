import { createHmac, randomUUID } from 'node:crypto'
import type { InboundProvider } from '../../../domain/inbound/fact.ts'
import type { JsonObject } from '../../../domain/json/json.ts'
import type { World } from './host.ts'
import type { Twin } from './twin.ts'

/** Sends the service what the provider's webhook would, proved in the provider's way. */
export const reporter =
  (world: Pick<World, 'service' | 'secrets'>, { reportsAs, slug }: Twin) =>
  async (message: JsonObject): Promise<void> => {
    if (reportsAs === undefined) throw new Error(`${slug} reports nothing`)
    if (world.service === null) return
    const text = JSON.stringify(message)
    const response = await fetch(`${world.service}/v1/inbound/${reportsAs}`, {
      method: 'POST',
      body: text,
      headers: { 'content-type': 'application/json', ...proof(reportsAs, world.secrets[reportsAs][0] ?? '', text) },
    })
    if (!response.ok) throw new Error(`the service answered ${response.status} to a report of ${slug}`)
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
