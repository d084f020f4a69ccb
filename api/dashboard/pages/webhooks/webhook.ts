import type { Static } from 'typebox'
import { DELIVERY_STATUSES, type DeliveryStatus } from '../../../../domain/webhooks/delivery.ts'
import { html, type Html } from '../../../html/markup.ts'
import { Webhook, WebhookTested, WebhookWithDeliveries } from '../../../schemas/webhook.ts'
import { facts, live, notice, type ShownRow, table, time } from '../../elements.ts'
import { actionOf, filterOf, formOf } from '../../forms.ts'
import { at, type MakePage, type View } from '../../page.ts'
import { oneWordOf } from '../../query-values.ts'
import { deliveryPath, webhookPath, WEBHOOKS_PATH } from './paths.ts'
import { deliveryBadge, eventsOf, lastAnswer, nextAttempt, webhookBadge } from './webhook-texts.ts'

type Shown = Static<typeof WebhookWithDeliveries>

/** A delivery under way changes within seconds. */
const LIVE_MS = 3_000

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
        params: { webhook_id: view.params['webhook_id'] ?? '' },
        ...(status === null ? {} : { query: { status } }),
      })
      const everyMs = webhook.deliveries.some((delivery) => delivery.status === 'pending') ? LIVE_MS : null
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
])}`,
        )}
${statusFilter(view, webhook, status)}
${live({ id: 'deliveries-live', everyMs }, deliveries(view, webhook, status))}`,
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
    : notice('warn', html`Every delivery has failed since ${time(since)}. After three days it is disabled.`)
}

const statusFilter = (view: View, { id }: Shown, status: DeliveryStatus | null): Html =>
  filterOf(
    {
      label: 'Filter the deliveries',
      fields: [
        {
          name: 'status',
          label: 'State of the deliveries',
          options: [['', 'Any'], ...DELIVERY_STATUSES.map((one) => [one, one] as const)],
        },
      ],
      clear: status === null ? null : webhookPath(view, id),
    },
    view.query,
  )

const deliveries = (view: View, { id, deliveries: all }: Shown, status: DeliveryStatus | null): Html =>
  table({
    id: 'deliveries',
    caption: status === null ? 'Last deliveries' : `Last ${status} deliveries`,
    empty:
      status !== null
        ? 'No matching deliveries.'
        : html`No deliveries yet. Send a test, or see the <a href="${at(view, '')}">overview</a>.`,
    columns: [
      { title: 'Event' },
      { title: 'State' },
      { title: 'Answered' },
      { title: 'Attempts', numeric: true },
      { title: 'Next attempt' },
      { title: 'Made' },
    ],
    rows: all.map((delivery): ShownRow => ({
      id: delivery.id,
      cells: [
        html`<a href="${deliveryPath(view, id, delivery.id)}">${delivery.type}</a>`,
        deliveryBadge(delivery),
        lastAnswer(delivery),
        delivery.attempts.length,
        nextAttempt(delivery),
        time(delivery.created_at),
      ],
    })),
  })
