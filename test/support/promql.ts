import type { SyntaxNode } from '@lezer/common'
import { parser } from '@prometheus-io/lezer-promql'
import { METRICS } from '../../telemetry/catalog.ts'
import { VALUE_SETS, type ValueSetName } from '../../telemetry/labels.ts'
import type { Page } from './prometheus.ts'

/** What expressions may name: what is exposed, and what rules record. */
export interface Known {
  readonly pages: readonly Page[]
  readonly recorded: ReadonlySet<string>
}

/** Labels that Prometheus adds to what it scrapes. */
const OF_THE_SCRAPE = ['instance', 'job']
/** Functions that only make sense over what never falls. */
const OVER_COUNTERS = ['rate', 'increase', 'irate']

/** Everything that is wrong with an expression; nothing is the proof that it can show something. */
export function mistakesIn(expr: string, known: Known): string[] {
  const read = filledIn(expr)
  const tree = parser.parse(read)
  const text = ({ from, to }: { from: number; to: number }): string => read.slice(from, to)
  const found: string[] = []
  const named = new Set<string>()
  tree.iterate({
    enter({ node }) {
      if (node.type.isError) found.push(`cannot be read at ${node.from}: ${read}`)
      if (node.name === 'VectorSelector') {
        const name = text(node.getChild('Identifier') ?? node)
        named.add(name)
        found.push(
          ...mistakesOfSelector(name, matchersOf(node, text), known),
          ...mistakesOfFunction(name, functionAround(node, text), known),
        )
      }
    },
  })
  const labels = new Set([...named].flatMap((name) => [...labelsOf(name, known)]))
  tree.iterate({
    enter({ node }) {
      if (node.name !== 'GroupingLabels') return
      for (const label of node.getChildren('LabelName').map(text)) {
        if (!labels.has(label) && !OF_THE_SCRAPE.includes(label))
          found.push(`groups by ${label}, which ${[...named].join(', ')} do not have`)
      }
    },
  })
  return found
}

/** As Grafana fills them in. */
const filledIn = (expr: string): string => expr.replaceAll('$__rate_interval', '5m').replaceAll('$environment', '.*')

interface Matcher {
  readonly label: string
  readonly operator: string
  readonly value: string
}

type Text = (node: { from: number; to: number }) => string

const matchersOf = (selector: SyntaxNode, text: Text): Matcher[] =>
  (selector.getChild('LabelMatchers')?.getChildren('UnquotedLabelMatcher') ?? []).map((node) => ({
    label: text(node.getChild('LabelName') ?? node),
    operator: text(node.getChild('MatchOp') ?? node),
    value: text(node.getChild('StringLiteral') ?? node).slice(1, -1),
  }))

/** The function whose range it is; null for an instant value. */
function functionAround(selector: SyntaxNode, text: Text): string | null {
  const range = selector.parent
  if (range?.name !== 'MatrixSelector') return null
  for (let node = range.parent; node !== null; node = node.parent)
    if (node.name === 'FunctionCall') return text(node.getChild('FunctionIdentifier') ?? node)
  return null
}

function mistakesOfSelector(name: string, matchers: readonly Matcher[], known: Known): string[] {
  const labels = labelsOf(name, known)
  if (known.recorded.has(name)) return matchers.map(({ label }) => `${name} is recorded without ${label}`)
  if (!known.pages.some(({ samples }) => samples.some((sample) => sample.name === name)))
    return [`${name} is not exposed`]
  return matchers.flatMap(({ label, operator, value }) => {
    if (!labels.has(label)) return [`${name} has no label ${label}`]
    const values = valuesOf(name, label, known)
    const wanted = operator.endsWith('~') ? alternativesIn(value) : [value]
    return wanted
      .filter((one) => ![...values].some((known_) => new RegExp(`^(?:${one})$`).test(known_)))
      .map((one) => `${label} of ${name} is never ${one}`)
  })
}

/** `a|b` is two values, each of which has to exist; anything else is a pattern that has to fit one. */
const alternativesIn = (pattern: string): string[] => (/[()[\]]/.test(pattern) ? [pattern] : pattern.split('|'))

function mistakesOfFunction(name: string, around: string | null, known: Known): string[] {
  if (around === null || !OVER_COUNTERS.includes(around)) return []
  const type = typeOf(name, known)
  return type === 'counter' || type === 'histogram' || type === undefined
    ? []
    : [`${around}() of ${name}, which is a ${type}`]
}

const FAMILY = /_(?:bucket|sum|count)$/

const typeOf = (name: string, { pages }: Known): string | undefined =>
  pages
    .flatMap(({ types }) => [types.get(name), types.get(name.replace(FAMILY, ''))])
    .find((type) => type !== undefined)

function labelsOf(name: string, { pages }: Known): Set<string> {
  return new Set(
    pages.flatMap(({ samples }) =>
      samples.filter((sample) => sample.name === name).flatMap(({ labels }) => Object.keys(labels)),
    ),
  )
}

/** What was seen, and what may come: an error that did not happen has a value all the same. */
function valuesOf(name: string, label: string, { pages }: Known): Set<string> {
  const seen = pages.flatMap(({ samples }) =>
    samples.filter((sample) => sample.name === name).map(({ labels }) => labels[label] ?? ''),
  )
  return new Set([...seen, ...declaredValues(name.replace(FAMILY, ''), label), ...declaredValues(name, label)])
}

function declaredValues(name: string, label: string): readonly string[] {
  const facts = Object.entries<{ labels: Readonly<Record<string, ValueSetName>> }>(METRICS).find(
    ([metric]) => metric === name,
  )?.[1]
  const set = facts?.labels[label]
  if (set === undefined) return []
  const values = VALUE_SETS[set]
  return 'values' in values ? values.values : []
}
