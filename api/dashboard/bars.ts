import { html, type Html } from '../html/markup.ts'

const BAR_WIDTH = 7
const GAP = 2
const HEIGHT = 28
/** Every number above zero is visible. */
const BAR_MIN = 2

/** A row of numbers as a small picture; `label` states the same in words. */
export function bars(numbers: readonly number[], label: string): Html {
  const most = Math.max(1, ...numbers)
  const width = numbers.length * (BAR_WIDTH + GAP) - GAP
  const bar = (number: number, index: number): Html => {
    const height = number === 0 ? 1 : Math.max(BAR_MIN, Math.round((number / most) * HEIGHT))
    const x = index * (BAR_WIDTH + GAP)
    const none = number === 0 && html` class="none"`
    return html`<rect x="${x}" y="${HEIGHT - height}" width="${BAR_WIDTH}" height="${height}" rx="1"${none}/>`
  }
  return html`<svg class="bars" width="${width}" height="${HEIGHT}" viewBox="0 0 ${width} ${HEIGHT}"
  role="img" aria-label="${label}">${numbers.map(bar)}</svg>`
}
