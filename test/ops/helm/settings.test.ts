import { readFileSync } from 'node:fs'
import { describe, expect, it } from '@jest/globals'
import { parse } from 'yaml'
import { variablesOf } from './settings-table.ts'

/** Set by the chart itself, from a value with another name. */
const BY_THE_CHART: Readonly<Record<string, string>> = {
  PORT: 'ports.http',
  METRICS_PORT: 'ports.metrics',
  WORKER_HEALTH_PORT: 'ports.workerHealth',
  DEPLOYMENT: 'always production',
  WORKER_BUILD_ID: 'worker.versions[].tag or buildId',
}
/** For a local start, for a client, or set by the image: no pod gets them. */
const OF_NO_POD = [
  'WORKFLOW_BUNDLES',
  'CLIENT_PACKAGES',
  'DATA_DIR',
  'CACHE_DIR',
  'SVC_BASE_URL',
  'SVC_API_KEY',
  'SVC_SESSION_TOKEN',
]

const file = (path: string): string => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8')
const schema = JSON.parse(file('ops/helm/values.schema.json'))
const documented = variablesOf(file('docs/settings.md'))
const settings = schema.properties.settings
const ofSecrets = new RegExp(Object.keys(schema.properties.secrets.properties.variables.patternProperties)[0] ?? '^$')

const isSetting = (name: string): boolean =>
  name in settings.properties ||
  Object.keys(settings.patternProperties).some((pattern) => new RegExp(pattern).test(name))

describe("the chart's settings and docs/settings.md", () => {
  it('read the table', () => {
    expect(documented).toEqual(
      expect.arrayContaining([
        'DATABASE_URL',
        'PROVIDER_SLUG_API_SECRET',
        'PROVIDER_SLUG_CONTACT',
        'STRIPE_BASE_URL',
        'RATE_LIMIT_RUNS_PER_MINUTE',
      ]),
    )
  })

  it('every documented setting can be given to the chart, as a setting or as a secret', () => {
    expect(
      documented.filter(
        (name) => !isSetting(name) && !ofSecrets.test(name) && !(name in BY_THE_CHART) && !OF_NO_POD.includes(name),
      ),
    ).toEqual([])
  })

  it('a setting is not also a secret, and has one place only', () => {
    const places = (name: string): number =>
      [isSetting(name), ofSecrets.test(name), name in BY_THE_CHART, OF_NO_POD.includes(name)].filter(Boolean).length
    expect(documented.filter((name) => places(name) > 1)).toEqual([])
    expect(
      documented.filter((name) => /SECRET|_KEY|PASSWORD|HEADERS|DATABASE_(LISTEN_)?URL/.test(name) && isSetting(name)),
    ).toEqual([])
  })

  it('no setting of the chart is unknown to the table', () => {
    expect(Object.keys(settings.properties).filter((name) => !documented.includes(name))).toEqual([])
  })

  it('the chart has the version of package.json', () => {
    const chart = parse(file('ops/helm/Chart.yaml'))
    expect([chart.version, chart.appVersion]).toEqual([
      JSON.parse(file('package.json')).version,
      JSON.parse(file('package.json')).version,
    ])
  })
})
