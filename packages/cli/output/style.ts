/** How words are emphasised. */
export interface Style {
  bold(text: string): string
  dim(text: string): string
  good(text: string): string
  bad(text: string): string
  warn(text: string): string
}

const plain = (text: string): string => text
const coloured =
  (on: number, off: number) =>
  (text: string): string =>
    text === '' ? '' : `\u001b[${on}m${text}\u001b[${off}m`

export const NO_STYLE: Style = { bold: plain, dim: plain, good: plain, bad: plain, warn: plain }
const TERMINAL: Style = {
  bold: coloured(1, 22),
  dim: coloured(2, 22),
  good: coloured(32, 39),
  bad: coloured(31, 39),
  warn: coloured(33, 39),
}

/** Colours only on a terminal that can show them and whose user has not disabled them (no-color.org). */
export const styleFor = (isTerminal: boolean, env: Readonly<Record<string, string | undefined>>): Style =>
  isTerminal && (env['NO_COLOR'] ?? '') === '' && env['TERM'] !== 'dumb' ? TERMINAL : NO_STYLE

const GOOD = new Set(['succeeded', 'delivered', 'live', 'healthy', 'stable', 'paid', 'enabled'])
const BAD = new Set([
  'failed',
  'timed_out',
  'provider_error',
  'provider_timeout',
  'outage',
  'rejected',
  'unknown outcome',
  'disabled',
])
const WARN = new Set([
  'no_match',
  'blocked',
  'cancelled',
  'degraded',
  'rate_limited',
  'skipped',
  'pending',
  'scheduled',
  'awaiting_approval',
  'queued',
  'running',
])

/** A state word of the service, in the same colour everywhere. */
export const styledState = (state: string, style: Style): string =>
  GOOD.has(state) ? style.good(state) : BAD.has(state) ? style.bad(state) : WARN.has(state) ? style.warn(state) : state
