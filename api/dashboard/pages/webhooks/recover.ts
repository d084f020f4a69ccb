import { randomUUID } from 'node:crypto'
import { html } from '../../../html/markup.ts'
import { WebhookRecovered } from '../../../schemas/webhook.ts'
import { formOf } from '../../forms.ts'
import type { MakePage } from '../../page.ts'
import { createOwnerReader } from './delivery-owner.ts'
import { webhookPath, WEBHOOKS_PATH } from './paths.ts'

const HOUR_MS = 3_600_000
const WINDOWS: readonly (readonly [hours: string, label: string])[] = [
  ['1', 'The last hour'],
  ['24', 'The last day'],
  ['168', 'The last 7 days'],
  ['720', 'The last 30 days'],
]

/** Sends again what failed in a window, as after a mistake in the receiver. */
export const recoverPage: MakePage = ({ find }) => {
  const readOwner = createOwnerReader({ find })
  const recover = find('recoverWebhook', WebhookRecovered)
  return {
    path: `${WEBHOOKS_PATH}/{webhook_id}/recover`,
    section: WEBHOOKS_PATH,
    async show(view) {
      const { place, name } = await readOwner(view)
      return {
        title: 'Send failed deliveries again',
        within: [{ name, path: webhookPath(view, place) }],
        main: html`<p>Each delivery of the window that has failed gets one more attempt with the same event id, oldest
first.</p>
${formOf(
  {
    action: 'recover',
    submit: 'Send again',
    hidden: { once: randomUUID() },
    fields: [{ name: 'since', label: 'Deliveries of', options: WINDOWS, value: '24' }],
  },
  view.refused,
)}`,
      }
    },
    async act(view, form) {
      const hours = Number(form.get('since'))
      const { id, place } = await readOwner(view)
      await recover(view, {
        params: { webhook_id: id },
        body: { since: new Date(Date.now() - hours * HOUR_MS).toISOString() },
        headers: { 'Idempotency-Key': form.get('once') ?? '' },
      })
      return webhookPath(view, place)
    },
  }
}
