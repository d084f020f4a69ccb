import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import {
  type CounterName,
  type GaugeName,
  type HistogramName,
  type LabelsOf,
  type MetricDescription,
  type MetricName,
  METRICS,
} from './catalog.ts'
import { OTHER, VALUE_SETS, type ValueSet, type ValueSetName } from './labels.ts'

/** Counts in memory what one process's metrics show. No method fails, waits or calls anything outside. */
export interface Meter {
  readonly registry: Registry
  add<Name extends CounterName>(name: Name, labels: LabelsOf<Name>, value?: number): void
  observe<Name extends HistogramName>(name: Name, labels: LabelsOf<Name>, value: number): void
  set<Name extends GaugeName>(name: Name, labels: LabelsOf<Name>, value: number): void
  /** Removes the gauge until it is set again: an unknown value is not 0. */
  forget(name: GaugeName): void
  /** Adds a set's values that are known only when the process starts; values beyond its limit count as `other`. */
  learn(set: ValueSetName, values: Iterable<string>): void
}

/**
 * Up to this many series of a counter start at 0 as soon as their labels are known, so that the first increment is an
 * increase.
 */
const PREPARED_MAX = 64

/** A separate registry, created by a main file: all tests would share prom-client's global one. */
export function createMeter(
  { processMetrics }: { readonly processMetrics: boolean } = { processMetrics: true },
): Meter {
  const registry = new Registry()
  if (processMetrics) collectDefaultMetrics({ register: registry })
  const counters = new Map<string, Counter>()
  const gauges = new Map<string, Gauge>()
  const histograms = new Map<string, Histogram>()
  const { known, learned } = labelValues()
  for (const [name, metric] of metrics()) {
    const options = { name, help: metric.help, labelNames: Object.keys(metric.labels), registers: [registry] }
    if (metric.type === 'histogram')
      histograms.set(name, new Histogram({ ...options, buckets: [...(metric.buckets ?? [])] }))
    if (metric.type === 'gauge') gauges.set(name, absent(new Gauge(options)))
    if (metric.type === 'counter') counters.set(name, new Counter(options))
  }
  const prepareAll = (learning: ValueSetName | null): void => {
    for (const [name, { labels }] of metrics()) {
      const sets = Object.values(labels)
      if (learning === null || sets.includes(learning))
        prepare(counters.get(name), labels, (set) => [...(known.get(set) ?? [])])
    }
  }
  prepareAll(null)
  /** Bounds every label value, whatever its source. */
  const bounded = (name: MetricName, labels: Readonly<Record<string, string>>): Record<string, string> =>
    Object.fromEntries(
      Object.entries<ValueSetName>(METRICS[name].labels).map(([label, set]) => {
        const value = labels[label] ?? OTHER
        return [label, known.get(set)?.has(value) === true ? value : OTHER]
      }),
    )
  return {
    registry,
    add(name, labels, value = 1) {
      if (isCountable(value) && value >= 0) counters.get(name)?.inc(bounded(name, labels), value)
    },
    observe(name, labels, value) {
      if (isCountable(value)) histograms.get(name)?.observe(bounded(name, labels), value)
    },
    set: (name, labels, value) => gauges.get(name)?.set(bounded(name, labels), value),
    forget(name) {
      const gauge = gauges.get(name)
      if (gauge !== undefined) absent(gauge)
    },
    learn(name, values) {
      const set = VALUE_SETS[name]
      const into = learned.get(name)
      if (into === undefined || !('learnedMax' in set))
        throw new Error(`the values of ${name} are written down in labels.ts`)
      for (const value of values) if (into.size < set.learnedMax) into.add(value)
      prepareAll(name)
    },
  }
}

/**
 * prom-client throws for other values, into a request or a step whose work is already committed; such values are
 * dropped.
 */
const isCountable = (value: number): boolean => Number.isFinite(value)

/** The values that a label may have, and among them those that are learned: the same sets. */
function labelValues(): {
  readonly known: ReadonlyMap<ValueSetName, ReadonlySet<string>>
  readonly learned: ReadonlyMap<string, Set<string>>
} {
  const learned = new Map<string, Set<string>>()
  const known = new Map<ValueSetName, ReadonlySet<string>>()
  for (const [name, set] of setsOf()) {
    const values = new Set(valuesOf(set))
    known.set(name, values)
    if ('learnedMax' in set) learned.set(name, values)
  }
  return { known, learned }
}

const setsOf = (): [ValueSetName, ValueSet][] =>
  Object.entries(VALUE_SETS).flatMap(([name, set]): [ValueSetName, ValueSet][] =>
    isValueSetName(name) ? [[name, set]] : [],
  )
const isValueSetName = (name: string): name is ValueSetName => Object.hasOwn(VALUE_SETS, name)
const metrics = (): [string, MetricDescription][] => Object.entries(METRICS)
const valuesOf = (set: ValueSet): readonly string[] => ('values' in set ? set.values : [])

/** prom-client starts a gauge without labels at 0. */
function absent(gauge: Gauge): Gauge {
  gauge.reset()
  gauge.remove({})
  return gauge
}

type ValuesIn = (set: ValueSetName) => readonly string[]

function prepare(counter: Counter | undefined, labels: MetricDescription['labels'], valuesIn: ValuesIn): void {
  const sets = Object.entries(labels).map(([label, set]) => [label, valuesIn(set)] as const)
  if (counter === undefined || sets.reduce((count, [, values]) => count * values.length, 1) > PREPARED_MAX) return
  const combinations = sets.reduce<Record<string, string>[]>(
    (made, [label, values]) => made.flatMap((one) => values.map((value) => ({ ...one, [label]: value }))),
    [{}],
  )
  for (const one of combinations) counter.inc(one, 0)
}
