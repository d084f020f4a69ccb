import { lexer, type MarkedToken, type Token, type Tokens } from 'marked'
import { codeBlock } from '../html/code-block.ts'
import { html, type Html, type Part } from '../html/markup.ts'

/** A heading of a page, which a link can name. */
export interface Heading {
  readonly id: string
  readonly title: string
  /** The number of its `#`. */
  readonly level: number
}

export interface MarkdownPage {
  /** Its first heading of level 1; empty without one. */
  readonly title: string
  /** Everything but that heading. */
  readonly body: Html
  /** The headings of the body, in their order. */
  readonly headings: readonly Heading[]
}

/** How a link of the text leads on: its path or URL, or null for text that is no link. */
export type ResolveLink = (href: string) => string | null

/** Paths of this service, places of the page, and the web. */
export const ordinaryLink: ResolveLink = (href) => (/^(?:https?:\/\/|mailto:|#|\/(?!\/))/.test(href) ? href : null)

interface Writing {
  readonly resolve: ResolveLink
  readonly headings: Heading[]
  /** Parts that scroll need different names. */
  scrolling: number
}

/**
 * A text in Markdown as HTML. Every token is written through `html`, so raw HTML in the text is shown as text, and
 * nothing but the elements below can appear (decisions, "guides").
 */
export function readMarkdown(text: string, resolve: ResolveLink = ordinaryLink): MarkdownPage {
  const writing: Writing = { resolve, headings: [], scrolling: 0 }
  const tokens = lexer(text)
  const title = tokens.filter(isWritten).find(isTitle)
  const body = blocks(
    tokens.filter((token) => token !== title),
    writing,
  )
  return { title: title === undefined ? '' : plainText(title.tokens), body, headings: writing.headings }
}

const isTitle = (token: MarkedToken): token is Tokens.Heading => token.type === 'heading' && token.depth === 1

/** Extensions could add tokens of other types; there are none. */
const TYPES: ReadonlySet<string> = new Set<MarkedToken['type']>([
  'blockquote',
  'br',
  'checkbox',
  'code',
  'codespan',
  'def',
  'del',
  'em',
  'escape',
  'heading',
  'hr',
  'html',
  'image',
  'link',
  'list',
  'list_item',
  'paragraph',
  'space',
  'strong',
  'table',
  'text',
])
const isWritten = (token: Token): token is MarkedToken => TYPES.has(token.type)

const blocks = (tokens: readonly Token[], writing: Writing): Html =>
  html`${tokens.filter(isWritten).map((token) => block(token, writing))}`

function block(token: MarkedToken, writing: Writing): Part {
  switch (token.type) {
    case 'heading':
      return heading(token, writing)
    case 'paragraph':
      return html`<p>${inline(token.tokens, writing)}</p>
`
    case 'code':
      return code(token, writing)
    case 'list':
      return list(token, writing)
    case 'table':
      return table(token, writing)
    case 'blockquote':
      return html`<blockquote>${blocks(token.tokens, writing)}</blockquote>
`
    case 'hr':
      return html`<hr>
`
    case 'html':
      return html`<p>${token.text}</p>
`
    case 'space':
    case 'def':
      return null
    default:
      return inline([token], writing)
  }
}

function heading({ depth, tokens }: Tokens.Heading, writing: Writing): Html {
  const title = plainText(tokens)
  const id = freeId(anchorOf(title), writing.headings)
  writing.headings.push({ id, title, level: depth })
  const content = html`<a class="anchored" href="#${id}">${inline(tokens, writing)}</a>`
  return depth <= 2
    ? html`<h2 id="${id}">${content}</h2>
`
    : html`<h3 id="${id}">${content}</h3>
`
}

/** The anchor of a heading, as GitHub makes it: a guide is read there too. */
export const anchorOf = (title: string): string =>
  title
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}_ -]/gu, '')
    .replaceAll(' ', '-')

function freeId(id: string, before: readonly Heading[]): string {
  const same = before.filter((one) => one.id === id || one.id.startsWith(`${id}-`)).length
  return before.some((one) => one.id === id) ? `${id}-${same}` : id
}

function code({ text, lang }: Tokens.Code, writing: Writing): Html {
  writing.scrolling += 1
  return codeBlock(text, `Example ${writing.scrolling}${lang === undefined || lang === '' ? '' : ` (${lang})`}`)
}

function list({ ordered, start, items }: Tokens.List, writing: Writing): Html {
  const content = items.map(
    (item) => html`<li>${item.loose ? blocks(item.tokens, writing) : tight(item.tokens, writing)}</li>
`,
  )
  return ordered
    ? html`<ol${typeof start === 'number' && start !== 1 && html` start="${start}"`}>
${content}</ol>
`
    : html`<ul class="bullets">
${content}</ul>
`
}

/** An item of one line has no paragraph; a list or code may follow it. */
const tight = (tokens: readonly Token[], writing: Writing): Html =>
  html`${tokens
    .filter(isWritten)
    .map((token) => (token.type === 'text' ? inline(token.tokens ?? [token], writing) : block(token, writing)))}`

function table({ header, rows }: Tokens.Table, writing: Writing): Html {
  writing.scrolling += 1
  const cells = (row: readonly Tokens.TableCell[]): Html[] =>
    row.map((cell, index) =>
      index === 0
        ? html`<th scope="row" class="wraps">${inline(cell.tokens, writing)}</th>`
        : html`<td class="wraps">${inline(cell.tokens, writing)}</td>`,
    )
  return html`<div class="scroll" role="group" aria-label="Table ${writing.scrolling}" tabindex="0"><table>
<thead><tr>${header.map((cell) => html`<th scope="col">${inline(cell.tokens, writing)}</th>`)}</tr></thead>
<tbody>${rows.map(
    (row) => html`<tr>${cells(row)}</tr>
`,
  )}</tbody></table></div>
`
}

const inline = (tokens: readonly Token[], writing: Writing): Html =>
  html`${tokens.filter(isWritten).map((token) => span(token, writing))}`

function span(token: MarkedToken, writing: Writing): Part {
  switch (token.type) {
    case 'codespan':
      return html`<code>${token.text}</code>`
    case 'strong':
      return html`<strong>${inline(token.tokens, writing)}</strong>`
    case 'em':
      return html`<em>${inline(token.tokens, writing)}</em>`
    case 'del':
      return html`<del>${inline(token.tokens, writing)}</del>`
    case 'br':
      return html`<br>`
    case 'link': {
      const to = writing.resolve(token.href)
      const content = inline(token.tokens, writing)
      return to === null ? content : html`<a href="${to}">${content}</a>`
    }
    case 'text':
      return token.tokens === undefined ? token.text : inline(token.tokens, writing)
    case 'escape':
    case 'image':
    case 'html':
      return token.text
    default:
      return token.raw
  }
}

/** The text of a heading, without its marks. */
const plainText = (tokens: readonly Token[]): string =>
  tokens
    .filter(isWritten)
    .map((token) => ('tokens' in token && token.tokens !== undefined ? plainText(token.tokens) : textOf(token)))
    .join('')

const textOf = (token: MarkedToken): string => ('text' in token ? token.text : token.raw)
