import { html, type Html } from '../markup.ts'
import type { Problem } from '../problem.ts'
import { faultOf } from './forms.ts'

export interface Filter {
  /** As the address calls it; a fault of the route's body or query finds it by `at`, or by this name. */
  readonly name: string
  readonly label: string
  readonly value: string
  readonly at?: string
  readonly type?: 'text' | 'search'
  /** A choice of these instead of a free text: value and label. */
  readonly options?: readonly (readonly [string, string])[]
  readonly wide?: true
  readonly maxLength?: number
}

export interface Filters {
  /** Unique on the page. */
  readonly id: string
  /** What a screen reader calls the form. */
  readonly label: string
  readonly fields: readonly Filter[]
  readonly submit: string
  /** The address without any filter; null where none is set. */
  readonly reset: string | null
}

/** A form that asks for its page with other words in the address, so that what is found has an address. `refused`: why it was not found. */
export function filterForm({ id, label, fields, submit, reset }: Filters, refused: Problem | null = null): Html {
  const faults = fields.map((field) => (refused === null ? null : faultOf(refused, field.at ?? field.name)))
  return html`<form method="get" role="search" aria-label="${label}" id="${id}">
${refused !== null && faults.every((fault) => fault === null) && html`<p class="problem" role="alert">${refused.publicMessage}</p>`}
<div class="filters">${fields.map((field, index) => filterOf(field, `${id}-${field.name}`, faults[index] ?? null))}
<div class="actions"><button class="button">${submit}</button>${reset !== null && html`<a href="${reset}" class="button plain">Clear</a>`}</div></div>
</form>`
}

function filterOf({ name, label, value, type = 'text', options, wide, maxLength }: Filter, id: string, fault: string | null): Html {
  const attributes = html`id="${id}" name="${name}"${fault !== null && html` aria-invalid="true" aria-describedby="${id}-fault"`}`
  const input = options === undefined
    ? html`<input type="${type}" ${attributes} value="${value}"${maxLength !== undefined && html` maxlength="${maxLength}"`}>`
    : html`<select ${attributes}>${options.map(([option, text]) => html`<option value="${option}"${option === value && html` selected`}>${text}</option>`)}</select>`
  return html`<div class="field${wide === true && ' wide'}"><label for="${id}">${label}</label>${input}${fault !== null && html`<p class="fault" id="${id}-fault">${label} ${fault}</p>`}</div>`
}

/** A word of the address where it is one of these, and the first of them otherwise: addresses are written by hand too. */
export const oneWordOf = <W extends string>(words: readonly W[], asked: string | undefined): W | null => words.find((word) => word === asked) ?? null
