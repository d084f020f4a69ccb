import { createHash } from 'node:crypto'
import { formatUsd } from '../../../domain/money/microdollars.ts'
import type { SimulatedCheckout } from './simulated.ts'

const STYLE = [
  'body{font:16px/1.5 system-ui,sans-serif;max-width:34rem;margin:3rem auto;padding:0 1rem;color:#1a1a1a;background:#fff}',
  '.notice{border:2px solid #b45309;border-radius:6px;padding:.75rem 1rem;background:#fffbeb}',
  '.amount{font-size:2.25rem;font-weight:600;margin:.25rem 0}',
  'dl{display:grid;grid-template-columns:auto 1fr;gap:.25rem 1rem}dt{color:#555}dd{margin:0}',
  'button{display:block;width:100%;margin:.5rem 0;padding:.7rem 1rem;font:inherit;border:1px solid #888;border-radius:6px;background:#f5f5f5;cursor:pointer}',
  'button.main{background:#14532d;border-color:#14532d;color:#fff}',
].join('')

/** Nothing from elsewhere and no script; the one style is known by its hash, and the forms lead back here. */
export const PAGE_HEADERS = {
  'Content-Security-Policy': [
    "default-src 'none'", `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`, "form-action 'self'", "base-uri 'none'", "frame-ancestors 'none'",
  ].join('; '),
  'Referrer-Policy': 'no-referrer',
  'X-Robots-Tag': 'noindex',
} as const

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escaped = (text: string): string => text.replaceAll(/[&<>"']/g, (character) => ESCAPES[character] ?? '')

const page = (title: string, body: string): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escaped(title)}</title><style>${STYLE}</style></head><body><main>${body}</main></body></html>`

const NOTICE = '<p class="notice"><strong>This is a simulation.</strong> No money moves, and no card is asked for.</p>'

const facts = ({ what, workspaceName, environment, amount, period }: SimulatedCheckout): string =>
  `<p class="amount">$${formatUsd(amount)}${period === null ? '' : ` ${escaped(period)}`}</p><dl><dt>For</dt><dd>${escaped(what)}</dd><dt>Workspace</dt><dd>${escaped(workspaceName)}</dd><dt>Environment</dt><dd>${environment}</dd></dl>`

const BUTTONS = [
  ['works', 'main', 'Pay with a card that works'],
  ['declined', '', 'Pay with a card that is declined'],
  ['declines_later', '', 'Pay now, and let later automatic charges of this card be declined'],
] as const

const forms = (id: string): string => BUTTONS.map(([card, look, label]) =>
  `<form method="post" action="/checkout/${escaped(id)}/pay?card=${card}"><button${look === '' ? '' : ` class="${look}"`} type="submit">${label}</button></form>`).join('')

const SAID = {
  open: '',
  paid: '<h2>Paid</h2><p>It was paid once, and pressing a button again changes nothing. You can close this page.</p>',
  over: '<h2>Over</h2><p>This checkout can no longer be paid. Start a new one.</p>',
  declined: '<h2>Declined</h2><p>The card was declined. Nothing was paid and nothing was credited. You can try again with another card.</p>',
} as const

/** The page of a checkout, in the state that it has or after what was just tried. */
export function checkoutPage(id: string, checkout: SimulatedCheckout, tried: 'declined' | null = null): string {
  const open = checkout.state === 'open'
  return page('Simulated checkout', `<h1>Simulated checkout</h1>${NOTICE}${SAID[open && tried !== null ? tried : checkout.state]}${facts(checkout)}${open ? forms(id) : ''}`)
}

export const missingPage = (): string =>
  page('No such checkout', `<h1>No such checkout</h1><p>There is no simulated checkout at this address. It may be one of Stripe's, whose address is in the answer that opened it.</p>`)
