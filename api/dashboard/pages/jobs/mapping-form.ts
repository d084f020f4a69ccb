import {
  CONCURRENCY_DEFAULT,
  CONCURRENCY_MAX,
  JOB_ROWS_MAX,
  PILOT_DEFAULT,
  PILOT_MAX,
} from '../../../../domain/jobs/limits.ts'
import type { Json, JsonObject } from '../../../../domain/json/json.ts'
import { html, type Html } from '../../../html/markup.ts'
import type { CapabilityInspection } from '../../../schemas/catalog.ts'
import { counted, facts } from '../../elements.ts'
import { type FormField, formOf } from '../../forms.ts'
import type { RefusedForm } from '../../page.ts'
import { enoughOf, labelOf } from '../../run-form/form.ts'
import type { InputMember } from '../../run-form/members.ts'
import { capabilityParts } from '../../run-form/parts.ts'
import { explainedPrice } from '../catalog/offer-texts.ts'
import { guessedColumn, type JobSource } from './source.ts'

export const ESTIMATE = 'estimate'

const COLUMN = 'column-'
const FIXED = 'fixed-'

/** What a mapping is for. */
export interface MappedWork {
  readonly found: CapabilityInspection
  readonly source: JobSource
}

/** Cells of a file are text, and no number or yes or no. */
const membersOf = ({ found, source }: MappedWork): InputMember[] =>
  capabilityParts(found)
    .flatMap(({ members }) => members)
    .filter(({ entry }) => source.isTable || (entry !== 'number' && entry !== 'yes or no'))

/** A text that is the same for every row, or has placeholders. */
const hasFixed = ({ entry }: InputMember): boolean => ['line', 'text', 'choice'].includes(entry)

/** The request for a job that a form describes. */
export function jobOf(form: URLSearchParams, work: MappedWork): JsonObject {
  const { found, source } = work
  const text = (name: string): string => form.get(name)?.trim() ?? ''
  const input = membersOf(work).flatMap((member): [string, string][] => {
    const value = (hasFixed(member) ? text(`${FIXED}${member.name}`) : '') || placeholder(form, member)
    return value === '' ? [] : [[member.name, value]]
  })
  return {
    capability: found.capability,
    rows: { ...source.rows, ...(source.isTable && text('limit') !== '' ? { limit: numberIn(text('limit')) } : {}) },
    input: Object.fromEntries(input),
    ...(source.isTable && text('save') === 'yes' ? { record: { save: 'all' } } : {}),
    ceiling: text('ceiling'),
    pilot: numberIn(text('pilot')),
    approve: text('approve'),
    ...(text('concurrency') === '' ? {} : { concurrency: numberIn(text('concurrency')) }),
  }
}

/** The name is quoted, so that it may have any characters. */
const placeholder = (form: URLSearchParams, { name }: InputMember): string => {
  const column = form.get(`${COLUMN}${name}`) ?? ''
  return column === '' ? '' : `{{${JSON.stringify(column)}}}`
}

/** The route says beside the field what is wrong with a text that is no number. */
const numberIn = (text: string): Json => (/^\d{1,9}$/.test(text) ? Number(text) : text)

/** The form that maps columns to the input of a capability. `given`: what a person has already sent. */
export function mappingForm(work: MappedWork, given: URLSearchParams | null, refused: RefusedForm | null): Html {
  const { found, source } = work
  const members = membersOf(work)
  const shown = (field: FormField): FormField => {
    const value = given?.get(field.name)
    return value === null || value === undefined ? field : { ...field, value }
  }
  return html`<p class="lead">${found.description}</p>
${facts([['Price of each run', explainedPrice(found)]])}
${capabilityParts(found).map(({ enough }) => enough.length > 0 && html`<p>${enoughOf(enough)}</p>`)}
${formOf(
  {
    action: ESTIMATE,
    columns: true,
    submit: 'Estimate',
    fields: [...members.map((member) => columnField(member, source)), ...termsOf(source)].map(shown),
    further: {
      label: 'Fixed texts and speed',
      fields: [...members.filter(hasFixed).map(fixedField), CONCURRENCY].map(shown),
    },
    more: html`<p class="hint">An estimate makes nothing and costs nothing. A row whose column is empty is sent without
that field.</p>`,
  },
  refused,
)}`
}

const columnField = ({ name, hint }: InputMember, { columns }: JobSource): FormField => ({
  name: `${COLUMN}${name}`,
  at: `input/${name}`,
  label: labelOf(name),
  optional: true,
  bare: true,
  value: guessedColumn(name, columns),
  options: [['', 'Leave out'], ...columns.map((column) => [column, `Column ${column}`] as const)],
  ...(hint === '' ? {} : { hint }),
})

const fixedField = ({ name, entry, words }: InputMember): FormField => ({
  name: `${FIXED}${name}`,
  label: `${labelOf(name)}: the same for all rows`,
  optional: true,
  bare: true,
  autocomplete: 'off',
  ...(entry === 'choice'
    ? { options: [['', 'By the column'], ...words.map((word) => [word, word] as const)] }
    : { hint: 'Instead of a column. {{column}} stands for the value of a column.' }),
  ...(entry === 'text' ? { rows: 3 } : {}),
})

const CONCURRENCY: FormField = {
  name: 'concurrency',
  label: 'Rows under way at once',
  optional: true,
  bare: true,
  inputMode: 'numeric',
  maxLength: 3,
  autocomplete: 'off',
  hint: `Empty: ${CONCURRENCY_DEFAULT}. At most ${CONCURRENCY_MAX.pay_per_call}, and more with a plan.`,
}

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
      ['auto', 'Go on, if the ceiling is expected to suffice'],
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
