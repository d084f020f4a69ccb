import { createHash } from 'node:crypto'
import Type from 'typebox'

/** One style for the few pages that people see, written into each: nothing is fetched. */
const STYLE = [
  'body{font:16px/1.5 system-ui,sans-serif;max-width:34rem;margin:3rem auto;padding:0 1rem;color:#1a1a1a;background:#fff}',
  '.notice{border:2px solid #b45309;border-radius:6px;padding:.75rem 1rem;background:#fffbeb}',
  '.problem{border-left:4px solid #b00;padding-left:.8rem}',
  '.amount{font-size:2.25rem;font-weight:600;margin:.25rem 0}',
  'dl{display:grid;grid-template-columns:auto 1fr;gap:.25rem 1rem}dt{color:#555}dd{margin:0}',
  'pre{white-space:pre-wrap;overflow-wrap:anywhere;background:#f5f5f5;padding:.75rem 1rem}',
  'label{display:block;margin:.6rem 0}input:not([type=checkbox]){display:block;width:100%;font:inherit;padding:.4rem;box-sizing:border-box}',
  'button{display:block;width:100%;margin:.5rem 0;padding:.7rem 1rem;font:inherit;border:1px solid #888;border-radius:6px;background:#f5f5f5;cursor:pointer}',
  'button.main{background:#14532d;border-color:#14532d;color:#fff}',
].join('')
const STYLE_HASH = `'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`

/**
 * Headers of a page: no script, nothing from other hosts, no framing, its one style known by its hash. `formTargets`:
 * where its forms may lead, including the redirect after them (browsers check both). A form's request carries the
 * page's origin.
 */
export const pageHeaders = (formTargets: readonly string[] = ["'self'"]) => ({
  'Content-Security-Policy': [
    "default-src 'none'",
    `style-src ${STYLE_HASH}`,
    `form-action ${formTargets.join(' ')}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'same-origin',
  'X-Robots-Tag': 'noindex',
})

/** How a route declares a page among its responses. */
export const HTML = { contentType: 'text/html; charset=utf-8', schema: Type.String() } as const

/** How a route declares a document that programs read. */
export const MARKDOWN = { contentType: 'text/markdown; charset=utf-8', schema: Type.String() } as const

export interface HtmlPage {
  readonly title: string
  /** HTML, escaped already. */
  readonly body: string
}

export const htmlPage = ({ title, body }: HtmlPage): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title><style>${STYLE}</style></head>
<body><main><h1>${escapeHtml(title)}</h1>
${body}
</main></body></html>
`

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Escapes text for elements and quoted attributes: a name that a person chose must not become markup. */
export const escapeHtml = (text: string): string => text.replaceAll(/[&<>"']/g, (character) => ESCAPES[character] ?? '')
