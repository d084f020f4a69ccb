import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from '@jest/globals'
import { parse } from 'yaml'

interface Rule {
  readonly record?: string
  readonly alert?: string
  readonly expr: string
  readonly labels?: Readonly<Record<string, string>>
  readonly annotations?: Readonly<Record<string, string>>
}
interface Panel {
  readonly id: number
  readonly type: string
  readonly title: string
  readonly gridPos: { readonly x: number; readonly y: number; readonly w: number; readonly h: number }
  readonly datasource?: { readonly type: string; readonly uid: string }
  readonly targets?: readonly {
    readonly refId: string
    readonly expr: string
    readonly datasource: { readonly uid: string }
  }[]
}

const rules: Rule[] = parse(readFileSync('ops/monitoring/alerts.yaml', 'utf8')).groups.flatMap(
  ({ rules: own }: { rules: Rule[] }) => own,
)
const alerts = rules.filter(({ alert }) => alert !== undefined)
const dashboard: {
  readonly uid: string
  readonly panels: readonly Panel[]
  readonly templating: { readonly list: readonly { readonly name: string; readonly type: string }[] }
} = JSON.parse(readFileSync('ops/monitoring/dashboard.json', 'utf8'))
const shown = dashboard.panels.filter(({ type }) => type !== 'row')

const RUNBOOK = 'ops/RUNBOOK.md'
const kebab = (name: string): string => name.replaceAll(/(?<=[a-z0-9])(?=[A-Z])/g, '-').toLowerCase()
/** As GitHub makes them of headings. */
const anchorsOf = (markdown: string): string[] =>
  [...markdown.matchAll(/^#+ +(.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\w\- ]/g, '')
      .replaceAll(' ', '-'),
  )

describe('an alert', () => {
  it.each(alerts.map((rule) => [rule.alert ?? '', rule] as const))(
    '%s has its severity, its meaning and a link to the runbook',
    (name, { labels, annotations }) => {
      expect(['page', 'ticket']).toContain(labels?.['severity'])
      expect(
        [annotations?.['summary']?.length, annotations?.['description']?.length].every((length = 0) => length > 20),
      ).toBe(true)
      expect(annotations?.['runbook']).toBe(`${RUNBOOK}#${kebab(name)}`)
    },
  )

  it('has a unique name, and a rule is either an alert or a record', () => {
    const names = rules.map(({ alert, record }) => alert ?? record)
    expect(new Set(names).size).toBe(names.length)
    expect(rules.filter(({ alert, record }) => (alert === undefined) === (record === undefined))).toEqual([])
  })

  it('has its heading in the runbook', () => {
    const anchors = existsSync(RUNBOOK) ? new Set(anchorsOf(readFileSync(RUNBOOK, 'utf8'))) : null
    expect(alerts.map(({ alert = '' }) => kebab(alert)).filter((anchor) => anchors?.has(anchor) === false)).toEqual([])
  })
})

describe('the dashboard', () => {
  it('has panels with unique ids, each with a query of the selected data source', () => {
    expect(new Set(dashboard.panels.map(({ id }) => id)).size).toBe(dashboard.panels.length)
    expect(dashboard.templating.list.map(({ name, type }) => [name, type])).toContainEqual(['datasource', 'datasource'])
    for (const { title, targets = [], datasource } of shown) {
      expect([title, targets.length > 0, datasource?.uid]).toEqual([title, true, '${datasource}'])
      expect(targets.filter(({ expr, datasource: own }) => expr === '' || own.uid !== '${datasource}')).toEqual([])
      expect(new Set(targets.map(({ refId }) => refId)).size).toBe(targets.length)
    }
  })

  it('lays them out without overlap, within the width of the page', () => {
    const overlapping = dashboard.panels.flatMap((one, index) =>
      dashboard.panels
        .slice(index + 1)
        .filter((other) => overlap(one.gridPos, other.gridPos))
        .map((other) => [one.title, other.title]),
    )
    expect(overlapping).toEqual([])
    expect(dashboard.panels.filter(({ gridPos: { x, w, h } }) => x < 0 || w < 1 || h < 1 || x + w > 24)).toEqual([])
  })

  it('has a row for each subject', () => {
    expect(dashboard.panels.filter(({ type }) => type === 'row').map(({ title }) => title)).toEqual([
      'At a glance',
      'Traffic',
      'Runs',
      'Money',
      'Providers',
      'Queues',
      'Webhooks',
      'Processes',
    ])
  })
})

const overlap = (one: Panel['gridPos'], other: Panel['gridPos']): boolean =>
  one.x < other.x + other.w && other.x < one.x + one.w && one.y < other.y + other.h && other.y < one.y + one.h
