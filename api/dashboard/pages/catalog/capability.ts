import { html, type Html } from '../../../html/markup.ts'
import type { CapabilityInspection } from '../../../schemas/catalog.ts'
import { badge, facts, notice, type ShownRow, table, usd, withNote, humanize } from '../../elements.ts'
import { type MakePage, can, type View } from '../../page.ts'
import { runForm } from '../../run-form/form.ts'
import { createFormRuns } from '../../run-form/runs.ts'
import { samplesOf } from '../../run-form/samples.ts'
import { schemaTable } from '../../schema-table.ts'
import { manyRows } from '../jobs/many-rows.ts'
import { mayWatch, newWatchPath } from '../watches/paths.ts'
import { hintList } from './hints.ts'
import { capabilityWork, createInspector, isSend } from './inspected.ts'
import { type Connected, inspectedFor } from './own-keys.ts'
import { capabilityAvailability, explainedPrice, fieldNames, findsOf, healthOf } from './offer-texts.ts'
import { CATALOG_PATH } from './paths.ts'

const BILLING: Readonly<Record<CapabilityInspection['billing'], string>> = {
  per_call: 'each call',
  on_match: 'only for a match',
  metered: 'by what is delivered',
}

/** One capability: a form that runs it, its offers, its input and output, and how to call it from elsewhere. */
export const capabilityPage: MakePage = (parts) => {
  const inspector = createInspector(parts)
  const inspected = (view: View) => inspector.capability(view, view.params['capability'])
  const runs = createFormRuns(parts)
  return {
    path: `${CATALOG_PATH}/capabilities/{capability}`,
    section: CATALOG_PATH,
    async show(view) {
      const found = inspectedFor(await inspected(view))
      const { values, sample } = await runs.valuesFor(view, capabilityWork(found).names, found)
      return {
        title: found.title,
        state: capabilityAvailability(view, found),
        actions: [
          found.run !== null &&
            !isSend(found.capability) &&
            mayWatch(view) &&
            html`<a class="button plain" href="${newWatchPath(view, found)}">Watch this</a>`,
          found.run !== null && can(view, 'run') && manyRows(view, { capability: found.capability }),
        ],
        main: html`${introOf(found)}
${found.run === null ? notRunnable(found) : can(view, 'run') && runForm(view, { ...capabilityWork(found), values })}
${detailsOf(found)}
${sample !== null && samplesOf(view, { ...sample, publicUrl: parts.publicUrl() })}`,
      }
    },
    act: async (view, form) => runs.start(view, form, capabilityWork(await inspected(view))),
  }
}

const notRunnable = ({ status }: CapabilityInspection): Html =>
  notice(
    'warn',
    status === 'live'
      ? 'It cannot be run here: no provider of it has an account that could be used. The sandbox runs it.'
      : 'It cannot be run for real yet. The sandbox runs it.',
  )

const introOf = (found: CapabilityInspection & Connected): Html => html`<p class="lead">${found.description}</p>
${facts([
  ['Capability', html`<code>${found.capability}</code>`],
  ['Price', explainedPrice(found)],
  ['Billed', BILLING[found.billing]],
  ['Category', humanize(found.category)],
  ...(found.platforms.length === 0 ? [] : [['Platforms', found.platforms.join(', ')] as const]),
  ['Health', healthOf(found.health)],
])}`

const detailsOf = (found: CapabilityInspection): Html => html`${hintList(found.hints)}
${offers(found)}
${schemaTable({ id: 'input', caption: 'Input', schema: found.input_schema, empty: 'No input.' })}
<h2>Result</h2>
${fieldNames(found.output_fields)}`

type Offered = CapabilityInspection['offers'][number]

/** Whether routing may choose the offer, and otherwise the reason. */
function offerState({ executable, reason, requires_byok: byok, connected }: Offered): Html {
  if (executable) return badge('can run', 'good')
  if (byok && !connected) return badge('needs your own key', 'warn')
  return withNote(badge('cannot run', 'quiet'), reason)
}

/** What a policy may require of a provider. */
const dataOf = ({ data_region: region, retention_days: days }: Offered['facts']): string =>
  `data: ${region ?? 'region not stated'}${days === null ? '' : `, kept ${days} days at most`}`

const offers = ({ offers: all }: CapabilityInspection): Html =>
  table({
    id: 'offers',
    caption: 'Offers',
    empty: 'No provider offers it yet.',
    columns: [
      { title: 'Provider' },
      { title: 'Price', numeric: true },
      { title: 'What it covers', wraps: true },
      { title: 'Now' },
      { title: 'Health' },
      { title: 'Finds' },
    ],
    rows: all.map((offer): ShownRow => ({
      id: `offer-${offer.provider}`,
      cells: [
        withNote(offer.provider, [...offer.platforms, dataOf(offer.facts)].join(', ')),
        offer.connected ? 'Your own key' : usd(offer.price.amount),
        html`${offer.price.note}${!offer.verified && html` <span class="quiet">(estimated)</span>`}`,
        offerState(offer),
        healthOf(offer.health),
        findsOf(offer.hits),
      ],
    })),
  })
