import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from '@jest/globals'
import { createFaultFinder } from './faults.ts'
import { argsOf, render, withCopy, withHelm } from './helm.ts'
import type { Manifest } from './manifest.ts'
import { POLICIES } from './policy.ts'

withHelm('errors of the chart', (executable) => {
  const wrongIn = createFaultFinder()

  describe('an error in a chart is detected', () => {
    const edited = (name: string, from: string | RegExp, to: string): readonly Manifest[] =>
      withCopy(
        (folder) => {
          const path = join(folder, 'templates', name)
          const before = readFileSync(path, 'utf8')
          const after = before.replaceAll(from, to)
          if (after === before) throw new Error(`${name} does not hold ${String(from)}`)
          writeFileSync(path, after)
        },
        (chart) => render({ executable, chart, args: argsOf('largest') }),
      )

    it.each([
      ['a field with a typo', 'api.yaml', 'terminationGracePeriodSeconds', 'terminationGracePeriodSecond'],
      ['a field of another level', 'workers.yaml', 'revisionHistoryLimit: 3', 'restartPolicy: Always'],
      ['a number for a text', 'api.yaml', 'targetPort: http', 'targetPort: {}'],
      ['a text for a number', 'workers.yaml', 'periodSeconds: 10', 'periodSeconds: "10"'],
      ['an object for a list', 'migrate.yaml', 'command: [node, ops/migrate.ts]', 'command: {node: ops/migrate.ts}'],
      ['a kind of an old version', 'api.yaml', 'autoscaling/v2', 'autoscaling/v2beta2'],
      ['a field that is missing', 'entrance.yaml', 'pathType: Prefix', ''],
      ['a rule of a route', 'entrance.yaml', 'backendRefs', 'backends'],
      ["a monitor's endpoint", 'monitoring.yaml', 'podMetricsEndpoints', 'endpoints'],
    ])('by the schemas: %s', (_, file, from, to) => {
      expect(wrongIn(edited(file, from, to))).not.toEqual([])
    })

    it.each([
      ['every pod runs as', '_pod.tpl', 'runAsNonRoot: true', 'runAsNonRoot: false'],
      ['no container gains', '_pod.tpl', 'readOnlyRootFilesystem: true', 'readOnlyRootFilesystem: false'],
      ['every container asks', 'migrate.yaml', /resources:\n.*\n/g, ''],
      ['every image', 'api.yaml', /image: .*/g, 'image: routed-data-service:latest'],
      ['every Deployment has probes', 'workers.yaml', 'path: /healthz, port: metrics', 'path: /healthz, port: health'],
      [
        'every Deployment selects',
        'workers.yaml',
        /selector:\n(\s+)matchLabels:\n(\s+\{\{.*)\n\s+build-id.*\n/g,
        'selector:\n$1matchLabels:\n$2\n',
      ],
      ['Services, budgets', 'api.yaml', 'targetPort: http', 'targetPort: web'],
      ['what a pod refers', 'settings.yaml', '-settings', '-setting'],
      [
        'a hook refers',
        'migrate.yaml',
        'envFrom:',
        'envFrom:\n            - configMapRef: {name: main-routed-data-service-settings}',
      ],
      ['the schema comes before', 'migrate.yaml', 'pre-install,pre-upgrade', 'pre-upgrade'],
      [
        'a pod is given the time',
        'api.yaml',
        'terminationGracePeriodSeconds: 150',
        'terminationGracePeriodSeconds: 145',
      ],
      ['secrets are in Secrets', '_pod.tpl', 'DEPLOYMENT: production', 'ENCRYPTION_KEYS: "1:abc"'],
      ['names are those', 'workers.yaml', '[^a-z0-9]+', '[^a-z0-9.]+'],
    ])('by "%s…"', (rule, file, from, to) => {
      const policy = POLICIES.find((one) => one.rule.startsWith(rule))
      expect(policy?.find(edited(file, from, to))).not.toEqual([])
    })

    it('every policy was broken once', () => {
      expect(POLICIES.length).toBe(13)
    })
  })
})
