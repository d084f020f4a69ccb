import type { TimelineAttempt, RunTimeline } from '../../db/runs/timeline.ts'
import { html, type Html } from '../html/markup.ts'
import { duration, statusBadge, type Tone, toneOf } from './elements.ts'

/** One bar of the picture, from and to in milliseconds since the run was accepted. */
interface Lane {
  readonly name: string
  readonly fact: Html | string
  readonly tone: Tone
  readonly startMs: number
  readonly endMs: number
}

/**
 * Where a run's time went: its steps as bars on one axis of time. A table next to it states the same in words. For runs
 * with an attempt, or with one still possible.
 */
export function waterfall({ attempts, totalMs }: RunTimeline, isEnded: boolean): Html {
  const lanes = lanesOf(attempts, totalMs, isEnded)
  // A run that was answered at once still has an axis.
  const axisMs = Math.max(1, totalMs, ...lanes.map(({ endMs }) => endMs))
  return html`<div class="waterfall" role="img" aria-label="${labelOf(attempts, totalMs, isEnded)}">
${lanes.map((lane) => rowOf(lane, axisMs))}
<div class="lane axis"><span class="lane-name"></span>${axis(axisMs)}<span class="lane-fact"></span></div>
</div>`
}

function rowOf(lane: Lane, axisMs: number): Html {
  return html`<div class="lane"><span class="lane-name">${lane.name}</span>
${bar(lane, axisMs)}<span class="lane-fact">${lane.fact}</span></div>
`
}

function labelOf(attempts: readonly TimelineAttempt[], totalMs: number, isEnded: boolean): string {
  const count = attempts.length === 1 ? 'One attempt' : `${attempts.length} attempts`
  return `${count} on an axis of ${duration(totalMs)}${isEnded ? '' : ' so far'}; the table states the same.`
}

function lanesOf(attempts: readonly TimelineAttempt[], totalMs: number, isEnded: boolean): Lane[] {
  const own = (name: string, startMs: number, endMs: number): Lane => ({
    name,
    fact: duration(endMs - startMs),
    tone: 'quiet',
    startMs,
    endMs: Math.max(startMs, endMs),
  })
  const first = attempts[0]
  const last = attempts.at(-1)
  if (first === undefined || last === undefined) return [own('Waiting', 0, totalMs)]
  return [
    own('Plan and hold', 0, first.startMs),
    ...attempts.map(({ number, provider, outcome, startMs, endMs }): Lane => ({
      name: `${number}. ${provider}`,
      fact: html`${outcome === null ? statusBadge('running') : statusBadge(outcome)} ${duration(endMs - startMs)}`,
      tone: outcome === null ? 'busy' : toneOf(outcome),
      startMs,
      endMs,
    })),
    ...(isEnded ? [own('Settle', last.endMs, totalMs)] : []),
  ]
}

/** A bar shorter than this share of the axis would be invisible. */
const SHARE_MIN = 0.6

const percent = (share: number): string => `${Math.round(share * 100) / 100}%`

const GRID = [25, 50, 75].map((share) => html`<line x1="${share}%" x2="${share}%" y1="0" y2="20" class="grid"/>`)

function bar({ startMs, endMs, tone }: Lane, axisMs: number): Html {
  const width = Math.max(SHARE_MIN, ((endMs - startMs) / axisMs) * 100)
  const start = Math.min((startMs / axisMs) * 100, 100 - width)
  return html`<svg class="lane-bar" width="100%" height="20" focusable="false">${GRID}
<rect x="${percent(start)}" y="3" width="${percent(width)}" height="14" rx="3" class="bar ${tone}"/></svg>`
}

const TICKS = [
  [0, 'start'],
  [50, 'middle'],
  [100, 'end'],
] as const

function axis(axisMs: number): Html {
  const ticks = TICKS.map(([share, anchor]) => {
    const text = share === 0 ? '0' : duration((axisMs * share) / 100)
    return html`<text x="${share}%" y="13" text-anchor="${anchor}" class="tick">${text}</text>`
  })
  return html`<svg class="lane-bar" width="100%" height="18" focusable="false">${ticks}</svg>`
}
