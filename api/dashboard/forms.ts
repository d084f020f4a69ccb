import { withCodeSpans } from './code-spans.ts'
import { attributes, html, type Html } from '../html/markup.ts'
import type { Problem } from '../errors/problem.ts'
import type { RefusedForm } from './page.ts'

export interface FormField {
  /** As in the body of the route, so that the route's messages find their field. */
  readonly name: string
  readonly label: string
  /** Where a refusal names the field by another path: `where/score/gte`. */
  readonly at?: string
  /** `text` by default. */
  readonly type?: 'text' | 'email' | 'password' | 'url' | 'search' | 'date' | 'file'
  readonly value?: string
  readonly hint?: string
  readonly optional?: true
  /** Omits the word "optional", where all fields are. */
  readonly bare?: true
  /** Only screen readers name it: what it shows states enough. */
  readonly labelUnseen?: true
  /** Of a filter: the field gets its own line. */
  readonly wide?: true
  readonly autocomplete?: string
  readonly inputMode?: 'decimal' | 'numeric'
  readonly maxLength?: number
  /** The kinds of files, of a file. */
  readonly accept?: string
  /** Several lines of text. */
  readonly rows?: number
  /** Shown in the type of code, as JSON is. */
  readonly code?: true
  /** A choice of these instead of free text: value and label. */
  readonly options?: readonly (readonly [string, string])[]
}

export interface Form {
  /** Identifies the form on its page, and is part of the ids of its fields. */
  readonly action: string
  /** Where it is sent; its own page by default. */
  readonly path?: string
  /** Where a page has the form for each of several things: the id of this one. */
  readonly of?: string
  readonly fields: readonly FormField[]
  readonly submit: string
  /** Fields that few need, behind a line that opens them. */
  readonly further?: { readonly label: string; readonly fields: readonly FormField[] }
  /** It sends files, or texts of a megabyte. */
  readonly large?: true
  /** The fields are next to each other where there is room. */
  readonly columns?: true
  /** Further values that the form sends. */
  readonly hidden?: Readonly<Record<string, string>>
  /**
   * It also sends what each field showed when the page was opened, so that `hasChanged` knows what the person changed,
   * whatever others have changed since.
   */
  readonly changes?: true
  /** Shown before the button. */
  readonly more?: Html | null
  /** The style of the button; `danger` for harmful actions. */
  readonly style?: 'main' | 'plain' | 'danger'
}

const OF = 'form_of'

/** Which form of its page was sent. */
export const actionOf = (form: URLSearchParams | undefined): string => form?.get('action') ?? ''
/** Which of several things a form was sent for. */
export const sentFor = (form: URLSearchParams): string => form.get(OF) ?? ''

const nameOfShown = (field: string): string => `shown.${field}`

/** Whether the person changed a field of a form with `changes`. */
export function hasChanged(form: URLSearchParams, field: string): boolean {
  const value = form.get(field)
  return value !== null && value !== form.get(nameOfShown(field))
}

/**
 * A form that posts to its own page. After a refusal it shows each message at its field, and the first such field has
 * the focus.
 */
export function formOf(
  {
    action,
    path,
    of,
    large,
    fields,
    submit,
    further,
    columns,
    changes,
    hidden = {},
    more = null,
    style = 'main',
  }: Form,
  refused: RefusedForm | null,
): Html {
  const id = of === undefined ? action : `${action}-${of}`
  const isMine = actionOf(refused?.form) === action && (refused?.form.get(OF) ?? undefined) === of
  const mine = isMine ? refused : null
  const all = [...fields, ...(further?.fields ?? [])]
  const before = changes === true ? all.map((field) => shownBefore(field, mine)) : []
  const sent = { ...hidden, ...(of === undefined ? {} : { [OF]: of }), ...Object.fromEntries(before) }
  const hasFault = ({ name, at }: FormField): boolean => mine !== null && faultOf(mine.problem, at ?? name) !== null
  const [first] = all.filter(hasFault)
  const shown = (field: FormField): Html =>
    fieldOf(field, { id: `${id}-${field.name}`, refused: mine, focused: field === first })
  const isUsed = (field: FormField): boolean =>
    hasFault(field) || ((mine === null ? field.value : mine.form.get(field.name)) ?? '') !== ''
  const sentTo = path !== undefined && html` action="${path}"`
  const encoded = large === true && html` enctype="multipart/form-data"`
  // Where all fields are folded away, the button is too.
  const isFolded = fields.length === 0 && (further?.fields.length ?? 0) > 0
  const button = html`<button class="button ${style}" name="action" value="${action}">${submit}</button>`
  return html`<form method="post"${sentTo}${encoded} class="form${columns === true && ' columned'}" id="form-${id}">
${mine !== null && problemOf(mine.problem, { focused: first === undefined })}
${fields.map(shown)}
${
  further !== undefined &&
  further.fields.length > 0 &&
  html`<details class="further"${further.fields.some(isUsed) && html` open`}><summary>${further.label}</summary>
${further.fields.map(shown)}
${isFolded && button}</details>`
}
${Object.entries(sent).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
${more}${!isFolded && button}
</form>`
}

/** A form that was refused still compares with what its fields showed at first. */
const shownBefore = ({ name, value = '' }: FormField, refused: RefusedForm | null): readonly [string, string] => [
  nameOfShown(name),
  refused?.form.get(nameOfShown(name)) ?? value,
]

const problemOf = ({ publicMessage }: Problem, { focused }: { readonly focused: boolean }): Html =>
  html`<p class="problem" role="alert"${focused && html` tabindex="-1" autofocus`}>${publicMessage}</p>`

/** Fields of a filter on one line, such as the parts of a condition; each has its own value. */
export interface FilterGroup {
  /** For screen readers. */
  readonly label: string
  /** The word before the fields. */
  readonly joint: string
  readonly fields: readonly FormField[]
  /** The path without this line; null: it is not used. */
  readonly remove: string | null
}

export interface FilterForm {
  readonly label: string
  readonly fields: readonly FormField[]
  readonly groups?: readonly FilterGroup[]
  /** Shown below the groups. */
  readonly hint?: string
  /** A second button, which sends the same form with a value. */
  readonly further?: { readonly name: string; readonly value: string; readonly label: string }
  /** The path without filters; null when no filter is set. */
  readonly clear: string | null
  /** Further values that stay in the URL. */
  readonly hidden?: Readonly<Record<string, string>>
  /** The label of the button; `Filter` by default. */
  readonly submit?: string
  /** Why nothing was found. */
  readonly problem?: Problem | null
}

/** A filter by one of some values: each with its label, or by itself. */
export const menuOf = (
  name: string,
  label: string,
  options: readonly (string | readonly [value: string, label: string])[],
): FormField => ({
  name,
  label,
  options: [['', 'Any'], ...options.map((one) => (typeof one === 'string' ? ([one, one] as const) : one))],
})

/** The filters of a list: a form that only reads, so its result has a URL. */
export function filterOf(
  { label, fields, groups = [], hint, further, clear, submit = 'Filter', problem = null, hidden = {} }: FilterForm,
  query: Readonly<Record<string, string>>,
): Html {
  // The fields have their values already, which may be elsewhere in the query.
  const refused = problem === null ? null : { problem, form: new URLSearchParams() }
  const all = [...fields, ...groups.flatMap((group) => group.fields)]
  const isElsewhere = problem !== null && all.every((field) => faultOf(problem, field.at ?? field.name) === null)
  const shown = (field: FormField): Html =>
    fieldOf({ ...field, optional: true, bare: true }, { id: `filter-${field.name}`, refused, focused: false })
  const shownGroup = ({ label: name, joint, fields: parts, remove }: FilterGroup): Html =>
    html`<div class="condition" role="group" aria-label="${name}"><span class="joint" aria-hidden="true">${joint}</span>
${parts.map(shown)}
${remove !== null && html`<a href="${remove}" aria-label="Remove: ${name}">Remove</a>`}</div>`
  return html`<form method="get" class="filters${groups.length > 0 && ' grouped'}" role="search" aria-label="${label}">
${isElsewhere && html`<p class="problem wide" role="alert">${problem.publicMessage}</p>`}
${fields.map((field) => shown({ ...field, value: query[field.name] ?? field.value ?? '' }))}
${groups.map(shownGroup)}
${hint !== undefined && html`<p class="hint wide">${hint}</p>`}
${Object.entries(hidden).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
<div class="actions"><button class="button plain">${submit}</button>
${further !== undefined && html`<button class="button plain" name="${further.name}" value="${further.value}">${further.label}</button>`}
${clear !== null && html`<a href="${clear}">Show all</a>`}</div>
</form>`
}

/** What is wrong with a field, in the route's words; null when nothing is. */
function faultOf({ extras, publicMessage }: Problem, name: string): string | null {
  const pointer = `/${name}`
  return (
    extras.details?.find(({ path }) => path === pointer)?.message ?? (extras.param === pointer ? publicMessage : null)
  )
}

interface FieldState {
  readonly id: string
  readonly refused: RefusedForm | null
  readonly focused: boolean
}

function fieldOf(field: FormField, { id, refused, focused }: FieldState): Html {
  const { name, label, hint } = field
  const optional = field.optional === true
  const fault = refused === null ? null : faultOf(refused.problem, field.at ?? name)
  const described = [hint === undefined ? '' : `${id}-hint`, fault === null ? '' : `${id}-fault`]
    .filter((part) => part !== '')
    .join(' ')
  // After a refusal the fields keep their input, but no page carries a password.
  const value = field.type === 'password' ? '' : (refused?.form.get(name) ?? field.value ?? '')
  const common = {
    id,
    name,
    required: !optional,
    'aria-invalid': fault !== null && 'true',
    autofocus: focused,
    'aria-describedby': described !== '' && described,
  }
  const mark = optional && field.bare !== true && html` <span class="quiet">(optional)</span>`
  return html`<div class="field${field.wide === true && ' wide'}"><label for="${id}"${field.labelUnseen === true && html` class="unseen"`}>${label}${mark}</label>
${controlOf(field, common, value)}
${hint !== undefined && html`<p class="hint" id="${id}-hint">${withCodeSpans(hint)}</p>`}
${fault !== null && html`<p class="fault" id="${id}-fault">${sentence(label, fault)}</p>`}</div>`
}

type Attributes = Parameters<typeof attributes>[0]

function controlOf(field: FormField, common: Attributes, value: string): Html {
  if (field.options !== undefined) return selectOf(field.options, common, value)
  return field.rows === undefined ? inputOf(field, common, value) : linesOf(field, common, value)
}

const inputOf = (field: FormField, common: Attributes, value: string): Html => {
  const { type = 'text', autocomplete, inputMode, maxLength, accept } = field
  const own = {
    value: type === 'file' ? undefined : value,
    accept,
    autocomplete,
    inputmode: inputMode,
    maxlength: maxLength,
  }
  return html`<input${attributes({ type, ...common, ...own })}>`
}

/** A line break directly behind the tag would be dropped by browsers, so there is one to drop. */
const linesOf = ({ rows, code }: FormField, common: Attributes, value: string): Html => {
  const own = code === true ? { rows, class: 'code', spellcheck: 'false' } : { rows }
  return html`<textarea${attributes({ ...common, ...own })}>
${value}</textarea>`
}

const selectOf = (options: NonNullable<FormField['options']>, common: Attributes, chosen: string): Html => {
  const shown = options.map(
    ([value, text]) => html`<option${attributes({ value, selected: value === chosen })}>${text}</option>`,
  )
  return html`<select${attributes(common)}>${shown}</select>`
}

/** The messages of schemas begin with a verb ("must be at least 1"); those of rules are sentences already. */
const sentence = (label: string, fault: string): string => (/^[a-z]/.test(fault) ? `${label} ${fault}.` : fault)
