import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { beforeAll, describe, expect, it } from '@jest/globals'
import { createFaultFinder } from './faults.ts'
import { argsOf, CHART, helm, rendered, withHelm } from './helm.ts'
import type { Manifest } from './manifest.ts'
import { POLICIES } from './policy.ts'

const VALUE_FILES = ['default', 'closed', 'largest'] as const

describe('the chart', () => {
  const { appVersion, home, icon, kubeVersion, sources, annotations } = parse(
    readFileSync(join(CHART, 'Chart.yaml'), 'utf8'),
  )

  it('has what a catalog of charts shows', () => {
    expect([appVersion, home, kubeVersion, ...sources]).toEqual([
      expect.any(String),
      expect.stringMatching(/^https:/),
      '>=1.30.0-0',
      expect.stringMatching(/^https:/),
    ])
    expect(annotations).toMatchObject({ licenses: 'LicenseRef-UNLICENSED' })
  })

  it('has the icon of the dashboard', () => {
    const svg = readFileSync(new URL('../../../api/dashboard/assets/dashboard.svg', import.meta.url))
    expect(icon).toBe(`data:image/svg+xml;base64,${svg.toString('base64')}`)
  })
})

withHelm('the chart', (executable) => {
  const wrongIn = createFaultFinder()

  describe.each(VALUE_FILES)('the chart with %s values', (name) => {
    let manifests: readonly Manifest[] = []
    beforeAll(() => {
      manifests = rendered(executable, name)
    })

    it('passes helm lint --strict', () => {
      expect(helm(executable, ['lint', '--strict', CHART, ...argsOf(name)])).toMatchObject({ ok: true })
    })

    it('makes manifests that are valid for Kubernetes, field by field', () => {
      expect(manifests.length).toBeGreaterThanOrEqual(7)
      expect(wrongIn(manifests)).toEqual([])
    })

    it.each(POLICIES.map((policy) => [policy.rule, policy] as const))('%s', (_, policy) => {
      expect(policy.find(manifests)).toEqual([])
    })
  })
})
