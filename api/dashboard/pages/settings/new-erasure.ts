import { randomUUID } from 'node:crypto'
import type { Static } from 'typebox'
import { PREVIEW_ROWS_MAX } from '../../../../db/erasure/preview.ts'
import { SUBJECT_LENGTH_MAX } from '../../../../domain/identity/text.ts'
import { html, type Html } from '../../../html/markup.ts'
import { Erasure, ErasurePreview } from '../../../schemas/erasure.ts'
import { confirmation } from '../../confirmation.ts'
import { counted, type ShownRow, table } from '../../elements.ts'
import { formOf } from '../../forms.ts'
import type { MakePage, PageCall, Shown, View } from '../../page.ts'
import { keptText } from './erasure-texts.ts'
import { ERASURES_PATH, erasurePath, erasuresAbove, newErasurePath, SETTINGS_PATH } from './paths.ts'

const REFERENCE_LENGTH_MAX = 100
/** Of both forms, so that a refusal is shown next to the fields of the first. */
const ACTION = 'erase'

/** Requests an erasure: a form, then its consequences, which are confirmed. The person's address is in no URL. */
export const newErasurePage: MakePage = ({ find }) => {
  const createErasure = find('createErasure', Erasure)
  const previewErasure = find('previewErasure', ErasurePreview)
  return {
    path: `${ERASURES_PATH}/new`,
    section: SETTINGS_PATH,
    async show(view) {
      return {
        title: 'Erase a person',
        within: [erasuresAbove(view)],
        main: html`<p class="lead">Everything that this environment holds about a person is deleted. You see what that
means before anything happens.</p>
${subjectForm(view)}`,
      }
    },
    async act(view, form) {
      const wanted = readForm(form)
      if (form.get('confirmed') !== 'yes') return question(view, wanted, previewErasure)
      const { erasure_id: id } = await createErasure(view, {
        body: bodyOf(wanted),
        headers: { 'Idempotency-Key': form.get('once') ?? '' },
      })
      return erasurePath(view, id)
    },
  }
}

type Wanted = Readonly<Record<'subject' | 'kind' | 'keep_suppression' | 'reference', string>>

const readForm = (form: URLSearchParams): Wanted => {
  const text = (name: string): string => (form.get(name) ?? '').trim()
  return {
    subject: text('subject'),
    kind: text('kind'),
    keep_suppression: text('keep_suppression'),
    reference: text('reference'),
  }
}

const personOf = ({ subject, kind }: Pick<Wanted, 'subject' | 'kind'>) => ({
  subject,
  ...(kind === '' ? {} : { kind }),
})

const bodyOf = ({ keep_suppression: keeps, reference, ...wanted }: Wanted) => ({
  ...personOf(wanted),
  keep_suppression: keeps !== 'no',
  ...(reference === '' ? {} : { reference }),
})

const KINDS: readonly (readonly [string, string])[] = [
  ['', 'Detect it'],
  ['email', 'An email address'],
  ['linkedin', 'A LinkedIn profile'],
  ['phone', 'A phone number'],
  ['handle', 'A handle on a network'],
]

const subjectForm = ({ refused }: View): Html =>
  formOf(
    {
      action: ACTION,
      submit: 'Continue',
      fields: [
        {
          name: 'subject',
          label: 'Who',
          hint: 'An email address, a LinkedIn profile, a phone number with its country code, or platform:handle.',
          maxLength: SUBJECT_LENGTH_MAX,
          autocomplete: 'off',
        },
        { name: 'kind', label: 'How to read it', optional: true, bare: true, options: KINDS },
        {
          name: 'keep_suppression',
          label: 'Suppression of the person',
          optional: true,
          bare: true,
          options: [
            ['yes', 'Keep it, so that nothing is ever sent to them'],
            ['no', 'Delete it too'],
          ],
        },
        {
          name: 'reference',
          label: 'Your reference',
          hint: 'Such as the number of a ticket. It stays in the receipt, so it must not name the person.',
          optional: true,
          maxLength: REFERENCE_LENGTH_MAX,
          autocomplete: 'off',
        },
      ],
    },
    refused,
  )

/** Throws the Problem that the first form shows, for what names no person. */
async function question(view: View, wanted: Wanted, previewErasure: PageCall<typeof ErasurePreview>): Promise<Shown> {
  const found = await previewErasure(view, { body: personOf(wanted) })
  return {
    title: 'Erase this person?',
    main: confirmation(
      {
        consequences: html`<p>This deletes what this environment holds about <strong>${found.subject}</strong>
(${found.kind}), and about every identity that a row ties to them: the inputs and results of runs
that mention them, their rows, what events
and watches state about them, and which messages reached them.
${
  wanted.keep_suppression === 'no'
    ? 'Their suppression is deleted too.'
    : 'Their suppression is kept as a hash, without their name.'
}</p>
${foundText(found)}
<p>Billing stays. <strong>It cannot be undone.</strong></p>`,
        action: ACTION,
        submit: 'Erase this person',
        hidden: { ...wanted, confirmed: 'yes', once: randomUUID() },
        back: newErasurePath(view),
      },
      null,
    ),
  }
}

/** What is found by the person's identities, and the rows that stay because they are another person's too. */
const foundText = ({ counts, rows, kept }: Static<typeof ErasurePreview>): Html =>
  html`<p>Found by their identities: ${counted(counts.rows)} rows, ${counted(counts.runs)} runs,
${counted(counts.touches)} messages to them, ${counted(counts.suppressions)} suppressions.
What mentions them in a text is found while it is erased.</p>
${
  rows.length > 0 &&
  table({
    id: 'rows',
    caption: `Rows, the first ${PREVIEW_ROWS_MAX}`,
    empty: '',
    columns: [{ title: 'Table' }, { title: 'Row', wraps: true }, { title: 'What happens', wraps: true }],
    rows: rows.map(({ table: name, key, action }, index): ShownRow => ({
      id: `row-${index}`,
      cells: [
        name,
        key,
        action === 'delete'
          ? 'It is deleted'
          : keptText(kept.find((one) => one.table === name && one.key === key)?.reason ?? 'another_person'),
      ],
    })),
  })
}
${counts.kept_rows > 0 && html`<p>A row that stays is deleted by an erasure of its other identity.</p>`}`
