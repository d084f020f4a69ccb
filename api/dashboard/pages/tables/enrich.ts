import { findCapability } from '../../../../domain/capabilities/catalog.ts'
import { html, type Html } from '../../../html/markup.ts'
import { type CapabilityInspection, Inspection } from '../../../schemas/catalog.ts'
import { TableDetail } from '../../../schemas/tables.ts'
import { facts } from '../../elements.ts'
import { filterOf } from '../../forms.ts'
import { type MakePage, can, type View } from '../../page.ts'
import { oneWordOf } from '../../query-values.ts'
import { enoughOf } from '../../run-form/form.ts'
import { capabilityParts } from '../../run-form/parts.ts'
import { explainedPrice } from '../catalog/offer-texts.ts'
import { inspectedFor } from '../catalog/own-keys.ts'
import { mappingPath } from '../jobs/paths.ts'
import { ENRICH_PATH, tablePath, TABLES_PATH } from './paths.ts'
import { conditionsQuery, queryOf, readRowsQuery } from './rows-query.ts'

/** What a table's rows are usually enriched with. */
const ENRICHMENTS = [
  'contact.find',
  'contact.verify',
  'contact.phone',
  'contact.personal_email',
  'person.enrich',
  'company.enrich',
  'company.technologies',
  'company.funding',
  'social.profile',
] as const

/**
 * Chooses what rows of a table are enriched with. A job does it: its form chooses the columns, and shows what it costs
 * before it starts. Nothing here spends money.
 */
export const enrichPage: MakePage = ({ find }) => {
  const getTable = find('getTable', TableDetail)
  const inspect = find('inspect', Inspection)
  return {
    path: ENRICH_PATH,
    section: TABLES_PATH,
    async show(view) {
      const capability = oneWordOf(ENRICHMENTS, view.query['capability']) ?? ENRICHMENTS[0]
      const [table, found] = await Promise.all([
        getTable(view, { params: { name: view.query['table'] ?? '' } }),
        inspect(view, { body: { capability } }),
      ])
      if (found.kind !== 'capability') throw new Error('the response is not a capability')
      return { title: `Enrich ${table.name}`, main: choice(view, { table, found }) }
    },
  }
}

interface Chosen {
  readonly table: TableDetail
  readonly found: CapabilityInspection
}

const choice = (view: View, { table, found }: Chosen): Html => html`${filterOf(
  {
    label: 'What to look for',
    submit: 'Choose',
    clear: null,
    fields: [
      {
        name: 'capability',
        label: 'Enrich with',
        value: found.capability,
        options: ENRICHMENTS.map((slug) => [slug, findCapability(slug)?.title ?? slug]),
      },
    ],
    hidden: { table: table.name, ...filterValues(view) },
  },
  view.query,
)}
<p class="lead">${found.description}</p>
${capabilityParts(found).map(({ enough }) => enough.length > 0 && html`<p>${enoughOf(enough)}</p>`)}
${facts([
  ['Table', html`<a href="${tablePath(view, table.name, queryOf(readRowsQuery(view)))}">${table.name}</a>`],
  ['Price of each row', explainedPrice(inspectedFor(found))],
])}
${
  can(view, 'run') &&
  html`<p class="actions"><a class="button" id="to-estimate" href="${estimatePath(view, { table, found })}">Choose the
columns and see the estimate</a></p>
<p class="hint">A job enriches the rows of the filter under a ceiling that you set. Nothing is charged before you start
it. A row whose answer is saved costs nothing.</p>`
}`

/** The form of a job over the rows of the filter. */
const estimatePath = (view: View, { table, found }: Chosen): string =>
  mappingPath(view, {
    capability: found.capability,
    table: table.name,
    ...conditionsQuery(readRowsQuery(view), view.now),
  })

/** The filter of the table's page continues: these rows, and no others. */
const filterValues = (view: View): Record<string, string> =>
  Object.fromEntries(
    Object.entries(queryOf(readRowsQuery(view))).flatMap(([name, value]) =>
      value === null || value === undefined || value === '' ? [] : [[name, String(value)]],
    ),
  )
