import { RECORD_RULES } from '../../../../domain/watches/dedupe-keys.ts'
import { Problem } from '../../../errors/problem.ts'
import { html, type Html } from '../../../html/markup.ts'
import { Watch } from '../../../schemas/watch.ts'
import { facts } from '../../elements.ts'
import { type FormField, filterOf } from '../../forms.ts'
import type { MakePage, Shown, View } from '../../page.ts'
import { type Runnable, requestedWork, workForm } from '../../run-form/form.ts'
import { MAX_COST } from '../../run-form/routing-fields.ts'
import { asFieldProblem, createFormRuns } from '../../run-form/runs.ts'
import { type ChosenWork, chosenWork } from '../catalog/chosen.ts'
import { createInspector, type Inspector, isSend } from '../catalog/inspected.ts'
import { startingPrice } from '../catalog/offer-texts.ts'
import { createCapabilities, type ListedCapability } from '../catalog/own-keys.ts'
import { searchPath } from '../catalog/paths.ts'
import { mayWatch, newWatchPath, watchPath, WATCHES_PATH } from './paths.ts'

/** Saves a request that is repeated: first what, then the form of that capability or endpoint with a schedule. */
export const newWatchPage: MakePage = (parts) => {
  const listCapabilities = createCapabilities(parts)
  const createWatch = parts.find('createWatch', Watch)
  const inspector = createInspector(parts)
  const runs = createFormRuns(parts)
  return {
    path: `${WATCHES_PATH}/new`,
    section: WATCHES_PATH,
    async show(view) {
      const chosen = await chosenBy(view, inspector)
      if (chosen === null) return choice(view, await listCapabilities(view))
      const { work, found } = chosen
      const { values } = await runs.valuesFor(view, work.names, found)
      return { title: `Watch: ${chosen.title}`, main: watchForm(view, chosen, { ...work, values }) }
    },
    async act(view, form) {
      const chosen = await chosenBy(view, inspector)
      if (chosen === null) throw new Problem('invalid_request', 'Choose what to watch first.')
      const { id } = await createWatch(view, {
        body: {
          ...requestedWork(form, chosen.work),
          every: form.get('every') ?? '',
          webhook: form.get('webhook') !== 'no',
        },
        headers: { 'Idempotency-Key': form.get('once') ?? '' },
      }).catch(asFieldProblem)
      return watchPath(view, id)
    },
  }
}

/** An endpoint that sends to people cannot be watched, so nothing permits that here. */
async function chosenBy(view: View, inspector: Inspector): Promise<ChosenWork | null> {
  const chosen = await chosenWork(view, inspector)
  return chosen === null ? null : { ...chosen, work: { ...chosen.work, mayBeUnchecked: false } }
}

/** Of a list of records, a watch states which are new, so these come first. */
const listsRecords = ({ capability }: ListedCapability): boolean => capability in RECORD_RULES

/** Capabilities that send cannot be watched. */
const choice = (view: View, capabilities: readonly ListedCapability[]): Shown => ({
  title: 'New watch',
  main: html`<p class="lead">A watch repeats a run on a schedule, and each of its runs is charged as any other.</p>
${filterOf(
  {
    label: 'Choose what to watch',
    submit: 'Continue',
    clear: null,
    fields: [
      {
        name: 'capability',
        label: 'What to watch',
        wide: true,
        options: capabilities
          .filter(({ capability }) => !isSend(capability))
          .toSorted((a, b) => Number(listsRecords(b)) - Number(listsRecords(a)))
          .map((item) => [item.capability, `${item.title} (${item.capability}): ${startingPrice(item)}`] as const),
      },
    ],
  },
  view.query,
)}
<p class="quiet">To watch one endpoint of a provider, find it in the <a href="${searchPath(view)}">catalog</a>: its page
leads here. A run that has ended leads here too, with what it was requested with.</p>`,
})

function watchForm(view: View, { price }: ChosenWork, runnable: Runnable): Html {
  return html`${facts([
    ['Price of each run', price],
    ['Repeats', html`<code>${Object.values(runnable.names).join(' ')}</code>`],
    ['First run', 'after the first interval, or when you refresh it'],
  ])}
${
  mayWatch(view)
    ? workForm(view, runnable, { action: 'watch', submit: 'Create the watch', note: NOTE, own: SCHEDULE })
    : html`<p class="empty">Your role may look at watches, and create none.</p>`
}
<p><a href="${newWatchPath(view)}">Watch something else</a></p>`
}

const NOTE = 'Nothing runs now. More fields has the table that takes new records.'

const HOURS_OF_MONTH = 720

/** The interval as the API names it, in hours, and in words. */
const INTERVALS: readonly (readonly [every: string, hours: number, words: string])[] = [
  ['1h', 1, 'Every hour'],
  ['3h', 3, 'Every 3 hours'],
  ['6h', 6, 'Every 6 hours'],
  ['12h', 12, 'Every 12 hours'],
  ['1d', 24, 'Every day'],
  ['2d', 48, 'Every 2 days'],
  ['3d', 72, 'Every 3 days'],
  ['7d', 168, 'Every 7 days'],
  ['14d', 336, 'Every 14 days'],
  ['30d', 720, 'Every 30 days'],
]

const runsAMonth = (hours: number): string => {
  const runs = Math.floor(HOURS_OF_MONTH / hours)
  return runs === 1 ? '1 run in 30 days' : `${runs} runs in 30 days`
}

const SCHEDULE: readonly FormField[] = [
  {
    name: 'every',
    label: 'How often',
    value: '1d',
    options: INTERVALS.map(([every, hours, words]) => [every, `${words}: ${runsAMonth(hours)}`] as const),
  },
  {
    name: 'webhook',
    label: 'When something is new',
    optional: true,
    bare: true,
    options: [
      ['yes', 'Event stream and webhooks'],
      ['no', 'Event stream only'],
    ],
  },
  { ...MAX_COST, label: 'Most for each run, in USD' },
]
