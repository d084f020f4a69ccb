import { isJsonObject, type JsonObject } from '../../../domain/json/json.ts'
import type { Assets } from '../../dashboard/assets.ts'
import { REFERENCE_PATH } from '../../dashboard/paths.ts'
import { indentedJson } from '../../html/code.ts'
import { html, type Html, type Part } from '../../html/markup.ts'
import type { ToolCalls } from '../../mcp/tool.ts'
import { docsPage } from '../frame.ts'
import { codeBlock } from '../../html/code-block.ts'
import { readMarkdown } from '../markdown.ts'
import { memberList, parameterList } from './members.ts'
import { methodMark, operationLink, referenceNavigation } from './navigation.ts'
import type { NounPage } from './nouns.ts'
import {
  type BodyExample,
  type Operation,
  operationPath,
  type ReferenceAnswer,
  type OperationBody,
  type Reference,
  type ReferenceTag,
} from './operations.ts'
import { type CodeSample, samplesOfOperation } from './samples.ts'
import { searchOperations, searchPages } from './search.ts'
import { tryForm } from './try-form.ts'

export interface ReferenceParts {
  readonly assets: Assets
  readonly reference: Reference
  readonly publicUrl: string
  readonly tools: readonly ToolCalls[]
}

/** What holds for every operation, and all of them by their tags. */
export function referenceIndex({ assets, reference, publicUrl }: ReferenceParts): string {
  const { body } = readMarkdown(reference.description)
  return docsPage({
    assets,
    title: 'API reference',
    part: REFERENCE_PATH,
    navigation: referenceNavigation(reference, null),
    main: html`${toNavigation}
<p class="quiet">Version ${reference.version} · Base URL <code>${publicUrl}</code> ·
<a href="/openapi.json">OpenAPI document</a></p>
<div class="prose">${body}</div>
<h2 id="everywhere">What holds for every operation</h2>
${pageLinks(reference.general)}<h2 id="all">All operations</h2>
${reference.groups
  .flatMap(({ tags }) => tags)
  .map(
    ({ name, description, page, further, operations }) => html`<h3>${
      page === null ? name : html`<a href="${page.path}">${name}</a>`
    }</h3>
<p class="quiet">${description}</p>${pageLinks(further)}<ul class="operation-list">${operations.map(operationLink)}</ul>
`,
  )}`,
  })
}

const pageLinks = (pages: readonly NounPage[]): Part =>
  pages.length > 0 &&
  html`<ul class="bullets">${pages.map(({ path, title }) => html`<li><a href="${path}">${title}</a></li>`)}</ul>
`

const tagsOf = ({ groups }: Reference): readonly ReferenceTag[] => groups.flatMap(({ tags }) => tags)

/** The page with this name: that of a tag with its operations, one in the folder of a tag, or a general one. */
export function nounPage({ assets, reference }: ReferenceParts, slug: string): string | null {
  const tag = tagsOf(reference).find(({ page, further }) => [page, ...further].some((one) => one?.slug === slug))
  const page = [tag?.page, ...(tag?.further ?? []), ...reference.general].find((one) => one?.slug === slug)
  if (page == null) return null
  return docsPage({
    assets,
    title: page.title,
    part: REFERENCE_PATH,
    above: tag !== undefined && page !== tag.page && tagLink(tag),
    navigation: referenceNavigation(reference, { tag: tag?.name ?? '', path: page.path }),
    main: html`${toNavigation}
<div class="prose">${page.body}</div>
${
  page === tag?.page &&
  html`${pageLinks(tag.further)}<h2 id="routes">Operations</h2>
<ul class="operation-list">${tag.operations.map(operationLink)}</ul>
`
}`,
  })
}

/** To the page that an operation or a further page belongs to. */
const tagLink = ({ name, page }: ReferenceTag): Html => html`<p class="above quiet">${
  page === null ? name : html`<a href="${page.path}">${name}</a>`
}</p>
`

/** The operations that fit a search. */
export function searchPage({ assets, reference }: ReferenceParts, query: string): string {
  const hits = searchOperations(reference.operations, query)
  const pages = searchPages([...reference.general, ...tagsOf(reference).flatMap(pagesOfTag)], query)
  return docsPage({
    assets,
    title: `Operations for “${query}”`,
    part: REFERENCE_PATH,
    navigation: referenceNavigation(reference, null),
    main:
      hits.length + pages.length === 0
        ? html`<p class="empty">No operation has these words. <a href="${REFERENCE_PATH}#all">All operations</a></p>
`
        : html`${
            hits.length > 0 &&
            html`<ul class="operation-list">${hits.map(operationLink)}</ul>
`
          }${
            pages.length > 0 &&
            html`<h2>Pages</h2>
${pageLinks(pages)}`
          }`,
  })
}

const pagesOfTag = ({ page, further }: ReferenceTag): readonly NounPage[] => [
  ...(page === null ? [] : [page]),
  ...further,
]

export function operationPage({ assets, reference, publicUrl, tools }: ReferenceParts, operation: Operation): string {
  const { method, path, summary, description } = operation
  const tag = tagsOf(reference).find(({ name }) => name === operation.tag)
  return docsPage({
    assets,
    title: summary,
    part: REFERENCE_PATH,
    tries: true,
    above: tag !== undefined && tagLink(tag),
    navigation: referenceNavigation(reference, { tag: operation.tag, path: operationPath(operation) }),
    main: html`${toNavigation}
<p class="endpoint">${methodMark(method)} <code>${path}</code></p>
<div class="split"><div class="prose intro">${readMarkdown(description).body}</div><div class="prose rest">
${parameters(operation)}${requestBody(operation.body)}${answers(operation.answers)}</div>
<div class="samples">${tryForm(operation)}${samples(samplesOfOperation(operation, { publicUrl, tools }))}
${examples('Further requests', (operation.body?.examples ?? []).slice(1))}
${examples('Responses', answered(operation))}</div></div>
`,
  })
}

/** Where the navigation is below the content, a link leads to it. */
const toNavigation = html`<p class="to-navigation"><a href="#operations">All operations</a></p>
`

const PLACES = [
  ['path', 'Path parameters'],
  ['query', 'Query parameters'],
  ['header', 'Headers'],
] as const

const parameters = ({ parameters: all }: Operation): Part =>
  PLACES.map(([place, title]) => {
    const here = all.filter((parameter) => parameter['in'] === place)
    return (
      here.length > 0 &&
      html`<h2>${title}</h2>
${parameterList(here)}`
    )
  })

const requestBody = (body: OperationBody | null): Part =>
  body !== null &&
  html`<h2>Request body</h2>
<p class="quiet"><code>${body.contentType}</code></p>
${shape(body.schema)}`

/** The members of a body; of alternatives, those of each. */
function shape(schema: JsonObject): Part {
  const members = memberList(schema)
  if (members !== null) return members
  const { anyOf, oneOf } = schema
  const variants = [anyOf, oneOf].find(Array.isArray) ?? []
  const lists = variants.flatMap((variant) => {
    const list = isJsonObject(variant) ? memberList(variant) : null
    return list === null ? [] : [list]
  })
  return lists.map((list, index) => html`${index > 0 && html`<p class="or">or</p>`}${list}`)
}

const isError = ({ status }: ReferenceAnswer): boolean => Number(status) >= 400

function answers(all: readonly ReferenceAnswer[]): Html {
  const successes = all.filter((answer) => !isError(answer))
  return html`${successes.map(
    ({ status, description, body }) => html`<h2>Response ${status}</h2>
${readMarkdown(description).body}${body !== null && shape(body.schema)}`,
  )}<h2>Errors</h2>
<p>The body of an error is <a href="${REFERENCE_PATH}#error-codes">the same for every operation</a>.</p>
<dl class="errors">${all.filter(isError).map(
    ({ status, description }) => html`<div><dt>${status}</dt><dd>${readMarkdown(description).body}</dd></div>
`,
  )}</dl>
`
}

const samples = (all: readonly CodeSample[]): Html => html`<h2>Samples</h2>
<p class="quiet"><code>SVC_API_KEY</code> holds a key:
<a href="/dashboard/test/keys/new">make one of the sandbox</a>.</p>
<div class="folded tabs">${all.map(
  ({ language, code, instead }, index) =>
    html`<details name="sample"${index === 0 && html` open`}><summary>${language}</summary>
${code === null ? html`<p class="quiet">${instead}</p>` : codeBlock(code, `Sample in ${language}`)}</details>
`,
)}</div>`

/** The recorded answers, by their status. */
const answered = ({ answers: all }: Operation): BodyExample[] =>
  all
    .filter((answer) => !isError(answer))
    .flatMap(({ status, body }) =>
      (body?.examples ?? []).map(({ title, value }) => ({
        title: title === 'answer' ? status : `${status}: ${title}`,
        value,
      })),
    )

const exampleText = ({ value }: BodyExample): string => (typeof value === 'string' ? value : indentedJson(value))

const examples = (title: string, all: readonly BodyExample[]): Part =>
  all.length > 0 &&
  html`<h2>${title}</h2>
<div class="folded">${all.map(
    (example, index) => html`<details name="${title}"${title === 'Responses' && index === 0 && html` open`}>
<summary>${example.title}</summary>
${codeBlock(exampleText(example), `${title}: ${example.title}`)}</details>
`,
  )}</div>
`
