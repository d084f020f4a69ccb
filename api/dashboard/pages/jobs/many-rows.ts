import { html, type Html } from '../../../html/markup.ts'
import type { View } from '../../page.ts'
import type { InputPart } from '../../run-form/parts.ts'
import { newJobPath, workQuery } from './paths.ts'

/** Leads from what can be run to a job of it. `work`: its names in a query. */
export const manyRows = (view: View, work: View['query']): Html =>
  html`<a class="button plain" id="to-job" href="${newJobPath(view, workQuery({ query: work }))}">Run on many rows</a>`

/** Rows fill the members of objects, and no body that is a list. */
export const isOfRows = ({ parts }: { readonly parts: readonly InputPart[] }): boolean =>
  parts.every(({ form }) => form !== 'json')
