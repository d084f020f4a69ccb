import { ONE_CLICK, UNSUBSCRIBE_PATH } from '../../domain/outbound/unsubscribe.ts'
import type { Environment } from '../../domain/runs/states.ts'
import type { StreamOwner } from '../../db/delivery/events/write.ts'
import { newId } from '../../db/ids.ts'
import { unsubscribeToken } from '../../db/outreach/outbound/unsubscribe-token.ts'
import type { TestWorkspace } from '../build/workspace.ts'
import { at, httpClient } from './http.ts'
import type { SharedService } from './service.ts'
import { untilKnown } from './until.ts'

/** The event that one request raises at once, also while there is no worker. */
export const RAISED = 'email.unsubscribed'

/** What opens links of emails: the URL of the api, and the cipher that signs them. */
type Links = Pick<SharedService, 'url' | 'cipher'>

/**
 * Raises one event: a recipient clicks the unsubscribe link of an email. A link needs only its token, which outlives
 * its run, so no email is sent before. The same recipient raises no second event.
 */
export async function unsubscribeRecipient(service: Links, owner: StreamOwner, address: string): Promise<void> {
  const token = unsubscribeToken(service.cipher, { ...owner, runId: newId('run'), address })
  const answer = await httpClient(service.url).request(`${UNSUBSCRIBE_PATH}${token}`, {
    method: 'POST',
    text: `${ONE_CLICK.name}=${ONE_CLICK.value}`,
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
  })
  if (answer.status !== 200) throw new Error(`${address} was not unsubscribed: ${answer.text}`)
}

let made = 0
/** An address that no other event names. */
export const newRecipient = (name = 'robin'): string => `${name}-${(made += 1)}@example.com`

export interface Stream {
  readonly workspace: Pick<TestWorkspace, 'id' | 'keys'>
  readonly environment: Environment
}

/** Raises one event for each name, in this order, and returns their ids. */
export async function raiseEvents(
  service: Links,
  { workspace, environment }: Stream,
  names: readonly string[] = ['robin'],
): Promise<string[]> {
  const recipients = names.map((name) => newRecipient(name))
  for (const address of recipients) {
    await unsubscribeRecipient(service, { workspaceId: workspace.id, environment }, address)
  }
  const listed = await httpClient(service.url, workspace.keys[environment]).get(`/v1/events?types=${RAISED}&limit=500`)
  const ids = new Map([listed.at('items')].flat().map((item) => [at(item, 'data', 'recipient'), at(item, 'id')]))
  return recipients.map((address) => String(ids.get(address)))
}

/** Raises one event, and returns the id of its delivery to this endpoint once its workflow is started. */
export async function raiseDelivery(
  service: Pick<SharedService, 'url' | 'cipher' | 'client' | 'workspace'>,
  webhookId: string,
  name = 'robin',
): Promise<string> {
  const stream = { workspace: service.workspace, environment: 'live' } as const
  const [eventId] = await raiseEvents(service, stream, [name])
  const endpoint = await httpClient(service.url, service.workspace.keys.live).get(`/v1/webhooks/${webhookId}`)
  const delivery = [endpoint.at('deliveries')].flat().find((one) => at(one, 'event_id') === eventId)
  if (delivery === undefined) throw new Error(`the event has no delivery: ${endpoint.text}`)
  const id = String(at(delivery, 'id'))
  await untilKnown(service.client.workflow.getHandle(id))
  return id
}

/** Registers an endpoint for the live events of the service's workspace; `secret` as its owner sees it. */
export async function registerWebhook(
  service: Pick<SharedService, 'url' | 'workspace'>,
  url: string,
): Promise<{ readonly id: string; readonly secret: string }> {
  const answer = await httpClient(service.url, service.workspace.keys.live).post('/v1/webhooks', { url })
  if (answer.status !== 200) throw new Error(`the endpoint was not made: ${answer.text}`)
  return { id: String(answer.at('id')), secret: String(answer.at('secret')) }
}
