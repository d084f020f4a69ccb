import { html, type Html } from '../html/markup.ts'

export interface ChartValue {
  /** Below the bar where there is room, and next to its value in the table. */
  readonly label: string
  readonly value: number
  /** The exact value in words. */
  readonly shown: string
}

/**
 * A drawing is never scaled much, so that its text keeps its size: one for a wide page and one for a phone. The style
 * sheet shows one of them.
 */
const DRAWINGS = [
  { kind: 'wide', width: 720, labelsMax: 8 },
  { kind: 'narrow', width: 350, labelsMax: 4 },
] as const
type Drawing = (typeof DRAWINGS)[number]
const HEIGHT = 180
/** For the labels below and the scale on the left. */
const BELOW = 22
const LEFT = 64
const GAP_SHARE = 0.25
const BAR_MIN = 2
const LABEL_WIDTH = 34

/** Above the labels. */
const ROOM = HEIGHT - BELOW
/** For the value of the scale. */
const ABOVE = 12

interface PlacedValue extends ChartValue {
  /** From the left. */
  readonly x: number
}

const mostOf = (values: readonly ChartValue[]): number => Math.max(...values.map(({ value }) => value), 0)

interface Chart {
  readonly values: readonly PlacedValue[]
  readonly summary: string
  readonly drawn: Html
}

/** What is drawn, with axes, the largest number as the scale, and the labels that have room. */
function chartOf({ kind, width, labelsMax }: Drawing, { values, summary, drawn }: Chart): Html {
  const most = mostOf(values)
  const top = values.find(({ value }) => value === most)
  const every = Math.ceil(values.length / labelsMax)
  const isShown = (x: number, index: number): boolean => index % every === 0 && x + LABEL_WIDTH <= width
  return html`<svg class="chart ${kind}" viewBox="0 0 ${width} ${HEIGHT}" role="img" aria-label="${summary}">
<line x1="${LEFT}" y1="${ROOM}" x2="${width}" y2="${ROOM}"/>
<line x1="${LEFT}" y1="${ABOVE}" x2="${width}" y2="${ABOVE}" class="scale"/>
<text x="0" y="16">${top?.shown ?? ''}</text><text x="0" y="${ROOM}">0</text>
${drawn}
${values.map(
  ({ x, label }, index) => isShown(x, index) && html`<text x="${x}" y="${HEIGHT - 6}">${label}</text>`,
)}</svg>`
}

/**
 * Numbers over time as bars, with the largest one as the scale. `summary`: the picture in one sentence. A page has the
 * same numbers as a table too.
 */
export const barChart = (values: readonly ChartValue[], summary: string): Html =>
  html`${DRAWINGS.map((drawing) => bars(drawing, values, summary))}`

function bars(drawing: Drawing, values: readonly ChartValue[], summary: string): Html {
  const most = mostOf(values)
  const slot = (drawing.width - LEFT) / Math.max(1, values.length)
  const width = round(slot * (1 - GAP_SHARE))
  const placed = values.map((one, index) => ({ ...one, x: round(LEFT + index * slot + (slot * GAP_SHARE) / 2) }))
  const bar = ({ x, value, label, shown }: PlacedValue): Html => {
    const height = value === 0 ? 0 : Math.max(BAR_MIN, Math.round((value / most) * (ROOM - ABOVE)))
    return html`<rect x="${x}" y="${ROOM - height}" width="${width}" height="${height}" rx="1"><title>${label}:
${shown}</title></rect>`
  }
  return chartOf(drawing, { values: placed, summary, drawn: html`${placed.map(bar)}` })
}

const round = (number: number): number => Math.round(number * 10) / 10

const DOT = 3.5

/** Numbers over time as a line; those with a `mark` have a dot, which states what it is. */
export const lineChart = (values: readonly MarkedValue[], summary: string): Html =>
  html`${DRAWINGS.map((drawing) => line(drawing, values, summary))}`

interface MarkedValue extends ChartValue {
  readonly mark: string | null
}

function line(drawing: Drawing, values: readonly MarkedValue[], summary: string): Html {
  const most = mostOf(values)
  const step = (drawing.width - LEFT - 2 * DOT) / Math.max(1, values.length - 1)
  const placed = values.map((one, index) => ({
    ...one,
    x: round(LEFT + DOT + index * step),
    y: round(ROOM - (most === 0 ? 0 : one.value / most) * (ROOM - ABOVE)),
  }))
  const dot = ({ x, y, label, shown, mark }: (typeof placed)[number]): Html => {
    const title = `${label}: ${shown}${mark === null ? '' : `, ${mark}`}`
    return html`<circle cx="${x}" cy="${y}" r="${mark === null ? 1 : DOT}"><title>${title}</title></circle>`
  }
  const drawn = html`<polyline points="${placed.map(({ x, y }) => `${x},${y}`).join(' ')}"/>
${placed.map(dot)}`
  return chartOf(drawing, { values: placed, summary, drawn })
}

const MARK_WIDTH = 6
const MARK_GAP = 2

/** Days as marks of a colour, each with its own words; `summary` is all of them in words. */
export function strip(
  days: readonly { readonly tone: 'good' | 'warn' | 'bad' | 'none'; readonly label: string }[],
  summary: string,
): Html {
  const width = days.length * (MARK_WIDTH + MARK_GAP) - MARK_GAP
  return html`<svg class="strip" viewBox="0 0 ${width} 20" preserveAspectRatio="none"
  role="img" aria-label="${summary}">
${days.map(
  ({ tone, label }, index) =>
    html`<rect x="${index * (MARK_WIDTH + MARK_GAP)}" width="${MARK_WIDTH}" height="20" class="${tone}"><title>${label}</title></rect>`,
)}</svg>`
}

/** A share of a total as a bar within a table's cell. The number is next to it. */
export const shareBar = (share: number): Html =>
  html`<svg class="share" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true"><rect width="${Math.max(
    share > 0 ? 1 : 0,
    Math.round(share * 100),
  )}" height="8" rx="1"/></svg>`
