import { formatUsd, parseUsd } from '../../domain/money/microdollars.ts'
import type { AttemptOutcome, RunStatus } from '../../domain/runs/states.ts'
import { html, type Html, type Part } from '../html/markup.ts'

/** An amount of the API as people read it: `-1000.05` is −$1,000.05. */
export function usd(amount: string): string {
  const [dollars = '', ...cents] = amount.replace('-', '').split('.')
  const shown = [dollars.replaceAll(/\B(?=(\d{3})+$)/g, ','), ...cents].join('.')
  return amount.startsWith('-') ? `−$${shown}` : `$${shown}`
}

export const usdOrDash = (amount: string | null): string => (amount === null ? '–' : usd(amount))

const MICRODOLLARS_OF_CENT = 10_000n

/** An amount of a headline: to the cent, and exact on hover. */
export function usdRounded(amount: string): Html {
  const isNegative = amount.startsWith('-')
  const exact = parseUsd(isNegative ? amount.slice(1) : amount)
  const cents = (exact + MICRODOLLARS_OF_CENT / 2n) / MICRODOLLARS_OF_CENT
  const rounded = formatUsd(cents * MICRODOLLARS_OF_CENT)
  const shown = cents === 0n && exact > 0n ? 'less than $0.01' : usd(`${isNegative ? '-' : ''}${rounded}`)
  return html`<data value="${amount}" title="${usd(amount)}">${shown}</data>`
}

/** An estimate that is to suffice: up to the next cent. */
export const usdUp = (amount: string): string =>
  usd(formatUsd(((parseUsd(amount) + MICRODOLLARS_OF_CENT - 1n) / MICRODOLLARS_OF_CENT) * MICRODOLLARS_OF_CENT))

/** 12,345. */
export const counted = (number: number): string => number.toLocaleString('en-US')

/** `1 table`, `12,345 tables`. */
export const numbered = (number: number, noun: string): string => `${counted(number)} ${noun}${number === 1 ? '' : 's'}`

/** A time of the API (ISO 8601, UTC), to the second. The script shows how long ago it is, and on hover exactly when. */
export const time = (at: string): Html => html`<time datetime="${at}">${at.slice(0, 10)} ${at.slice(11, 19)} UTC</time>`

/** The same within a sentence, after "on" or "until": it stays a day and a time. */
export const moment = (at: string): Html =>
  html`<time datetime="${at}" data-moment>${at.slice(0, 10)} ${at.slice(11, 19)} UTC</time>`

const MINUTE_MS = 60_000

/** 850 ms, 3.2 s, 4 min 5 s. */
export function duration(milliseconds: number): string {
  if (milliseconds < 1_000) return `${Math.round(milliseconds)} ms`
  if (milliseconds < MINUTE_MS) return `${(milliseconds / 1_000).toFixed(1)} s`
  return `${Math.floor(milliseconds / MINUTE_MS)} min ${Math.floor((milliseconds % MINUTE_MS) / 1_000)} s`
}

export type Tone = 'good' | 'bad' | 'warn' | 'busy' | 'quiet'

/** A word in a frame. The colour only repeats the word's meaning. */
export const badge = (text: string, tone: Tone): Html => html`<span class="badge ${tone}">${text}</span>`

const TONES: Readonly<Record<RunStatus | AttemptOutcome, Tone>> = {
  created: 'busy',
  scheduled: 'quiet',
  awaiting_approval: 'warn',
  reserved: 'busy',
  queued: 'busy',
  running: 'busy',
  succeeded: 'good',
  no_match: 'quiet',
  failed: 'bad',
  timed_out: 'bad',
  blocked: 'warn',
  cancelled: 'quiet',
  provider_error: 'bad',
  provider_timeout: 'bad',
  rate_limited: 'warn',
  rejected: 'bad',
  skipped: 'quiet',
  unknown: 'warn',
}

/** `no_match` -> no match. */
export const humanize = (word: string): string => word.replaceAll('_', ' ')

/** A run's status or an attempt's outcome. */
export const statusBadge = (status: RunStatus | AttemptOutcome): Html => badge(humanize(status), TONES[status])
export const toneOf = (status: RunStatus | AttemptOutcome): Tone => TONES[status]

export interface ShownColumn {
  readonly title: string
  /** Amounts and counts are aligned right. */
  readonly numeric?: true
  /** For sentences and text of unlimited length; other columns stay on one line. */
  readonly wraps?: true
}

export interface ShownRow {
  /** Unique on the page: the script identifies rows by it. */
  readonly id: string
  /** One for each column; the first is the row's header. */
  readonly cells: readonly Part[]
}

export interface Table {
  /** Unique on the page. */
  readonly id: string
  readonly caption: string
  /** A heading is above the table, so its caption is for screen readers only. */
  readonly headed?: true
  readonly columns: readonly ShownColumn[]
  readonly rows: readonly ShownRow[]
  /** Shown instead of an empty table. */
  readonly empty: Part
}

const AMOUNT = /^−?\$[\d,]+\.(\d+)$/
const decimalsOf = (cell: Part): number => (typeof cell === 'string' ? (AMOUNT.exec(cell)?.[1]?.length ?? 0) : 0)

/** In a column of amounts the points are below each other: a shorter amount gets the room of the missing digits. */
function alignedAmounts({ columns, rows }: Pick<Table, 'columns' | 'rows'>): (cell: Part, index: number) => Part {
  const most = columns.map((_, index) => Math.max(0, ...rows.map(({ cells }) => decimalsOf(cells[index]))))
  return (cell, index) => {
    const decimals = decimalsOf(cell)
    const missing = decimals === 0 ? 0 : (most[index] ?? 0) - decimals
    return missing > 0 && html` data-room="${'0'.repeat(missing)}"`
  }
}

/** A table that scrolls by itself, also by keyboard, where it is wider than the page. */
export function table({ id, caption, headed, columns, rows, empty }: Table): Html {
  if (rows.length === 0) return html`<p class="empty" id="${id}">${empty}</p>`
  const classOf = (index: number): Part =>
    columns[index]?.numeric === true ? html` class="numeric"` : columns[index]?.wraps === true && html` class="wraps"`
  const roomOf = alignedAmounts({ columns, rows })
  return html`<div class="scroll" role="region" aria-labelledby="${id}-caption" tabindex="0" id="${id}"><table>
<caption id="${id}-caption"${headed === true && html` class="unseen"`}>${caption}</caption>
<thead><tr>${columns.map(({ title }, index) => html`<th scope="col"${classOf(index)}>${title}</th>`)}</tr></thead>
<tbody>${rows.map(
    (row) => html`<tr id="${row.id}">${row.cells.map((cell, index) =>
      index === 0
        ? html`<th scope="row"${classOf(index)}>${cell}</th>`
        : html`<td${classOf(index)}${roomOf(cell, index)}>${cell}</td>`,
    )}</tr>
`,
  )}</tbody>
</table></div>`
}

/** What a cell shows and, where there is a note, the note on a second line. */
export const withNote = (shown: Part, note: string | null): Html =>
  html`${shown}${note !== null && html`<br><span class="quiet">${note}</span>`}`

/** Pieces with commas between them. */
export const withCommas = (pieces: readonly Html[]): Html =>
  html`${pieces.map((piece, index) => [index > 0 && ', ', piece])}`

/** Facts as name and value. */
export const facts = (rows: readonly (readonly [string, Part])[]): Html =>
  html`<dl class="facts">${rows.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>`

interface Pager {
  /** The cursor of the next page; null: there is none. */
  readonly next: string | null
  /** The cursor of this page; none: it is the first one. */
  readonly cursor: string | null | undefined
  /** The path of the list at a cursor, with its filters; without a cursor, of its beginning. */
  readonly pathAt: (page: { readonly cursor?: string }) => string
  /** By default the newest come first; `rising`: by their number. */
  readonly order?: 'rising'
}

/** Links to the next page of a list and back to its beginning. */
export function pager({ next, cursor, pathAt, order }: Pager): Html | null {
  const first = cursor == null ? null : pathAt({})
  if (next === null && first === null) return null
  const [toFirst, toNext] = order === 'rising' ? ['First', 'Next'] : ['Newest', 'Older']
  return html`<nav class="pager" aria-label="Pages of the list">
${first !== null && html`<a href="${first}" class="button plain">${toFirst}</a>`}
${next !== null && html`<a href="${pathAt({ cursor: next })}" class="button plain" rel="next">${toNext}</a>`}</nav>`
}

export interface Live {
  /** Unique on the page. */
  readonly id: string
  /** How often it is refreshed; null: it will not change any more. */
  readonly everyMs: number | null
  /** Announced to screen readers when it changes. */
  readonly announced?: string
}

/**
 * A part of a page that the script keeps up to date. Every element in it that can have the focus has an id, by which
 * the script recognises it.
 */
export const live = ({ id, everyMs, announced = '' }: Live, content: Html): Html =>
  html`<div id="${id}" data-live="${everyMs ?? 'ended'}" data-announced="${announced}">${content}</div>`

/** A message that needs a person's attention. */
export const notice = (tone: 'bad' | 'warn' | 'good', content: Part): Html =>
  html`<p class="notice ${tone}">${content}</p>`
