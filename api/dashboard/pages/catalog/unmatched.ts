import { html, type Html } from '../../../html/markup.ts'
import type { Discovered } from '../../../schemas/catalog.ts'
import type { View } from '../../page.ts'
import { capabilityLinks } from './offer-texts.ts'
import { searchPath } from './paths.ts'

type Unmatched = NonNullable<Discovered['did_you_mean']>

/** Which words of a search without results matched, and where to go from there. */
export const unmatchedWords = (view: View, { matched, missed, corrections, suggestions }: Unmatched): Html =>
  html`${missed.length > 0 && html`<p>Nothing here has ${quoted(missed)}.</p>`}
${corrections.length > 0 && html`<p>Did you mean ${corrections.map(({ meant }, at) => [at > 0 && ', ', searches(view, meant)])}?</p>`}
${matched.length > 0 && html`<p>Other words matched, but not enough: ${quoted(matched)}.</p>`}
${suggestions.length > 0 && html`<p>Nearest: ${capabilityLinks(view, suggestions)}.</p>`}`

const quoted = (words: readonly string[]): string => words.map((word) => `“${word}”`).join(', ')

const searches = (view: View, words: readonly string[]): Html =>
  html`${words.map((word, at) => html`${at > 0 && ' or '}<a href="${searchPath(view, { q: word })}">${word}</a>`)}`
