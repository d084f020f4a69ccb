import type { Static } from 'typebox'
import { DELIVERY_STATUSES } from '../../../../domain/webhooks/delivery.ts'
import { html, type Html } from '../../../html/markup.ts'
import { Webhook, WebhookTested, WebhookWithDeliveries } from '../../../schemas/webhook.ts'
import { facts, live, moment, notice, time } from '../../elements.ts'
import { actionOf, formOf } from '../../forms.ts'
import { pageUrl, type MakePage, type View } from '../../page.ts'
import { oneWordOf } from '../../query-values.ts'
import { deliveriesTable, DELIVERIES_LIVE_MS, statusFilter } from './deliveries.ts'
import { deliveryPath, webhookPath, WEBHOOKS_PATH } from './paths.ts'
import { eventsOf, verifiedBy, webhookBadge } from './webhook-texts.ts'

type Shown = Static<typeof WebhookWithDeliveries>

/** One endpoint with its last deliveries, and the actions on it. */
export const webhookPage: MakePage = ({ find }) => {
  const getWebhook = find('getWebhook', WebhookWithDeliveries)
  const updateWebhook = find('updateWebhook', Webhook)
  const testWebhook = find('testWebhook', WebhookTested)
  return {
    path: `${WEBHOOKS_PATH}/{webhook_id}`,
    section: WEBHOOKS_PATH,
    async show(view) {
      const status = oneWordOf(DELIVERY_STATUSES, view.query['status'])
      const webhook = await getWebhook(view, {
        params: view.params,
        query: { status: status ?? undefined },
      })
      const everyMs = webhook.deliveries.some((delivery) => delivery.status === 'pending') ? DELIVERIES_LIVE_MS : null
      return {
        title: webhook.url,
        actions: actionsOn(view, webhook),
        main: html`${live(
          { id: 'state', everyMs },
          html`${trouble(webhook)}
${facts([
  ['State', webhookBadge(webhook)],
  ['Events', eventsOf(webhook)],
  ...(webhook.description === null ? [] : [['Description', webhook.description] as const]),
  ['Registered', time(webhook.created_at)],
])}
<p id="verified-by">${verifiedBy(view, webhook.id)}</p>`,
        )}
${statusFilter(view, { path: webhookPath(view, webhook.id), status })}
${live(
  { id: 'deliveries-live', everyMs },
  deliveriesTable(view, {
    place: webhook.id,
    deliveries: webhook.deliveries,
    status,
    empty: html`No deliveries yet. Send a test, or see the <a href="${pageUrl(view, '')}">overview</a>.`,
  }),
)}`,
      }
    },
    async act(view, form) {
      const params = { webhook_id: view.params['webhook_id'] ?? '' }
      if (actionOf(form) === 'enable') {
        const { id } = await updateWebhook(view, { params, body: { enabled: true } })
        return webhookPath(view, id)
      }
      const { delivery_id: deliveryId } = await testWebhook(view, { params })
      return deliveryPath(view, params.webhook_id, deliveryId)
    },
  }
}

const actionsOn = (view: View, { id, enabled }: Shown): readonly (Html | false)[] => [
  !enabled && formOf({ action: 'enable', submit: 'Enable', fields: [] }, view.refused),
  formOf({ action: 'test', submit: 'Send a test', fields: [], style: 'plain' }, view.refused),
  enabled && html`<a class="button plain" href="${webhookPath(view, id, '/recover')}">Send failed again…</a>`,
  enabled && html`<a class="button plain" href="${webhookPath(view, id, '/disable')}">Disable…</a>`,
  html`<a class="button plain" href="${webhookPath(view, id, '/rotate')}">Rotate the secret…</a>`,
  html`<a class="button danger" href="${webhookPath(view, id, '/delete')}">Delete…</a>`,
]

function trouble({ enabled, disabled_reason: reason, failing_since: since }: Shown): Html | null {
  if (!enabled)
    return notice(
      reason === null ? 'warn' : 'bad',
      reason === null
        ? 'The endpoint is disabled. It receives no events.'
        : html`The endpoint was disabled. ${reason} Later events stay on the stream.`,
    )
  return since === null
    ? null
    : notice('warn', html`Every delivery has failed since ${moment(since)}. After three days it is disabled.`)
}
