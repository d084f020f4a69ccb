import { at, entriesAt, fits, listAt, type Manifest, nameOf, noted, ofKind, textAt, workloads } from './manifest.ts'

interface Policy {
  readonly rule: string
  /** Every violation, in words. */
  readonly find: (manifests: readonly Manifest[]) => readonly string[]
}

const POD = 'spec.template.spec'
const POD_LABELS = 'spec.template.metadata.labels'
const VARIABLE_OF_SECRET = /(DATABASE_URL|ENCRYPTION_KEYS|SECRET|API_KEY|PASSWORD|TOKEN|HEADERS)/
/** The seconds that each process needs from the signal to its end: api/server.ts, worker/run-worker.ts. */
const DRAIN_SECONDS: Readonly<Record<string, number>> = { api: 130, worker: 45 }
/** To stop the rounds, close connections and write what is left. */
const CLOSING_SECONDS = 10

const containers = (workload: Manifest): readonly unknown[] => [
  ...listAt(workload, `${POD}.containers`),
  ...listAt(workload, `${POD}.initContainers`),
]
const eachContainer = (
  manifests: readonly Manifest[],
  find: (container: unknown, workload: Manifest) => readonly string[],
): readonly string[] =>
  workloads(manifests).flatMap((workload) =>
    containers(workload).flatMap((container) =>
      find(container, workload).map((text) => `${nameOf(workload)}: ${text}`),
    ),
  )
const eachPod = (
  manifests: readonly Manifest[],
  find: (pod: unknown, workload: Manifest) => readonly string[],
): readonly string[] =>
  workloads(manifests).flatMap((workload) =>
    find(at(workload, POD), workload).map((text) => `${nameOf(workload)}: ${text}`),
  )
const when = (broken: boolean, text: string): readonly string[] => (broken ? [text] : [])
/** Ports that a Deployment's pods have, by the names of the pods. */
const portsBehind = (
  selector: readonly (readonly [string, unknown])[],
  manifests: readonly Manifest[],
): readonly (readonly string[])[] =>
  ofKind(manifests, 'Deployment')
    .filter((one) => fits(selector, entriesAt(one, POD_LABELS)))
    .map((one) =>
      containers(one).flatMap((container) => listAt(container, 'ports').map((port) => textAt(port, 'name'))),
    )

export const POLICIES: readonly Policy[] = [
  {
    rule: 'every pod runs as a user that is not root, without a token, under the default filter of system calls',
    find: (manifests) =>
      eachPod(manifests, (pod) => [
        ...when(at(pod, 'securityContext.runAsNonRoot') !== true, 'runAsNonRoot'),
        ...when(!(Number(at(pod, 'securityContext.runAsUser')) > 0), 'runAsUser'),
        ...when(at(pod, 'automountServiceAccountToken') !== false, 'automountServiceAccountToken'),
        ...when(at(pod, 'securityContext.seccompProfile.type') !== 'RuntimeDefault', 'seccompProfile'),
      ]),
  },
  {
    rule: 'no container gains rights or writes to its own files',
    find: (manifests) =>
      eachContainer(manifests, (container) => [
        ...when(at(container, 'securityContext.allowPrivilegeEscalation') !== false, 'allowPrivilegeEscalation'),
        ...when(at(container, 'securityContext.readOnlyRootFilesystem') !== true, 'readOnlyRootFilesystem'),
        ...when(!listAt(container, 'securityContext.capabilities.drop').includes('ALL'), 'capabilities'),
      ]),
  },
  {
    rule: 'every container asks for CPU and memory, and has a limit of memory that is not below',
    find: (manifests) =>
      eachContainer(manifests, (container) => [
        ...['requests.cpu', 'requests.memory', 'limits.memory'].flatMap((path) =>
          when(at(container, `resources.${path}`) === undefined, path),
        ),
        ...when(
          mebibytes(textAt(container, 'resources.limits.memory')) <
            mebibytes(textAt(container, 'resources.requests.memory')),
          'memory',
        ),
      ]),
  },
  {
    rule: 'every image is of one version',
    find: (manifests) =>
      eachContainer(manifests, (container) =>
        when(
          !/:[\w][\w.-]*$/.test(textAt(container, 'image')) || textAt(container, 'image').endsWith(':latest'),
          textAt(container, 'image'),
        ),
      ),
  },
  {
    rule: 'every Deployment has probes on ports that its container names',
    find: (manifests) =>
      ofKind(manifests, 'Deployment').flatMap((deployment) =>
        containers(deployment).flatMap((container) => {
          const ports = listAt(container, 'ports').map((port) => textAt(port, 'name'))
          return ['livenessProbe', 'readinessProbe', 'startupProbe'].flatMap((probe) =>
            when(!ports.includes(textAt(container, `${probe}.httpGet.port`)), `${nameOf(deployment)}: ${probe}`),
          )
        }),
      ),
  },
  {
    rule: 'every Deployment selects its own pods and no others',
    find: (manifests) =>
      ofKind(manifests, 'Deployment').flatMap((deployment) => {
        const selector = entriesAt(deployment, 'spec.selector.matchLabels')
        const chosen = workloads(manifests).filter((one) => fits(selector, entriesAt(one, POD_LABELS)))
        return when(
          chosen.length !== 1 || chosen[0] !== deployment,
          `${nameOf(deployment)} selects ${chosen.map(nameOf).join(', ') || 'nothing'}`,
        )
      }),
  },
  {
    rule: 'Services, budgets, policies and monitors lead to pods, by ports that these name',
    find: (manifests) =>
      leaders(manifests).flatMap(({ manifest, selector, ports }) => {
        const behind = portsBehind(selector, manifests)
        return [
          ...when(behind.length === 0, `${nameOf(manifest)} leads to no pod`),
          ...ports.flatMap((port) =>
            when(!behind.every((names) => names.includes(port)), `${nameOf(manifest)}: port ${port}`),
          ),
        ]
      }),
  },
  {
    rule: "what a pod refers to is there, or is a Secret of the cluster's",
    find: (manifests) =>
      eachContainer(manifests, (container) =>
        listAt(container, 'envFrom')
          .map((from) => textAt(from, 'configMapRef.name'))
          .filter((name) => name !== '')
          .flatMap((name) =>
            when(
              !ofKind(manifests, 'ConfigMap').some((one) => textAt(one, 'metadata.name') === name),
              `ConfigMap ${name}`,
            ),
          ),
      ),
  },
  {
    rule: 'a hook refers to nothing that the release makes later',
    find: (manifests) =>
      ofKind(manifests, 'Job').flatMap((job) =>
        containers(job).flatMap((container) =>
          when(
            textAt(job, 'metadata.annotations') !== '' &&
              /pre-/.test(String(noted(job, 'metadata.annotations', 'helm.sh/hook'))) &&
              listAt(container, 'envFrom').some((from) => at(from, 'configMapRef') !== undefined),
            nameOf(job),
          ),
        ),
      ),
  },
  {
    rule: 'the schema comes before the pods, on install and on upgrade, and failed Jobs stay for their log',
    find: (manifests) =>
      ofKind(manifests, 'Job')
        .filter((job) => textAt(job, 'metadata.name').endsWith('-migrate'))
        .flatMap((job) => [
          ...when(noted(job, 'metadata.annotations', 'helm.sh/hook') !== 'pre-install,pre-upgrade', 'hook'),
          ...when(
            /hook-failed/.test(String(noted(job, 'metadata.annotations', 'helm.sh/hook-delete-policy'))),
            'delete policy',
          ),
        ]),
  },
  {
    rule: 'a pod is given the time that it needs to stop',
    find: (manifests) =>
      ofKind(manifests, 'Deployment').flatMap((deployment) => {
        const before = Number(at(containers(deployment)[0], 'lifecycle.preStop.sleep.seconds') ?? 0)
        const component = String(noted(deployment, POD_LABELS, 'app.kubernetes.io/component'))
        const needed = before + (DRAIN_SECONDS[component] ?? Number.POSITIVE_INFINITY) + CLOSING_SECONDS
        return when(
          !(Number(at(deployment, `${POD}.terminationGracePeriodSeconds`)) >= needed),
          `${nameOf(deployment)} needs ${needed} s`,
        )
      }),
  },
  {
    rule: 'secrets are in Secrets only',
    find: (manifests) => [
      ...ofKind(manifests, 'Secret').map(nameOf),
      ...ofKind(manifests, 'ConfigMap').flatMap((map) =>
        entriesAt(map, 'data')
          .map(([name]) => name)
          .filter((name) => VARIABLE_OF_SECRET.test(name)),
      ),
      ...eachContainer(manifests, (container) =>
        listAt(container, 'env')
          .filter((one) => VARIABLE_OF_SECRET.test(textAt(one, 'name')) && at(one, 'value') !== undefined)
          .map((one) => textAt(one, 'name')),
      ),
    ],
  },
  {
    rule: 'names are those of DNS, and differ',
    find: (manifests) => {
      const names = manifests.map(nameOf)
      return [
        ...names.filter((name, index) => names.indexOf(name) < index),
        ...names.filter((name) => !/^\w+ [a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/.test(name)),
      ]
    },
  },
]

/** All that selects pods by labels, with the ports that it names. */
function leaders(manifests: readonly Manifest[]): readonly {
  readonly manifest: Manifest
  readonly selector: readonly (readonly [string, unknown])[]
  readonly ports: readonly string[]
}[] {
  return ofKind(manifests, 'Service', 'PodDisruptionBudget', 'NetworkPolicy', 'PodMonitor').map((manifest) => {
    const kind = textAt(manifest, 'kind')
    const path =
      { Service: 'spec.selector', NetworkPolicy: 'spec.podSelector.matchLabels' }[kind] ?? 'spec.selector.matchLabels'
    const ports = [
      ...listAt(manifest, 'spec.ports').map((port) => textAt(port, 'targetPort')),
      ...listAt(manifest, 'spec.ingress').flatMap((rule) => listAt(rule, 'ports').map((port) => textAt(port, 'port'))),
      ...listAt(manifest, 'spec.podMetricsEndpoints').map((endpoint) => textAt(endpoint, 'port')),
    ]
    return { manifest, selector: entriesAt(manifest, path), ports }
  })
}

function mebibytes(text: string): number {
  const [, count, unit] = /^(\d+)(Mi|Gi)$/.exec(text) ?? []
  return Number(count) * (unit === 'Gi' ? 1024 : 1)
}
