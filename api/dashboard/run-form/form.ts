import { randomUUID } from 'node:crypto'
import { type Json, type JsonObject, objectOf } from '../../../domain/json/json.ts'
import { SCENARIO_NOTE } from '../../../domain/sandbox/scenario.ts'
import { html, type Html } from '../../html/markup.ts'
import { actionOf, type FormField, formOf } from '../forms.ts'
import { can, type View } from '../page.ts'
import type { InputMember } from './members.ts'
import { type InputPart, JSON_FIELD, readParts, valuesByPart } from './parts.ts'
import { MAX_COST, routingFields, routingIn } from './routing-fields.ts'
import { fieldName, shownValue } from './values.ts'

/** What a page lets a person run. */
export interface Runnable {
  /** The members of the request that name it. */
  readonly names: JsonObject
  readonly parts: readonly InputPart[]
  /** The providers among which a person may choose; routing chooses by default. */
  readonly providers: readonly string[]
  /** Whether a person may permit it to send to people that no rule here can check. */
  readonly mayBeUnchecked: boolean
  /** Whether its result may become rows of a table. */
  readonly hasRecords: boolean
  /** The first values of the fields, by part. */
  readonly values: Readonly<Record<string, Json | undefined>>
}

const RUN_ACTION = 'run'
/** Of the optional members, how many are shown at once. */
const OPTIONAL_SHOWN = 6

/** The form that starts a run, each field made from the schema of the input. */
export const runForm = (view: View, runnable: Runnable): Html => html`<h2>Run it</h2>
${workForm(view, runnable, {
  action: RUN_ACTION,
  submit: view.environment === 'test' ? 'Run in the sandbox' : 'Run',
  note: view.environment === 'test' ? IN_SANDBOX : FOR_MONEY,
})}`

/** What a form does with the request that it takes. */
interface WorkForm {
  readonly action: string
  readonly submit: string
  readonly note: string
  /** Fields of this form, before those of the request. */
  readonly own?: readonly FormField[]
}

/** A form that takes a request: what to run, by its schema, and how to route it. */
export function workForm(
  view: View,
  { parts, providers, values, mayBeUnchecked, hasRecords }: Runnable,
  { action, submit, note, own = [] }: WorkForm,
): Html {
  const given = valuesByPart(parts, values)
  const fields = parts.map((part) => fieldsOf(part, given[part.part]))
  return html`${parts.map(({ enough }) => enough.length > 0 && html`<p>${enoughOf(enough)}</p>`)}
${formOf(
  {
    action,
    columns: true,
    submit,
    // A second press of the button answers with the same run.
    hidden: { once: randomUUID() },
    fields: [...own, ...fields.flatMap(({ first }) => first)],
    further: {
      label: 'More fields',
      fields: [
        ...fields.flatMap(({ further }) => further),
        ...(own.some(({ name }) => name === MAX_COST.name) ? [] : [MAX_COST]),
        ...routingFields({ providers, mayBeUnchecked }),
        ...(hasRecords && can(view, 'write') ? [SAVE_TO] : []),
      ],
    },
    more: html`<p class="hint">${note}</p>`,
  },
  view.refused,
)}`
}

const IN_SANDBOX = `The result is simulated, and no money moves. ${SCENARIO_NOTE}`
const FOR_MONEY = 'The largest possible price is held, and only what is delivered is charged.'

/** `Enough: Full name and Domain, or LinkedIn URL.` */
export const enoughOf = (sets: InputPart['enough']): string =>
  `Enough: ${sets.map((set) => set.map(labelOf).join(' and ')).join(', or ')}.`

/** The body of `POST /v1/run` that a form requests. */
export const requestOf = (form: URLSearchParams, runnable: Pick<Runnable, 'names' | 'parts'>): JsonObject => ({
  ...requestedWork(form, runnable),
  async: true,
})

/** What a form with these parts requests, and how to route it. */
export function requestedWork(form: URLSearchParams, { names, parts }: Pick<Runnable, 'names' | 'parts'>): JsonObject {
  const routing = routingIn(form)
  const table = form.get(SAVE_TO.name)?.trim() ?? ''
  return {
    ...names,
    ...readParts(form, parts),
    ...(Object.keys(routing).length > 0 && { routing }),
    ...(table !== '' && { into: { table } }),
  }
}

export const isRunForm = (form: URLSearchParams): boolean => actionOf(form) === RUN_ACTION

interface Fields {
  readonly first: readonly FormField[]
  readonly further: readonly FormField[]
}

function fieldsOf({ part, members, form, title }: InputPart, value: Json | undefined): Fields {
  if (form === 'json') {
    const shown = value === undefined ? '' : pretty(value)
    return { first: [jsonField(part, { label: `${title} (JSON)`, value: shown })], further: [] }
  }
  const given = objectOf(value)
  const fields = members.map((member) => ({ field: fieldOf(part, member, given[member.name]), member }))
  const listed = new Set(members.map(({ name }) => name))
  const others = Object.fromEntries(Object.entries(given).filter(([name]) => !listed.has(name)))
  const isFirst = ({ member }: { readonly member: InputMember }, index: number): boolean =>
    member.required || given[member.name] !== undefined || index < OPTIONAL_SHOWN
  return {
    first: fields.filter(isFirst).map(({ field }) => field),
    further: [
      ...fields.filter((one, index) => !isFirst(one, index)).map(({ field }) => field),
      ...(form === 'open'
        ? [
            jsonField(part, {
              label: `${title}: other members (JSON)`,
              value: Object.keys(others).length === 0 ? '' : pretty(others),
            }),
          ]
        : []),
    ],
  }
}

const pretty = (value: Json): string => JSON.stringify(value, null, 2)

export const jsonField = (part: string, { label, value }: Pick<FormField, 'label' | 'value'>): FormField => ({
  name: fieldName(part, JSON_FIELD),
  at: `${part}/${JSON_FIELD}`,
  label,
  value,
  rows: 6,
  code: true,
  optional: true,
  autocomplete: 'off',
})

const ENTRY_HINTS: Readonly<Partial<Record<InputMember['entry'], string>>> = {
  lines: 'One on each line.',
  'one or more': 'One on each line.',
  json: 'As JSON.',
}

/** The field in which a person enters a member. */
export function fieldOf(part: string, member: InputMember, value: Json | undefined): FormField {
  const { name, entry, required, words } = member
  const values = entry === 'lines' && words.length > 0 ? `${words.join(', ')}.` : ''
  const shown = entry === 'yes or no' ? yesOrNo(value) : shownValue(member, value)
  const hint = [member.hint, ENTRY_HINTS[entry] ?? '', values].filter((text) => text !== '').join(' ')
  return {
    name: fieldName(part, name),
    at: `${part}/${name}`,
    label: labelOf(name),
    value: shown,
    autocomplete: 'off',
    ...(required ? {} : { optional: true }),
    ...(hint === '' ? {} : { hint }),
    ...(entry === 'choice' ? { options: [['', '–'], ...words.map((word) => [word, word] as const)] } : {}),
    ...(entry === 'yes or no' ? { options: YES_OR_NO } : {}),
    ...(['text', 'lines', 'one or more'].includes(entry) || shown.includes('\n') ? { rows: 3 } : {}),
    ...(entry === 'json' ? { rows: 4, code: true } : {}),
    ...(entry === 'number' ? { inputMode: 'decimal' } : {}),
  }
}

const YES_OR_NO: FormField['options'] = [
  ['', '–'],
  ['yes', 'Yes'],
  ['no', 'No'],
]
const yesOrNo = (value: Json | undefined): string => (value === undefined ? '' : value === true ? 'yes' : 'no')

/** `linkedin_url` -> LinkedIn URL; names in other spellings stay as they are. */
export const labelOf = (name: string): string => {
  const spaced = name
    .split('_')
    .map((word) => SPELLINGS[word] ?? word)
    .join(' ')
  return `${spaced.charAt(0).toUpperCase()}${spaced.slice(1)}`
}
const SPELLINGS: Readonly<Record<string, string>> = { url: 'URL', linkedin: 'LinkedIn', id: 'ID', html: 'HTML' }

const SAVE_TO: FormField = {
  name: 'into',
  label: 'Save to table',
  hint: 'A table that exists: the people or companies of the result become rows.',
  optional: true,
  maxLength: 64,
  autocomplete: 'off',
}
