import { randomUUID } from 'node:crypto'
import { DELIVERY_STATUSES } from '../../../../domain/webhooks/delivery.ts'
import { html } from '../../../html/markup.ts'
import { CallbackList, CallbackSecret } from '../../../schemas/callback.ts'
import { confirmationPage } from '../../confirmation.ts'
import { live } from '../../elements.ts'
import { formOf } from '../../forms.ts'
import type { MakePage, View } from '../../page.ts'
import { oneWordOf } from '../../query-values.ts'
import { secretShown } from '../../secret.ts'
import { deliveriesTable, DELIVERIES_LIVE_MS, statusFilter } from './deliveries.ts'
import { CALLBACKS, webhookPath, WEBHOOKS_PATH } from './paths.ts'
import { verifiedBy } from './webhook-texts.ts'

const CALLBACKS_PATH = `${WEBHOOKS_PATH}/${CALLBACKS}`

/** The last deliveries to the `callback_url` of runs and jobs, and the secret that signs them. */
export const callbacksPage: MakePage = ({ find }) => {
  const listCallbacks = find('listCallbacks', CallbackList)
  const getSecret = find('getCallbackSecret', CallbackSecret)
  return {
    path: CALLBACKS_PATH,
    section: WEBHOOKS_PATH,
    forOwners: true,
    async show(view) {
      const status = oneWordOf(DELIVERY_STATUSES, view.query['status'])
      const { deliveries } = await listCallbacks(view, { query: { status: status ?? undefined } })
      const everyMs = deliveries.some((delivery) => delivery.status === 'pending') ? DELIVERIES_LIVE_MS : null
      const path = webhookPath(view, CALLBACKS)
      return {
        title: 'Callbacks',
        actions: [
          formOf({ action: 'secret', submit: 'Show the secret', fields: [], style: 'plain' }, view.refused),
          html`<a class="button plain" href="${webhookPath(view, CALLBACKS, '/recover')}">Send failed again…</a>`,
          html`<a class="button plain" href="${webhookPath(view, CALLBACKS, '/rotate')}">Rotate the secret…</a>`,
        ],
        main: html`<p class="lead">A run or a job with a <code>callback_url</code> reports its end there.</p>
<p id="verified-by">${verifiedBy(view, CALLBACKS)}</p>
${statusFilter(view, { path, status })}
${live(
  { id: 'deliveries-live', everyMs },
  deliveriesTable(view, {
    place: CALLBACKS,
    deliveries,
    status,
    empty: html`No callback yet. Add <code>callback_url</code> to a request.`,
  }),
)}`,
      }
    },
    async act(view) {
      const { secret } = await getSecret(view)
      return { title: 'Secret of callbacks', main: secretPage(view, secret) }
    },
  }
}

export const rotateCallbacksPage: MakePage = ({ find }) => {
  const rotate = find('rotateCallbackSecret', CallbackSecret)
  return confirmationPage({
    path: `${CALLBACKS_PATH}/rotate`,
    section: WEBHOOKS_PATH,
    forOwners: true,
    confirms: async (view) => ({
      title: 'Rotate the secret?',
      action: 'rotate',
      submit: 'Rotate the secret',
      back: webhookPath(view, CALLBACKS),
      hidden: { once: randomUUID() },
      consequences: html`<p>Callbacks get a new secret. For 24 hours every callback is signed with both, so that nothing
is lost while you change it.</p>`,
    }),
    async act(view, form) {
      const { secret } = await rotate(view, { headers: { 'Idempotency-Key': form.get('once') ?? '' } })
      return { title: 'Secret rotated', main: secretPage(view, secret) }
    },
  })
}

const secretPage = (view: View, secret: string) => html`${secretShown('secret', 'Secret', secret)}
<p>${verifiedBy(view, CALLBACKS)}</p>
<p class="actions"><a href="${webhookPath(view, CALLBACKS)}" class="button">To the callbacks</a></p>`
