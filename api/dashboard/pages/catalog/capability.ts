import { html, type Html } from '../../../html/markup.ts'
import { Problem } from '../../../errors/problem.ts'
import { type CapabilityInspection, Inspection } from '../../../schemas/catalog.ts'
import { badge, facts, type ShownRow, table, usd, withNote, words } from '../../elements.ts'
import type { MakePage, View } from '../../page.ts'
import { schemaTable } from '../../schema-table.ts'
import { CATALOG_PATH } from './paths.ts'
import { exampleOf, hintList } from './example.ts'
import { capabilityAvailability, explainedPrice, fieldNames, healthOf } from './offer-texts.ts'

const BILLING: Readonly<Record<CapabilityInspection['billing'], string>> = {
  per_call: 'each call',
  on_match: 'only for a match',
  metered: 'by what is delivered',
}

/** One capability: its offers and prices, its input and output, and how to request it. */
export const capabilityPage: MakePage = ({ find }) => {
  const inspect = find('inspect', Inspection)
  return {
    path: `${CATALOG_PATH}/capabilities/{capability}`,
    section: CATALOG_PATH,
    async show(view) {
      const found = await inspect(view, { body: { capability: view.params['capability'] ?? '' } }).catch(missing)
      if (found.kind !== 'capability') throw new Error('the response is not a capability')
      return { title: found.title, main: shown(view, found) }
    },
  }
}

/** An unknown capability in the path is a page that does not exist. */
function missing(thrown: unknown): never {
  if (thrown instanceof Problem && thrown.code === 'capability_not_found')
    throw new Problem('not_found', thrown.publicMessage)
  throw thrown
}

const shown = (
  view: View,
  found: CapabilityInspection,
): Html => html`<p class="hit-line">${capabilityAvailability(found)} <code>${found.capability}</code></p>
<p class="lead">${found.description}</p>
${facts([
  ['Price', explainedPrice(found)],
  ['Billed', BILLING[found.billing]],
  ['Category', words(found.category)],
  ...(found.platforms.length === 0 ? [] : [['Platforms', found.platforms.join(', ')] as const]),
  ['Health', healthOf(found.health)],
])}
${hintList(view, found.hints)}
${offers(found)}
${schemaTable({ id: 'input', caption: 'Input', schema: found.input_schema, empty: 'No input.' })}
<h2>Result</h2>
${fieldNames(found.output_fields)}
${exampleOf(view, { body: found.example, command: found.run?.cli ?? null })}`

type Offered = CapabilityInspection['offers'][number]

/** Whether routing may choose the offer, and otherwise the reason. */
function standing({ executable, reason, requires_byok: byok, connected }: Offered): Html {
  if (executable) return badge('can run', 'good')
  if (byok && !connected) return badge('needs your own key', 'warn')
  return withNote(badge('cannot run', 'quiet'), reason)
}

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
    ],
    rows: all.map((offer): ShownRow => ({
      id: `offer-${offer.provider}`,
      cells: [
        withNote(offer.provider, offer.platforms.length === 0 ? null : offer.platforms.join(', ')),
        offer.connected ? 'Your own key' : usd(offer.price.amount),
        html`${offer.price.note}${!offer.verified && html` <span class="quiet">(estimated)</span>`}`,
        standing(offer),
        healthOf(offer.health),
      ],
    })),
  })
