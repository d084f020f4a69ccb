import { html, type Html, type Part } from '../markup.ts'
import { formOf } from './forms.ts'
import type { Refused } from './page.ts'

export interface Confirmation {
  /** What follows, before it is asked for. */
  readonly consequences: Part
  /** Names the form, and what its button says. */
  readonly action: string
  readonly submit: string
  readonly hidden?: Readonly<Record<string, string>>
  /** Where whoever thinks better of it goes on. */
  readonly back: string
}

/** The question before something that cannot be taken back: a page of its own, so that it is asked without a script as well. */
export const confirmation = ({ consequences, back, ...form }: Confirmation, refused: Refused | null): Html => html`<div class="asked">${consequences}</div>
${formOf({ ...form, fields: [], look: 'danger', more: html`<a class="button plain" href="${back}">Cancel</a> ` }, refused)}`
