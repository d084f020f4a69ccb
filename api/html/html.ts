import { createHash } from 'node:crypto'
import Type from 'typebox'

/** One style for the few pages that people see, written into each: nothing is fetched. */
const STYLE = [
  // The colours of the dashboard: signing in for an app and paying look like the service that people know.
  ':root{color-scheme:light dark;--page:#f7f7f8;--card:#fff;--line:#dcdce1;--edge:#868993;--text:#1b1c20;',
  '--quiet:#5b5e68;--link:#1f4fc4;--main:#20242e;--on-main:#fff;--bad:#a31621;--bad-back:#fbe7e8;',
  '--warn:#7a4b00;--warn-back:#fdf0d3}',
  '@media (prefers-color-scheme:dark){:root{--page:#131417;--card:#1b1d21;--line:#363941;--edge:#7d808a;',
  '--text:#ececf0;--quiet:#a5a8b3;--link:#8fb2ff;--main:#e6e8ee;--on-main:#17181c;--bad:#ff9aa0;--bad-back:#3d1a1d;',
  '--warn:#f3c46b;--warn-back:#3a2a0b}}',
  '*{box-sizing:border-box}',
  'body{margin:0;padding:0 1rem;background:var(--page);color:var(--text);font:15px/1.5 system-ui,sans-serif}',
  'main{max-width:30rem;margin:8vh auto 3rem;padding:1.75rem;background:var(--card);border:1px solid var(--line);',
  'border-radius:10px;overflow-wrap:anywhere}',
  '@media (max-width:33rem){main{margin:1rem auto;padding:1.25rem}}',
  'h1{font-size:1.4rem;line-height:1.25;font-weight:650;margin:0 0 1rem}p{margin:0 0 .75rem}a{color:var(--link)}',
  '.notice{border-left:4px solid;border-radius:8px;padding:.6rem 1rem;background:var(--warn-back);color:var(--warn)}',
  '.problem{border-left:4px solid;border-radius:8px;padding:.6rem 1rem;background:var(--bad-back);color:var(--bad)}',
  '.amount{font-size:2rem;line-height:1.2;font-weight:600;margin:1rem 0 .5rem}',
  'dl{display:grid;grid-template-columns:auto 1fr;gap:.25rem 1rem}dt{color:var(--quiet)}dd{margin:0}',
  'pre{white-space:pre-wrap;overflow-wrap:anywhere;background:var(--page);border-radius:8px;padding:.75rem 1rem}',
  'label{display:block;margin:.75rem 0}',
  'input:not([type=checkbox]){display:block;width:100%;font:inherit;color:inherit;background:var(--card);',
  'padding:.45rem .6rem;border:1px solid var(--edge);border-radius:7px}',
  'button{display:block;width:100%;margin:.6rem 0 0;padding:.6rem 1rem;font:inherit;font-weight:550;color:inherit;',
  'border:1px solid var(--edge);border-radius:7px;background:var(--card);cursor:pointer}',
  'button.main{background:var(--main);border-color:var(--main);color:var(--on-main)}',
  ':focus-visible{outline:2px solid var(--link);outline-offset:2px}',
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
