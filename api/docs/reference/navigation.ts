import { REFERENCE_PATH } from '../../dashboard/paths.ts'
import { html, type Html } from '../../html/markup.ts'
import { type Operation, operationPath, type Reference, type ReferenceTag } from './operations.ts'

export const methodMark = (method: string): Html => html`<span class="method ${method.toLowerCase()}">${method}</span>`

/** What a page of the reference is about: an operation, a page of `docs/reference/`, or null for the introduction. */
export type Current = Pick<Operation, 'tag'> & { readonly path: string }

/** The search, and every page and operation by its tag; the tag of the current one is open. */
export const referenceNavigation = (reference: Reference, current: Current | null): Html =>
  html`<nav class="sections operations" id="operations" aria-label="Operations">${searchForm('')}
<ul>${entry(REFERENCE_PATH, 'Introduction', current?.path ?? REFERENCE_PATH)}${reference.general.map(
    ({ path, title }) => entry(path, title, current?.path),
  )}</ul>
${reference.groups.map(
  ({ name, tags }) => html`<p class="group">${name}</p>
${tags.map((tag) => entries(tag, current))}`,
)}</nav>
`

const entry = (path: string, title: string, current: string | undefined): Html =>
  html`<li><a href="${path}"${path === current && html` aria-current="page"`}>${title}</a></li>
`

const entries = ({ name, page, further, operations }: ReferenceTag, current: Current | null): Html =>
  html`<details${name === current?.tag && html` open`}><summary>${name}</summary><ul>${
    page !== null && entry(page.path, aboutTag(name), current?.path)
  }${further.map(({ path, title }) => entry(path, title, current?.path))}${operations.map((one) =>
    entry(operationPath(one), one.summary, current?.path),
  )}</ul></details>
`

/** A name that is no abbreviation begins in lower case. */
const aboutTag = (name: string): string => `About ${/^[A-Z][a-z]/.test(name) ? name.toLowerCase() : name}`

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
