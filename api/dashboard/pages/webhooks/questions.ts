import { randomUUID } from 'node:crypto'
import { html, type Html } from '../../../html/markup.ts'
import { Webhook, WebhookWithDeliveries, WebhookWithSecret } from '../../../schemas/webhook.ts'
import { confirmationPage } from '../../confirmation.ts'
import type { MakePage, PageParts } from '../../page.ts'
import { webhookPath, webhooksPath, WEBHOOKS_PATH } from './paths.ts'
import { secretPage } from './new.ts'

interface Question {
  readonly step: 'rotate' | 'disable' | 'delete'
  readonly title: string
  readonly submit: string
  readonly consequences: (url: Html) => Html
  /** Does it, after the confirmation. */
  readonly does: (parts: Pick<PageParts, 'find'>) => NonNullable<ReturnType<MakePage>['act']>
}

/** The actions on an endpoint that need a confirmation. */
const QUESTIONS: readonly Question[] = [
  {
    step: 'rotate',
    title: 'Rotate the secret?',
    submit: 'Rotate the secret',
    consequences: (url) =>
      html`<p>${url} gets a new secret, which is shown once. For 24 hours every delivery is signed with both, so that nothing is lost while you change it.</p>`,
    does({ find }) {
      const rotate = find('rotateWebhookSecret', WebhookWithSecret)
      return async (view, form) => {
        const { id, url, secret } = await rotate(view, {
          params: view.params,
          headers: { 'Idempotency-Key': form.get('once') ?? '' },
        })
        return { title: 'Secret rotated', main: secretPage(view, { id, url, secret }) }
      }
    },
  },
  {
    step: 'disable',
    title: 'Disable the endpoint?',
    submit: 'Disable',
    consequences: (url) =>
      html`<p>Nothing is sent to ${url} any more, and deliveries that wait are not made. Events stay on the stream. It can be switched on again.</p>`,
    does({ find }) {
      const update = find('updateWebhook', Webhook)
      return async (view) => {
        const { id } = await update(view, { params: view.params, body: { enabled: false } })
        return webhookPath(view, id)
      }
    },
  },
  {
    step: 'delete',
    title: 'Delete the endpoint?',
    submit: 'Delete the endpoint',
    consequences: (url) =>
      html`<p>${url} goes with its secrets and deliveries; those that wait are not made. Events stay on the stream. This cannot be undone.</p>`,
    does({ find }) {
      const remove = find('deleteWebhook', Webhook)
      return async (view) => {
        await remove(view, { params: view.params })
        return webhooksPath(view)
      }
    },
  },
]

/** A page for each of these confirmations. */
export const webhookQuestions: readonly MakePage[] = QUESTIONS.map(
  ({ step, title, submit, consequences, does }): MakePage =>
    (parts) => {
      const getWebhook = parts.find('getWebhook', WebhookWithDeliveries)
      return confirmationPage({
        path: `${WEBHOOKS_PATH}/{webhook_id}/${step}`,
        section: WEBHOOKS_PATH,
        async confirms(view) {
          const { id, url } = await getWebhook(view, { params: view.params })
          return {
            title,
            action: step,
            submit,
            back: webhookPath(view, id),
            hidden: { once: randomUUID() },
            consequences: consequences(html`<strong class="long">${url}</strong>`),
          }
        },
        act: does(parts),
      })
    },
)
