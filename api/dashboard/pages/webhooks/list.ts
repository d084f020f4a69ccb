import { html } from '../../../html/markup.ts'
import { WebhookList } from '../../../schemas/webhook.ts'
import { type ShownRow, table, time, withNote } from '../../elements.ts'
import type { MakePage } from '../../page.ts'
import { CALLBACKS, newWebhookPath, webhookPath, WEBHOOKS_PATH } from './paths.ts'
import { eventsOf, webhookBadge } from './webhook-texts.ts'

/** Where events are sent, and whether they arrive. */
export const webhooksPage: MakePage = ({ find }) => {
  const listWebhooks = find('listWebhooks', WebhookList)
  return {
    path: WEBHOOKS_PATH,
    section: WEBHOOKS_PATH,
    navigation: { name: 'Webhooks', group: 'Developers' },
    forOwners: true,
    async show(view) {
      const { items } = await listWebhooks(view)
      return {
        title: 'Webhooks',
        actions: [
          html`<a href="${newWebhookPath(view)}" class="button">New endpoint</a>`,
          html`<a href="${webhookPath(view, CALLBACKS)}" class="button plain">Callbacks</a>`,
        ],
        main: html`<p class="lead">Replies, bounces and the like are sent to your endpoints as they happen, signed.
What an endpoint misses stays on the event stream for 30 days.</p>
${table({
  id: 'webhooks',
  caption: 'Endpoints',
  empty: 'No endpoint yet.',
  columns: [
    { title: 'Endpoint', wraps: true },
    { title: 'State' },
    { title: 'Events', wraps: true },
    { title: 'Since' },
  ],
  rows: items.map((webhook): ShownRow => ({
    id: webhook.id,
    cells: [
      withNote(html`<a href="${webhookPath(view, webhook.id)}" class="long">${webhook.url}</a>`, webhook.description),
      webhookBadge(webhook),
      eventsOf(webhook),
      time(webhook.created_at),
    ],
  })),
})}`,
      }
    },
  }
}
