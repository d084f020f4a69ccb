import { methodOfEffect } from '../../../../domain/catalog/effect.ts'
import { html, type Html } from '../../../html/markup.ts'
import type { EndpointInspection } from '../../../schemas/catalog.ts'
import { facts } from '../../elements.ts'
import { type MakePage, can, type View } from '../../page.ts'
import { runForm } from '../../run-form/form.ts'
import { createFormRuns } from '../../run-form/runs.ts'
import { samplesOf } from '../../run-form/samples.ts'
import { schemaTable } from '../../schema-table.ts'
import { isOfRows, manyRows } from '../jobs/many-rows.ts'
import { mayWatch, newWatchPath } from '../watches/paths.ts'
import { hintList } from './hints.ts'
import { createInspector, endpointWork } from './inspected.ts'
import { capabilityLinks, costOf, endpointAvailability, fieldNames, healthOf } from './offer-texts.ts'
import { CATALOG_PATH, searchPath } from './paths.ts'

/** One provider's own endpoint: a form that calls it, its input, output and cost. */
export const endpointPage: MakePage = (parts) => {
  const inspector = createInspector(parts)
  const inspected = (view: View) => inspector.endpoint(view, view.query)
  const runs = createFormRuns(parts)
  return {
    path: `${CATALOG_PATH}/endpoint`,
    section: CATALOG_PATH,
    async show(view) {
      const found = await inspected(view)
      const { values, sample } = await runs.valuesFor(view, endpointWork(found).names, found)
      return {
        title: found.title,
        state: endpointAvailability(view, found),
        actions: [
          found.run !== null &&
            methodOfEffect(found) === 'GET' &&
            mayWatch(view) &&
            html`<a class="button plain" href="${newWatchPath(view, endpointWork(found).names)}">Watch this</a>`,
          found.run !== null && can(view, 'run') && isOfRows(endpointWork(found)) && manyRows(view, view.query),
        ],
        main: html`${introOf(view, found)}
${found.run !== null && can(view, 'run') && runForm(view, { ...endpointWork(found), values })}
${hintList(found.hints)}
${inputTables(found.input)}
${answerOf(found)}
${sample !== null && samplesOf(view, { ...sample, publicUrl: parts.publicUrl() })}`,
      }
    },
    act: async (view, form) => runs.start(view, form, endpointWork(await inspected(view))),
  }
}

const CHARGED_BY = {
  reported: 'The cost that the provider reports',
  rate_card: 'The published rate',
  free: 'Nothing: it is free at the provider',
  unknown: 'No price is known',
} as const

const introOf = (
  view: View,
  found: EndpointInspection,
): Html => html`<p class="hit-line"><code>${found.method} ${found.endpoint}</code></p>
${found.reason !== null && html`<p class="lead">${found.reason}</p>`}
${facts([
  ['Provider', html`<a href="${searchPath(view, { provider: found.provider })}">${found.provider}</a>`],
  ['Price', costOf(found)],
  ...(found.connected ? [] : [['Charged by', CHARGED_BY[found.cost.basis ?? 'unknown']] as const]),
  ...(found.cost.note === '' ? [] : [['Price note', found.cost.note] as const]),
  ['Whose key', whoseKey(view, found)],
  ...(found.wrapped_by.length === 0 ? [] : [['Capability for this', capabilityLinks(view, found.wrapped_by)] as const]),
  ['Health', healthOf(found.health)],
])}`

function whoseKey({ environment }: View, { connected, requires_byok: byok }: EndpointInspection): string {
  if (environment === 'test') return 'None: the sandbox simulates the provider'
  return connected ? 'Your own' : byok ? 'Your own, not connected yet' : "The service's"
}

/** A table for each of path, query and body that has fields. */
function inputTables({ pathParams, queryParams, body }: EndpointInspection['input']): Html {
  const parts = [
    { id: 'path', caption: 'In the path', part: pathParams },
    { id: 'query', caption: 'In the query', part: queryParams },
    ...(body === null ? [] : [{ id: 'body', caption: `Body (${body.encoding})`, part: body }]),
  ].filter(({ part }) => Object.keys(part.properties).length > 0)
  if (parts.length === 0) return html`<p class="empty">No input.</p>`
  return html`${parts.map(({ id, caption, part: { properties, required, omitted } }) => [
    schemaTable({ id, caption, schema: { properties, required }, empty: '' }),
    omitted !== undefined && html`<p class="quiet">and ${omitted} more, which can be sent as well.</p>`,
  ])}`
}

const answerOf = ({ output_fields: fields = [] }: EndpointInspection): Html | null =>
  fields.length === 0 ? null : html`<h2>Answer</h2>${fieldNames(fields)}`
