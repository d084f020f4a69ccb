import { html, type Html, type Part } from '../html/markup.ts'
import { formOf } from './forms.ts'
import type { DashboardPage, RefusedForm, View } from './page.ts'

interface Confirmation {
  /** The consequences, shown before the person confirms. */
  readonly consequences: Part
  /** Names the form; the label of its button. */
  readonly action: string
  readonly submit: string
  readonly hidden?: Readonly<Record<string, string>>
  /** Where the page leads a person who cancels. */
  readonly back: string
}

/** What a person reads before they confirm, and the form that confirms it. */
export function confirmation({ consequences, back, ...form }: Confirmation, refused: RefusedForm | null): Html {
  const cancel = html`<a class="button plain" href="${back}">Cancel</a> `
  return html`<div class="confirmation">${consequences}</div>
${formOf({ ...form, fields: [], style: 'danger', more: cancel }, refused)}`
}

interface ConfirmationPage extends Omit<DashboardPage, 'show'> {
  /** What is confirmed; throws a Problem where there is no such thing. */
  confirms(view: View): Promise<Confirmation & { readonly title: string }>
}

/** The confirmation of an action that cannot be undone: a separate page, so that it also works without a script. */
export const confirmationPage = ({ confirms, ...page }: ConfirmationPage): DashboardPage => ({
  ...page,
  async show(view) {
    const { title, ...question } = await confirms(view)
    return { title, main: confirmation(question, view.refused) }
  },
})
