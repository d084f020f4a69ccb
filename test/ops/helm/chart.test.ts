import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from '@jest/globals'
import { manifestJudge } from '../schemas/validator.ts'
import { CHART, helm, render, template, valuesFile, withCopy } from './helm.ts'
import { at, listAt, type Manifest, nameOf, noted, ofKind, textAt } from './manifest.ts'
import { POLICIES } from './policy.ts'

const executable = process.env['HELM'] ?? ''
const VALUE_FILES = ['default', 'closed', 'largest'] as const
const argsOf = (name: string): string[] => (name === 'default' ? [] : ['--values', valuesFile(name)])
const rendered = (name: string): readonly Manifest[] => render({ executable, args: argsOf(name) })

if (executable === '') {
  it('is not rendered here: `npm run chart:check` brings Helm and runs these tests', () =>
    expect(process.env['HELM'] ?? '').toBe(''))
} else {
  theChart()
}

function theChart(): void {
  const judge = manifestJudge()
  const wrongIn = (manifests: readonly Manifest[]): string[] =>
    manifests.flatMap((manifest) => judge(manifest).map((text) => `${nameOf(manifest)}: ${text}`))

  describe.each(VALUE_FILES)('the chart with %s values', (name) => {
    let manifests: readonly Manifest[] = []
    beforeAll(() => {
      manifests = rendered(name)
    })

    it('passes helm lint --strict', () => {
      expect(helm(executable, ['lint', '--strict', CHART, ...argsOf(name)])).toMatchObject({ ok: true })
    })

    it('makes manifests that are valid for Kubernetes, field by field', () => {
      expect(manifests.length).toBeGreaterThanOrEqual(7)
      expect(wrongIn(manifests)).toEqual([])
    })

    it.each(POLICIES.map((policy) => [policy.says, policy] as const))('%s', (_, policy) => {
      expect(policy.find(manifests)).toEqual([])
    })
  })

  describe('the effect of values', () => {
    it('makes one Deployment of workers for each build, with its image and build id', () => {
      const workers = ofKind(rendered('largest'), 'Deployment').filter((one) => nameOf(one).includes('-worker-'))
      expect(
        workers.map((one) => [nameOf(one), at(one, 'spec.replicas'), imageOf(one), variable(one, 'WORKER_BUILD_ID')]),
      ).toEqual([
        [
          'Deployment main-routed-data-service-worker-1-12-0',
          40,
          'registry.example/team/routed-data-service:1.12.0',
          '1.12.0',
        ],
        [
          'Deployment main-routed-data-service-worker-1-11-3',
          4,
          'registry.example/team/routed-data-service:1.11.3',
          '1.11.3',
        ],
        [
          'Deployment main-routed-data-service-worker-2026-11-01-a1b2c3',
          1,
          'registry.example/team/routed-data-service:1.10.0',
          '2026-11-01.a1b2c3',
        ],
      ])
    })

    it('passes settings on as they were written, large numbers too', () => {
      const [settings] = ofKind(rendered('largest'), 'ConfigMap').filter((one) => nameOf(one).endsWith('-settings'))
      expect(at(settings, 'data')).toMatchObject({
        DEPLOYMENT: 'production',
        RATE_LIMIT_REQUESTS_PER_MINUTE: '12000000',
        OTEL_TRACES_SAMPLER_ARG: '0.05',
        SIGNUP_CREDIT: '5.00',
        PUBLIC_URL: 'https://api.example.com',
      })
    })

    it('sets the address of the api by default', () => {
      const publicUrl = (args: string[]): unknown =>
        at(ofKind(render({ executable, args }), 'ConfigMap')[0], 'data.PUBLIC_URL')
      expect(publicUrl([])).toBe('http://main-routed-data-service-api.service.svc:80')
      expect(publicUrl(['--set', 'ingress.enabled=true,ingress.host=api.example.com,ingress.tlsSecret=tls'])).toBe(
        'https://api.example.com',
      )
    })

    it('promotes the newest build after an upgrade, once it has replayed what is open', () => {
      const [job] = ofKind(rendered('largest'), 'Job').filter((one) => nameOf(one).endsWith('-promote'))
      expect(noted(job, 'metadata.annotations', 'helm.sh/hook')).toBe('post-install,post-upgrade')
      expect(commandsOf(job)).toEqual([
        ['node', 'ops/replay.ts', '--open', '200'],
        [
          'node',
          'ops/deployments.ts',
          'promote',
          '1.12.0',
          '--wait',
          '10m',
          '--by',
          'helm',
          '--reason',
          'revision 1 of main',
        ],
      ])
    })

    it('refuses to leave out a build that has runs to finish, before it changes the schema', () => {
      const jobs = ofKind(rendered('largest'), 'Job')
      const weightOf = (ending: string): number =>
        Number(
          noted(
            jobs.find((one) => nameOf(one).endsWith(ending)),
            'metadata.annotations',
            'helm.sh/hook-weight',
          ),
        )
      expect(weightOf('-keeps')).toBeLessThan(weightOf('-migrate'))
      expect(jobs.filter((one) => nameOf(one).endsWith('-keeps')).flatMap(commandsOf)).toEqual([
        ['node', 'ops/deployments.ts', 'keeps', '1.12.0', '1.11.3', '2026-11-01.a1b2c3'],
      ])
    })

    it('restarts pods when a setting changes, and leaves them when none does', () => {
      const marks = (args: string[]): unknown[] =>
        ofKind(render({ executable, args }), 'Deployment').map((one) =>
          noted(one, 'spec.template.metadata.annotations', 'settings-sha256'),
        )
      const before = marks([])
      expect(marks(['--set', 'api.replicas=5'])).toEqual(before)
      expect(marks(['--set', 'settings.FINAL_BILL_DELAY=5m']).filter((mark) => before.includes(mark))).toEqual([])
    })

    it('takes the alert rules and the dashboard from ops/monitoring as they are', () => {
      const manifests = rendered('largest')
      const file = (name: string): string =>
        readFileSync(new URL(`../../../ops/monitoring/${name}`, import.meta.url), 'utf8')
      expect(listAt(ofKind(manifests, 'PrometheusRule')[0], 'spec.groups').length).toBeGreaterThan(0)
      expect(JSON.parse(dashboardOf(manifests))).toEqual(JSON.parse(file('dashboard.json')))
    })

    it('prints the next steps', () => {
      const { output } = helm(executable, [
        'install',
        'main',
        CHART,
        '--namespace',
        'service',
        '--dry-run=client',
        ...argsOf('largest'),
      ])
      const [, notes = ''] = output.split('\nNOTES:\n')
      for (const said of [
        'https://api.example.com',
        'rollout status deployment/main-routed-data-service-api',
        'node ops/seed.ts',
        'drained 1.11.3',
      ])
        expect(notes).toContain(said)
      expect(notes).not.toContain('promoted')
    })

    it('runs programs that exist', () => {
      const programs = rendered('largest')
        .flatMap((one) => commandsOf(one))
        .map(([, program = '']) => program)
      expect(new Set(programs)).toEqual(
        new Set(['api/main.ts', 'worker/main.ts', 'ops/migrate.ts', 'ops/replay.ts', 'ops/deployments.ts']),
      )
      for (const program of programs)
        expect(readFileSync(new URL(`../../../${program}`, import.meta.url), 'utf8')).not.toBe('')
    })
  })

  describe('a wrong value is refused by its name', () => {
    it.each([
      ['--set', 'api.replica=3', 'replica'],
      ['--set', 'api.replicas=many', '/api/replicas'],
      ['--set', 'settings.RATE_LIMIT_RUNS_PER_MINUT=1', 'RATE_LIMIT_RUNS_PER_MINUT'],
      ['--set', 'settings.RATE_LIMIT_RUNS_PER_MINUTE=-1', '/settings/RATE_LIMIT_RUNS_PER_MINUTE'],
      ['--set', 'settings.FINAL_BILL_DELAY=3 minutes', '/settings/FINAL_BILL_DELAY'],
      ['--set', 'settings.ENCRYPTION_KEYS=1:abc', 'ENCRYPTION_KEYS'],
      ['--set', 'settings.PROVIDER_HUNTER_API_KEY=abc', 'PROVIDER_HUNTER_API_KEY'],
      ['--set', 'settings.TEMPORAL_ADDRESS=null', 'TEMPORAL_ADDRESS'],
      ['--set', 'image.tag=latest', '/image/tag'],
      ['--set', 'worker.versions[0].tag=latest,worker.versions[0].replicas=1', '/worker/versions/0/tag'],
      ['--set', 'ingress.enabled=true', '/ingress/host'],
      ['--set', 'gateway.enabled=true', '/gateway/parentRefs'],
      ['--set', 'api.resources.limits.memory=512MB', '/api/resources/limits/memory'],
      ['--set-json', 'secrets.existing=[]', '/secrets'],
      ['--set-json', 'worker.versions=[]', '/worker/versions'],
      ['--set-json', 'worker.versions=[{"tag":"1.0","replicas":1},{"tag":"1-0","replicas":1}]', 'worker.versions'],
    ])('%s %s', (option, value, named) => {
      const { ok, output } = template({ executable, args: [option, value] })
      expect({ ok, named: output.replaceAll('.', '/').includes(named.replaceAll('.', '/')) || output }).toEqual({
        ok: false,
        named: true,
      })
    })
  })

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
      ['secrets stand nowhere', '_pod.tpl', 'DEPLOYMENT: production', 'ENCRYPTION_KEYS: "1:abc"'],
      ['names are those', 'workers.yaml', '[^a-z0-9]+', '[^a-z0-9.]+'],
    ])('by "%s…"', (says, file, from, to) => {
      const policy = POLICIES.find((one) => one.says.startsWith(says))
      expect(policy?.find(edited(file, from, to))).not.toEqual([])
    })

    it('every policy was broken once', () => {
      expect(POLICIES.length).toBe(13)
    })
  })
}

const containersOf = (manifest: Manifest): readonly unknown[] =>
  ['initContainers', 'containers'].flatMap((kind) => listAt(manifest, `spec.template.spec.${kind}`))
const commandsOf = (manifest: Manifest): readonly string[][] =>
  containersOf(manifest).map((one) => listAt(one, 'command').map(String))
const imageOf = (manifest: Manifest): string => textAt(containersOf(manifest)[0], 'image')
const variable = (manifest: Manifest, name: string): unknown =>
  at(
    listAt(containersOf(manifest)[0], 'env').find((one) => textAt(one, 'name') === name),
    'value',
  )
const dashboardOf = (manifests: readonly Manifest[]): string =>
  String(
    noted(
      ofKind(manifests, 'ConfigMap').find((one) => nameOf(one).endsWith('-dashboard')),
      'data',
      'routed-data-service.json',
    ),
  )
