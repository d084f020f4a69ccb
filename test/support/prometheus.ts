/** One line of a page of metrics. */
export interface Sample {
  readonly name: string
  readonly labels: Readonly<Record<string, string>>
  readonly value: number
}

export interface Page {
  readonly samples: readonly Sample[]
  /** By the name of the family: `counter`, `gauge`, `histogram`, … */
  readonly types: ReadonlyMap<string, string>
}

const SAMPLE = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (\S+)$/
const LABEL = /([a-zA-Z_]\w*)="((?:[^"\\]|\\.)*)",?/y

/** Reads Prometheus' text format; a line that is none of it throws. */
export function readPage(text: string): Page {
  const types = new Map<string, string>()
  const samples: Sample[] = []
  for (const line of text.split('\n')) {
    const [, , name, type] = /^# (TYPE) (\S+) (\S+)$/.exec(line) ?? []
    if (name !== undefined && type !== undefined) types.set(name, type)
    if (line === '' || line.startsWith('#')) continue
    const [, sample, labels = '', value] = SAMPLE.exec(line) ?? []
    if (sample === undefined) throw new Error(`this is no sample: ${line}`)
    samples.push({ name: sample, labels: readLabels(labels), value: Number(value) })
  }
  return { samples, types }
}

function readLabels(text: string): Record<string, string> {
  const labels: Record<string, string> = {}
  LABEL.lastIndex = 0
  for (let at = 0; at < text.length; at = LABEL.lastIndex) {
    const [, name, value] = LABEL.exec(text) ?? []
    if (name === undefined || value === undefined) throw new Error(`these are no labels: ${text}`)
    labels[name] = value.replaceAll('\\"', '"').replaceAll('\\n', '\n').replaceAll('\\\\', '\\')
  }
  return labels
}

export async function scrape(url: string): Promise<Page> {
  const answer = await fetch(url)
  if (answer.status !== 200) throw new Error(`${url} answered ${answer.status}`)
  return readPage(await answer.text())
}

/** The value of one series; undefined where there is none. */
export const valueOf = (
  { samples }: Page,
  name: string,
  labels: Readonly<Record<string, string>> = {},
): number | undefined =>
  samples.find(
    (sample) =>
      sample.name === name && Object.entries(labels).every(([label, value]) => sample.labels[label] === value),
  )?.value
