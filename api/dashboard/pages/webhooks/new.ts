import { randomUUID } from 'node:crypto'
import type { Static } from 'typebox'
import { html, type Html } from '../../../html/markup.ts'
import { WebhookList, WebhookWithSecret } from '../../../schemas/webhook.ts'
import { formOf } from '../../forms.ts'
import type { MakePage, View } from '../../page.ts'
import { withCodeSpans } from '../../code-spans.ts'
import { copyNow, secretShown } from '../../secret.ts'
import { webhookPath, WEBHOOKS_PATH } from './paths.ts'

const URL_LENGTH_MAX = 2_048
const DESCRIPTION_LENGTH_MAX = 500

/** Registers an endpoint; the next page shows the secret of its signatures once. */
export const newWebhookPage: MakePage = ({ find }) => {
  const listWebhooks = find('listWebhooks', WebhookList)
  const createWebhook = find('createWebhook', WebhookWithSecret)
  return {
    path: `${WEBHOOKS_PATH}/new`,
    section: WEBHOOKS_PATH,
    async show(view) {
      const { event_types: types } = await listWebhooks(view)
      return {
        title: 'New endpoint',
        main: html`${formOf(
          {
            action: 'create',
            submit: 'Create the endpoint',
            hidden: { once: randomUUID() },
            more: choices(view, types),
            fields: [
              {
                name: 'url',
                label: 'URL',
                type: 'url',
                hint: 'An https URL that is publicly reachable.',
                maxLength: URL_LENGTH_MAX,
                autocomplete: 'off',
              },
              {
                name: 'description',
                label: 'Description',
                optional: true,
                maxLength: DESCRIPTION_LENGTH_MAX,
                autocomplete: 'off',
              },
            ],
          },
          view.refused,
        )}`,
      }
    },
    async act(view, form) {
      const description = form.get('description') ?? ''
      const { id, url, secret } = await createWebhook(view, {
        body: {
          url: form.get('url') ?? '',
          events: form.getAll('events'),
          ...(description === '' ? {} : { description }),
        },
        headers: { 'Idempotency-Key': form.get('once') ?? '' },
      })
      return { title: 'Endpoint created', main: secretPage(view, { id, url, secret }) }
    },
  }
}

type EventType = Static<typeof WebhookList>['event_types'][number]

/** The event types by subject, each with a checkbox; none ticked means all of them, including future ones. */
function choices({ refused }: View, types: readonly EventType[]): Html {
  const ticked = new Set(refused?.form.getAll('events'))
  const choice = ({ type, description }: EventType): Html => html`<label class="choice">
<input type="checkbox" name="events" value="${type}"${ticked.has(type) && html` checked`}>
<span>${type}<br><span class="quiet">${withCodeSpans(description)}</span></span></label>`
  const groups = Map.groupBy(types, ({ type }) => type.split('.')[0] ?? '')
  return html`<fieldset class="field"><legend>Events</legend><p class="hint">None ticked: every event, of those to come too, but no end of a run.</p>
<div class="choices">${[...groups].map(
    ([group, members]) => html`<div><p class="label">${group}</p>${members.map(choice)}</div>`,
  )}</div></fieldset>
`
}

/** A rotation shows it as well. */
export const secretPage = (
  view: View,
  { id, url, secret }: { readonly id: string; readonly url: string; readonly secret: string },
): Html => html`${copyNow('the secret')}
${secretShown('secret', 'Secret', secret)}
<p>Deliveries to <span class="long">${url}</span> carry <code>Service-Signature: t=…,v1=…</code>:
the HMAC-SHA256 of <code>t.body</code> under this entire string.</p>
<p class="actions"><a href="${webhookPath(view, id)}" class="button">I have copied it</a></p>`
