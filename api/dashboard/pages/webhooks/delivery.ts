import { randomUUID } from 'node:crypto'
import { TEST_EVENT_TYPE } from '../../../../domain/events/types.ts'
import { html, type Html } from '../../../html/markup.ts'
import { Problem } from '../../../errors/problem.ts'
import { Delivery, WebhookWithDeliveries } from '../../../schemas/webhook.ts'
import { duration, facts, live, type ShownRow, table, time, withNote } from '../../elements.ts'
import { formOf } from '../../forms.ts'
import type { MakePage } from '../../page.ts'
import { deliveryPath, webhookPath, WEBHOOKS_PATH } from './paths.ts'
import { deliveryBadge, nextAttempt } from './webhook-texts.ts'

/** An attempt takes ten seconds at most, and usually far less. */
const LIVE_MS = 1_500

/** One delivery of an event to an endpoint: every attempt with its answer, and a button for another one. */
export const deliveryPage: MakePage = ({ find }) => {
  const getWebhook = find('getWebhook', WebhookWithDeliveries)
  const retryDelivery = find('retryWebhookDelivery', Delivery)
  return {
    path: `${WEBHOOKS_PATH}/{webhook_id}/deliveries/{delivery_id}`,
    section: WEBHOOKS_PATH,
    async show(view) {
      const { id, url, deliveries } = await getWebhook(view, {
        params: { webhook_id: view.params['webhook_id'] ?? '' },
      })
      const delivery = deliveries.find((one) => one.id === view.params['delivery_id'])
      if (delivery === undefined)
        throw new Problem('not_found', 'It is not among the last 20 deliveries of the endpoint.')
      const isPending = delivery.status === 'pending'
      return {
        title: `Delivery of ${delivery.type}`,
        main: html`${live(
          {
            id: 'delivery',
            everyMs: isPending ? LIVE_MS : null,
            said: `${delivery.status}, ${delivery.attempts.length} attempts`,
          },
          html`${facts([
            ['State', deliveryBadge(delivery)],
            ['Next attempt', nextAttempt(delivery)],
            ['Made', time(delivery.created_at)],
            ['To', html`<a href="${webhookPath(view, id)}">${url}</a>`],
            ['Event', html`<code>${delivery.event_id}</code>`],
            ['Delivery', html`<code>${delivery.id}</code>`],
          ])}
${attempts(delivery)}`,
        )}
${
  delivery.type === TEST_EVENT_TYPE
    ? html`<p class="quiet">A test is sent once and does not affect the failure count.</p>`
    : html`<div class="actions">${formOf(
        {
          action: 'retry',
          submit: isPending ? 'Try again now' : 'Deliver again',
          fields: [],
          hidden: { once: randomUUID() },
        },
        view.refused,
      )}</div>`
}
<p><a href="${webhookPath(view, id)}">To the endpoint</a></p>`,
      }
    },
    async act(view, form) {
      const params = { webhook_id: view.params['webhook_id'] ?? '', delivery_id: view.params['delivery_id'] ?? '' }
      await retryDelivery(view, { params, headers: { 'Idempotency-Key': form.get('once') ?? '' } })
      return deliveryPath(view, params.webhook_id, params.delivery_id)
    },
  }
}

const attempts = ({ attempts: all }: Delivery): Html =>
  table({
    id: 'attempts',
    caption: 'Attempts',
    empty: 'No attempt yet.',
    columns: [
      { title: 'Attempt', numeric: true },
      { title: 'At' },
      { title: 'Answer', wraps: true },
      { title: 'Took', numeric: true },
      { title: 'Response', wraps: true },
    ],
    rows: all.map((attempt, index): ShownRow => ({
      id: `attempt-${index + 1}`,
      cells: [
        index + 1,
        time(attempt.at),
        withNote(attempt.status_code === null ? 'no answer' : `HTTP ${attempt.status_code}`, attempt.error),
        duration(attempt.latency_ms),
        attempt.response === null ? '–' : html`<code>${attempt.response}</code>`,
      ],
    })),
  })
