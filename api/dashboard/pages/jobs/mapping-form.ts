import {
  CONCURRENCY_DEFAULT,
  CONCURRENCY_MAX,
  JOB_ROWS_MAX,
  PILOT_DEFAULT,
  PILOT_MAX,
} from '../../../../domain/jobs/limits.ts'
import { type Json, type JsonObject, objectOf } from '../../../../domain/json/json.ts'
import { html, type Html } from '../../../html/markup.ts'
import { counted, facts } from '../../elements.ts'
import { type FormField, formOf } from '../../forms.ts'
import { METADATA_PAIRS, metadataIn } from '../../metadata-filter.ts'
import type { RefusedForm } from '../../page.ts'
import { enoughOf, fieldOf, jsonField, labelOf } from '../../run-form/form.ts'
import type { InputMember } from '../../run-form/members.ts'
import { type InputPart, readParts } from '../../run-form/parts.ts'
import { MAX_COST, routingFields, routingIn } from '../../run-form/routing-fields.ts'
import { fieldName } from '../../run-form/values.ts'
import type { ChosenWork } from '../catalog/chosen.ts'
import { guessedColumn, type JobSource } from './source.ts'

export const ESTIMATE = 'estimate'

/** What a mapping is for. */
export interface MappedWork {
  readonly chosen: ChosenWork
  readonly source: JobSource
}

const columnName = (part: string, { name }: InputMember): string => fieldName('column', fieldName(part, name))

/** The request for a job that a form describes. */
export function jobOf(form: URLSearchParams, { chosen: { work }, source }: MappedWork): JsonObject {
  const text = (name: string): string => form.get(name)?.trim() ?? ''
  const numberField = (name: string): JsonObject => (text(name) === '' ? {} : { [name]: numberIn(text(name)) })
  const constants = readParts(form, work.parts)
  const filled = work.parts.map((part) => [
    part.part,
    { ...placeholders(form, part), ...objectOf(constants[part.part]) },
  ])
  const routing = routingIn(form)
  return {
    ...work.names,
    ...Object.fromEntries(filled),
    rows: { ...source.rows, ...(source.isTable ? numberField('limit') : {}) },
    ...(source.isTable && text('save') === 'yes' ? { record: { save: 'all' } } : {}),
    ceiling: text('ceiling'),
    pilot: numberIn(text('pilot')),
    approve: text('approve'),
    ...numberField('concurrency'),
    ...(Object.keys(routing).length === 0 ? {} : { routing }),
    ...(text('metadata') === '' ? {} : { metadata: metadataIn(text('metadata')) }),
    ...(text('callback_url') === '' ? {} : { callback_url: text('callback_url') }),
  }
}

/** The members that columns fill. The name is quoted, so that it may have any characters. */
const placeholders = (form: URLSearchParams, { part, members }: InputPart): JsonObject =>
  Object.fromEntries(
    members.flatMap((member) => {
      const column = form.get(columnName(part, member)) ?? ''
      return column === '' ? [] : [[member.name, `{{${JSON.stringify(column)}}}`]]
    }),
  )

/** The route reports next to the field what is wrong with a text that is no number. */
const numberIn = (text: string): Json => (/^\d{1,9}$/.test(text) ? Number(text) : text)

/** The form that maps columns to what is run. `given`: what a person has already sent. */
export function mappingForm(mapped: MappedWork, given: URLSearchParams | null, refused: RefusedForm | null): Html {
  const { work, price, found } = mapped.chosen
  const { first, further } = fieldsOf(mapped)
  const shown = (field: FormField): FormField => {
    const value = given?.get(field.name)
    return value === null || value === undefined ? field : { ...field, value }
  }
  return html`${found.kind === 'capability' && html`<p class="lead">${found.description}</p>`}
${facts([['Price of each run', price]])}
${work.parts.map(({ enough }) => enough.length > 0 && html`<p>${enoughOf(enough)}</p>`)}
${formOf(
  {
    action: ESTIMATE,
    columns: true,
    submit: 'Estimate',
    fields: first.map(shown),
    further: { label: 'More', fields: further.map(shown) },
    more: html`<p class="hint">An estimate makes nothing and costs nothing. A row whose column is empty is sent without
that field.</p>`,
  },
  refused,
)}`
}

function fieldsOf({ chosen: { work }, source }: MappedWork): Readonly<Record<'first' | 'further', FormField[]>> {
  const members = work.parts.flatMap(({ part, members: all }) => all.map((member) => ({ part, member })))
  return {
    first: [
      ...members.flatMap(({ part, member }) => [
        columnField(part, member, source),
        ...(isChosenOnce(member) ? [constantField(part, member)] : []),
      ]),
      ...termsOf(source),
    ],
    further: [
      ...members.filter(({ member }) => !isChosenOnce(member)).map(({ part, member }) => constantField(part, member)),
      ...work.parts.filter(({ form }) => form === 'open').map(othersField),
      { ...MAX_COST, label: 'Most that one row may cost, in USD' },
      ...routingFields(work),
      ...OPTIONS,
    ],
  }
}

/** A required choice is mostly the same for all rows. */
const isChosenOnce = ({ entry, required }: InputMember): boolean => entry === 'choice' && required

const columnField = (part: string, member: InputMember, source: JobSource): FormField => {
  const { columns } = source
  const { name, hint, entry } = member
  const hints = [hint, entry === 'yes or no' ? 'The cells are true or false.' : ''].filter((one) => one !== '')
  return {
    name: columnName(part, member),
    label: labelOf(name),
    optional: true,
    bare: true,
    value: guessedColumn(name, source),
    options: [['', 'Leave out'], ...columns.map((column) => [column, `Column ${column}`] as const)],
    ...(hints.length === 0 ? {} : { hint: hints.join(' ') }),
  }
}

/** The same control as in the form of one run. */
const constantField = (part: string, member: InputMember): FormField => {
  const { entry, name } = member
  const hint =
    entry === 'line' || entry === 'text' ? 'Instead of a column. {{column}} is replaced by the value of a column.' : ''
  return {
    ...fieldOf(part, { ...member, required: false, hint }, undefined),
    label: `${labelOf(name)}: the same for all rows`,
    bare: true,
  }
}

const othersField = ({ part, title }: InputPart): FormField =>
  jsonField(part, { label: `${title}: other members (JSON)`, value: '' })

const OPTIONS: readonly FormField[] = [
  METADATA_PAIRS,
  {
    name: 'callback_url',
    label: 'Callback URL',
    type: 'url',
    optional: true,
    autocomplete: 'off',
    hint: 'A public https URL. It gets an event when the pilot is over, when the job pauses and when it ends, signed with the secret of callbacks (Webhooks, Callbacks).',
  },
  {
    name: 'concurrency',
    label: 'Rows under way at once',
    optional: true,
    inputMode: 'numeric',
    maxLength: 3,
    autocomplete: 'off',
    hint: `Empty: ${CONCURRENCY_DEFAULT}. At most ${CONCURRENCY_MAX.pay_per_call}, and more with a plan.`,
  },
]

const termsOf = ({ isTable }: JobSource): readonly FormField[] => [
  {
    name: 'ceiling',
    label: 'Ceiling in USD',
    value: '10.00',
    inputMode: 'decimal',
    maxLength: 16,
    autocomplete: 'off',
    hint: 'The job never spends more. It pauses there, and you can raise it.',
  },
  {
    name: 'pilot',
    label: 'Rows of the pilot',
    value: String(PILOT_DEFAULT),
    inputMode: 'numeric',
    maxLength: 4,
    autocomplete: 'off',
    hint: `They run first. At most ${counted(PILOT_MAX)}; 0 is no pilot.`,
  },
  {
    name: 'approve',
    label: 'After the pilot',
    value: 'manual',
    options: [
      ['manual', 'Wait for an approval'],
      ['auto', 'Continue, if the ceiling is expected to suffice'],
    ],
  },
  ...(isTable ? [LIMIT, SAVE] : []),
]

const LIMIT: FormField = {
  name: 'limit',
  label: 'Rows at most',
  optional: true,
  inputMode: 'numeric',
  maxLength: 5,
  autocomplete: 'off',
  hint: `The oldest rows of the table. Empty: all, at most ${counted(JOB_ROWS_MAX)}.`,
}

const SAVE: FormField = {
  name: 'save',
  label: 'Results',
  value: 'yes',
  options: [
    ['yes', 'Write into the rows of the table'],
    ['no', 'Keep in the job only'],
  ],
}
