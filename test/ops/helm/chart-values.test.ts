import { readFileSync } from 'node:fs'
import { describe, expect, it } from '@jest/globals'
import { argsOf, CHART, helm, render, rendered, template, withHelm } from './helm.ts'
import { at, entriesAt, listAt, type Manifest, nameOf, noted, ofKind, textAt } from './manifest.ts'

withHelm('the chart', (executable) => {
  describe('the effect of values', () => {
    it('makes one Deployment of workers for each build, with its image and build id', () => {
      const workers = ofKind(rendered(executable, 'largest'), 'Deployment').filter((one) =>
        nameOf(one).includes('-worker-'),
      )
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
      const [settings] = ofKind(rendered(executable, 'largest'), 'ConfigMap').filter((one) =>
        nameOf(one).endsWith('-settings'),
      )
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
      const [job] = ofKind(rendered(executable, 'largest'), 'Job').filter((one) => nameOf(one).endsWith('-promote'))
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

    it('is tested by a Job that asks the api over its Service, also where a policy closes it', () => {
      const manifests = rendered(executable, 'largest')
      const [job] = ofKind(manifests, 'Job').filter((one) => nameOf(one).endsWith('-test'))
      expect(noted(job, 'metadata.annotations', 'helm.sh/hook')).toBe('test')
      const [service] = ofKind(manifests, 'Service').filter((one) => nameOf(one).endsWith('-api'))
      const port = String(at(listAt(service, 'spec.ports')[0], 'port'))
      expect(commandsOf(job)).toEqual([['node', 'ops/ready.ts', `http://${textAt(service, 'metadata.name')}:${port}`]])
      const policies = ofKind(manifests, 'NetworkPolicy').filter((one) => nameOf(one).endsWith('-api'))
      const labels = Object.fromEntries(entriesAt(job, 'spec.template.metadata.labels'))
      expect(policies.map((policy) => listAt(listAt(policy, 'spec.ingress')[0], 'from'))).toEqual([
        expect.arrayContaining([{ podSelector: { matchLabels: labels } }]),
      ])
    })

    it('refuses to leave out a build that has runs to finish, before it changes the schema', () => {
      const jobs = ofKind(rendered(executable, 'largest'), 'Job')
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
      const manifests = rendered(executable, 'largest')
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
      for (const expected of [
        'https://api.example.com',
        'rollout status deployment/main-routed-data-service-api',
        'node dev/seed.ts',
        'drained 1.11.3',
      ])
        expect(notes).toContain(expected)
      expect(notes).not.toContain('promoted')
    })

    it('runs programs that exist', () => {
      const programs = rendered(executable, 'largest')
        .flatMap((one) => commandsOf(one))
        .map(([, program = '']) => program)
      expect(new Set(programs)).toEqual(
        new Set([
          'api/main.ts',
          'worker/main.ts',
          'ops/migrate.ts',
          'ops/replay.ts',
          'ops/deployments.ts',
          'ops/ready.ts',
        ]),
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
})

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
