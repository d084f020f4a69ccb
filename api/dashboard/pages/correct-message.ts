import type { JsonObject } from '../../../domain/json/json.ts'
import { REPLY_CLASSES } from '../../../domain/replies/classes.ts'
import { html } from '../../html/markup.ts'
import { CorrectedMessage } from '../../schemas/message.ts'
import { classBadge } from '../message-class.ts'
import { type FormField, formOf } from '../forms.ts'
import { can, pageUrl, type MakePage } from '../page.ts'

const EVENTS = '/events'
export const CORRECT_PATH = `${EVENTS}/correct`

const SUPPRESSION: FormField = {
  name: 'lift_suppression',
  label: 'Suppression of the sender',
  options: [
    ['', 'Keep it'],
    ['true', 'Lift it, if this message has made it'],
  ],
}

/** A person states what a received message is. */
export const correctMessagePage: MakePage = ({ find }) => {
  const correctMessage = find('correctMessage', CorrectedMessage)
  return {
    path: CORRECT_PATH,
    section: EVENTS,
    async show(view) {
      const { message = '', class: kind = '' } = view.query
      const choice: FormField = {
        name: 'class',
        label: 'What it is',
        value: kind,
        options: REPLY_CLASSES.map((name) => [name, name.replaceAll('_', ' ')]),
      }
      const lifts = kind === 'unsubscribe_request' && can(view, 'owner')
      return {
        title: 'Correct a message',
        within: [{ name: 'Events', path: pageUrl(view, EVENTS) }],
        main: html`<p class="lead">${kind !== '' && html`Now: ${classBadge(kind)}. `}An
<em>unsubscribe request</em> suppresses the sender, and another class keeps a suppression.
<code>${message}</code></p>
${formOf({ action: 'correct', submit: 'Correct', fields: lifts ? [choice, SUPPRESSION] : [choice] }, view.refused)}`,
      }
    },
    async act(view, form) {
      const kind = form.get('class')
      const body: JsonObject = { class: kind }
      if (form.get('lift_suppression') === 'true') body['lift_suppression'] = true
      await correctMessage(view, { params: { message_id: view.query['message'] ?? '' }, body })
      return pageUrl(view, EVENTS, { class: kind })
    },
  }
}
