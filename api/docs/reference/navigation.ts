import { REFERENCE_PATH } from '../../dashboard/paths.ts'
import { html, type Html } from '../../html/markup.ts'
import { type Operation, operationPath, type Reference, type ReferenceTag } from './operations.ts'

export const methodMark = (method: string): Html => html`<span class="method ${method.toLowerCase()}">${method}</span>`

/** The search, and every operation by its tag; the tag of the current one is open. */
export const referenceNavigation = (reference: Reference, current: Operation | null): Html =>
  html`<nav class="sections operations" id="operations" aria-label="Operations">${searchForm('')}
<ul><li><a href="${REFERENCE_PATH}"${current === null && html` aria-current="page"`}>Introduction</a></li></ul>
${reference.groups.map(
  ({ name, tags }) => html`<p class="group">${name}</p>
${tags.map((tag) => entries(tag, current))}`,
)}</nav>
`

const entries = ({ name, operations }: ReferenceTag, current: Operation | null): Html =>
  html`<details${name === current?.tag && html` open`}><summary>${name}</summary><ul>${operations.map(
    (one) =>
      html`<li><a href="${operationPath(one)}"${one.id === current?.id && html` aria-current="page"`}>${one.summary}</a></li>
`,
  )}</ul></details>
`

/** Works without the script: the service searches. */
export const searchForm = (words: string): Html => html`<form method="get" action="${REFERENCE_PATH}" role="search">
<label class="unseen" for="reference-search">Search operations</label>
<input type="search" id="reference-search" name="q" value="${words}" placeholder="Search operations"
 maxlength="100"></form>
`

export const operationLink = (operation: Operation): Html =>
  html`<li><a href="${operationPath(operation)}">${methodMark(operation.method)} <code>${operation.path}</code></a>
<span class="quiet">${operation.summary}</span></li>
`
