import { randomUUID } from 'node:crypto'
import { readDeliveryBody } from '../../../../db/delivery/webhooks/delivery-body.ts'
import { TEST_EVENT_TYPE } from '../../../../domain/events/types.ts'
import { parseExactJson } from '../../../../domain/json/exact.ts'
import { deliveryHeaders } from '../../../../domain/webhooks/headers.ts'
import { html, type Html } from '../../../html/markup.ts'
import { Problem } from '../../../errors/problem.ts'
import { Delivery } from '../../../schemas/webhook.ts'
import { badge, duration, facts, live, time } from '../../elements.ts'
import { formOf } from '../../forms.ts'
import { objectOf } from '../../../../domain/json/json.ts'
import { jsonOf } from '../../json-view.ts'
import { pageUrl, type MakePage, type View } from '../../page.ts'
import { createOwnerReader } from './delivery-owner.ts'
import { deliveryPath, webhookPath, WEBHOOKS_PATH } from './paths.ts'
import { deliveryBadge, nextAttempt, verifiedBy } from './webhook-texts.ts'

/** An attempt takes ten seconds at most, and usually far less. */
const LIVE_MS = 1_500

/** One delivery of an event to an endpoint: the request with the answer to each attempt, and a button for another. */
export const deliveryPage: MakePage = ({ find, db }) => {
  const readOwner = createOwnerReader({ find })
  const retryDelivery = find('retryWebhookDelivery', Delivery)
  return {
    path: `${WEBHOOKS_PATH}/{webhook_id}/deliveries/{delivery_id}`,
    section: WEBHOOKS_PATH,
    async show(view) {
      const { id, place, name, deliveries } = await readOwner(view)
      const delivery = deliveries.find((one) => one.id === view.params['delivery_id'])
      if (delivery === undefined)
        throw new Problem('not_found', 'It is not among the last 20 deliveries of the endpoint.')
      const isPending = delivery.status === 'pending'
      const body = await readDeliveryBody(db, { deliveryId: delivery.id, webhookId: id }, view.caller.principal)
      return {
        title: `Delivery of ${delivery.type}`,
        within: [{ name, path: webhookPath(view, place) }],
        actions: [retryForm(view, delivery)],
        main: html`${live(
          {
            id: 'delivery',
            everyMs: isPending ? LIVE_MS : null,
            announced: `${delivery.status}, ${delivery.attempts.length} attempts`,
          },
          html`${facts([
            ['State', deliveryBadge(delivery)],
            ['Next attempt', nextAttempt(delivery)],
            ['Made', time(delivery.created_at)],
            ['Event', eventOf(view, delivery, body)],
            ['Delivery', html`<code>${delivery.id}</code>`],
          ])}
<div class="exchange"><section><h2>Attempts</h2>${attempts(delivery)}</section>
<section><h2>Request</h2>${requestShown(delivery, { body, verified: verifiedBy(view, place) })}</section></div>`,
        )}`,
      }
    },
    async act(view, form) {
      const { id, place } = await readOwner(view)
      const params = { webhook_id: id, delivery_id: view.params['delivery_id'] ?? '' }
      await retryDelivery(view, { params, headers: { 'Idempotency-Key': form.get('once') ?? '' } })
      return deliveryPath(view, place, params.delivery_id)
    },
  }
}

const retryForm = ({ refused }: View, { type, status }: Delivery): Html =>
  type === TEST_EVENT_TYPE
    ? html`<p class="quiet">A test is sent once and does not affect the failure count.</p>`
    : formOf(
        {
          action: 'retry',
          submit: status === 'pending' ? 'Try again now' : 'Deliver again',
          fields: [],
          hidden: { once: randomUUID() },
        },
        refused,
      )

/** A test is on no stream. */
function eventOf(view: View, { type, event_id: id }: Delivery, body: string | null): Html {
  const shown = html`<code>${id}</code>`
  const since = body === null ? null : objectOf(parseExactJson(body))['created_at']
  return type === TEST_EVENT_TYPE || typeof since !== 'string'
    ? shown
    : html`<a href="${pageUrl(view, '/events', { type, since })}#${id}" id="to-event">${shown}</a>`
}

/** The newest first. */
const attempts = ({ attempts: all }: Delivery): Html =>
  all.length === 0
    ? html`<p class="empty">No attempt yet.</p>`
    : html`<ol class="records">${all.map(attemptShown).toReversed()}</ol>`

function attemptShown(attempt: Delivery['attempts'][number], index: number): Html {
  const { at: made, status_code: code, error, latency_ms: latency, response } = attempt
  const name = `Attempt ${index + 1}`
  return html`<li class="card" id="attempt-${index + 1}"><p class="hit-line"><strong>${name}</strong>
${badge(code === null ? 'no answer' : `HTTP ${code}`, error === null ? 'good' : 'bad')}
<span class="quiet">${duration(latency)}, ${time(made)}</span></p>
${code === null && html`<p>${error}</p>`}
${
  response === null || response === ''
    ? html`<p class="quiet">The response had no body.</p>`
    : html`<pre tabindex="0" role="region" aria-label="${name}: response" id="response-${index + 1}">${response}</pre>`
}</li>
`
}

/** Signatures have the time of their attempt. They are not stored, so only their form is shown. */
const SIGNATURES = { signature: 't=…,v1=…', standard: { timestamp: '…', signature: 'v1,…' } }

function requestShown(
  { id: deliveryId, event_id: eventId, type: eventType, url }: Delivery,
  { body, verified }: { readonly body: string | null; readonly verified: Html },
): Html {
  const headers = deliveryHeaders({ deliveryId, eventId, eventType, ...SIGNATURES })
  const lines = [`POST ${url}`, ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`)]
  return html`<pre tabindex="0" role="region" aria-label="Headers" id="request-headers">${lines.join('\n')}</pre>
<p class="quiet" id="verified-by">Each attempt has a signature of its time and the body. ${verified}</p>
${
  body === null
    ? html`<p class="empty">The stream no longer keeps the event, so its body is not known.</p>`
    : jsonOf('Body of the request', parseExactJson(body))
}`
}
