import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parse } from 'yaml'

/**
 * Makes kubernetes.json and compose.json of this folder again, from the schemas in Go modules: `node
 * test/ops/schemas/reduce.ts`. Only what decides whether a document is valid is kept: no descriptions and defaults, and
 * no field that the schema does not know. The tests read the stored files; only this script needs Go and a registry.
 */
const KUBERNETES = 'k8s.io/kubernetes@v1.36.1'
const PROMETHEUS_OPERATOR = 'github.com/prometheus-operator/prometheus-operator@v0.85.0'
const GATEWAY_API = 'sigs.k8s.io/gateway-api@v1.5.1'
const COMPOSE = 'github.com/compose-spec/compose-go/v2@v2.16.2'

/** The kinds that the chart may make, and the file of Kubernetes' own OpenAPI that has them. */
const KINDS: readonly (readonly [file: string, definition: string])[] = [
  ['api__v1', 'io.k8s.api.core.v1.ConfigMap'],
  ['api__v1', 'io.k8s.api.core.v1.Service'],
  ['apis__apps__v1', 'io.k8s.api.apps.v1.Deployment'],
  ['apis__batch__v1', 'io.k8s.api.batch.v1.Job'],
  ['apis__policy__v1', 'io.k8s.api.policy.v1.PodDisruptionBudget'],
  ['apis__autoscaling__v2', 'io.k8s.api.autoscaling.v2.HorizontalPodAutoscaler'],
  ['apis__networking.k8s.io__v1', 'io.k8s.api.networking.v1.Ingress'],
  ['apis__networking.k8s.io__v1', 'io.k8s.api.networking.v1.NetworkPolicy'],
]
const CUSTOM: readonly (readonly [module: string, file: string])[] = [
  [PROMETHEUS_OPERATOR, 'example/prometheus-operator-crd/monitoring.coreos.com_podmonitors.yaml'],
  [PROMETHEUS_OPERATOR, 'example/prometheus-operator-crd/monitoring.coreos.com_prometheusrules.yaml'],
  [GATEWAY_API, 'config/crd/standard/gateway.networking.k8s.io_httproutes.yaml'],
]
const METADATA = 'io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta'
/** They decide nothing, or describe what only a server can check. The server writes `status`. */
const LEFT_OUT = new Set(['description', 'default', 'format', 'title', 'deprecated', 'example', 'externalDocs'])

type Json = null | boolean | number | string | Json[] | { [member: string]: Json }
type Members = { [member: string]: Json }

const isMembers = (value: Json | undefined): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const membersOf = (value: Json | undefined): Members => {
  if (!isMembers(value)) throw new Error(`no object: ${JSON.stringify(value)?.slice(0, 100)}`)
  return value
}

function folderOf(module: string): string {
  const download: Json = JSON.parse(
    execFileSync('go', ['mod', 'download', '-json', module], { cwd: tmpdir(), encoding: 'utf8' }),
  )
  return String(membersOf(download)['Dir'])
}

/** A schema without what decides nothing; objects with named fields accept no others. */
function strict(schema: Json): Json {
  if (!isMembers(schema)) return schema
  const { allOf } = schema
  if (Array.isArray(allOf) && allOf.length === 1) return strict(allOf[0] ?? null)
  const kept: Members = {}
  for (const [member, value] of Object.entries(schema)) {
    if (LEFT_OUT.has(member) || member.startsWith('x-') || (member === 'pattern' && !isPatternHere(String(value))))
      continue
    if (member === '$ref') kept[member] = String(value).replace('#/components/schemas/', '#/$defs/')
    else if (member === 'properties') kept[member] = each(value)
    else if (['items', 'additionalProperties', 'not'].includes(member)) kept[member] = strict(value)
    else if (['oneOf', 'anyOf', 'allOf'].includes(member) && Array.isArray(value)) kept[member] = value.map(strict)
    else kept[member] = value
  }
  if (
    kept['properties'] !== undefined &&
    kept['additionalProperties'] === undefined &&
    schema['x-kubernetes-preserve-unknown-fields'] !== true
  ) {
    kept['additionalProperties'] = false
  }
  // Next to the alternatives, it is only for the server's printing.
  if (schema['x-kubernetes-int-or-string'] === true) return { type: ['integer', 'string'] }
  return kept
}

/** Go's regular expressions have more syntax than JavaScript's. */
function isPatternHere(pattern: string): boolean {
  try {
    return new RegExp(pattern, 'u') instanceof RegExp
  } catch {
    return false
  }
}

const each = (value: Json): Members =>
  Object.fromEntries(Object.entries(membersOf(value)).map(([name, one]) => [name, strict(one)]))

const referred = (schema: Json): string[] =>
  [...JSON.stringify(schema).matchAll(/"#\/\$defs\/([^"]+)"/g)].map(([, name = '']) => name)

function kubernetes(): Json {
  const kinds: Members = {}
  const definitions: Members = {}
  const folder = folderOf(KUBERNETES)
  for (const [file, definition] of KINDS) {
    const document: Json = JSON.parse(readFileSync(join(folder, 'api/openapi-spec/v3', `${file}_openapi.json`), 'utf8'))
    const schemas = membersOf(membersOf(membersOf(document)['components'])['schemas'])
    const waiting = [definition]
    for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
      if (name in definitions) continue
      const schema = withoutStatus(membersOf(strict(schemas[name] ?? null)))
      definitions[name] = schema
      waiting.push(...referred(schema))
    }
    const [, , , group = '', version = '', kind = ''] = definition.split('.')
    const apiGroup = { core: '', networking: 'networking.k8s.io/' }[group] ?? `${group}/`
    kinds[`${apiGroup}${version}/${kind}`] = definition
  }
  for (const [module, file] of CUSTOM) {
    const spec = membersOf(membersOf(parse(readFileSync(join(folderOf(module), file), 'utf8')))['spec'])
    const kind = String(membersOf(spec['names'])['kind'])
    const versions = Array.isArray(spec['versions']) ? spec['versions'].map(membersOf) : []
    for (const version of versions.filter(({ name, served }) => name === 'v1' && served === true)) {
      const schema = withoutStatus(membersOf(strict(membersOf(version['schema'])['openAPIV3Schema'] ?? null)))
      const name = `${String(spec['group'])}/${String(version['name'])}/${kind}`
      definitions[kind] = {
        ...schema,
        properties: { ...membersOf(schema['properties']), metadata: { $ref: `#/$defs/${METADATA}` } },
      }
      kinds[name] = kind
    }
  }
  return { modules: [KUBERNETES, PROMETHEUS_OPERATOR, GATEWAY_API], kinds, $defs: definitions }
}

function withoutStatus(schema: Members): Members {
  if (!isMembers(schema['properties'])) return schema
  const { status: _, ...properties } = schema['properties']
  return { ...schema, properties }
}

function compose(): Json {
  const schema = membersOf(JSON.parse(readFileSync(join(folderOf(COMPOSE), 'schema/compose-spec.json'), 'utf8')))
  return { modules: [COMPOSE], ...membersOf(described(schema)) }
}

/** It is strict already, and names its definitions itself. A property may be called `description` or `default`, too. */
function described(schema: Json, namesOfOthers = false): Json {
  if (Array.isArray(schema)) return schema.map((one) => described(one))
  if (!isMembers(schema)) return schema
  return Object.fromEntries(
    Object.entries(schema).flatMap(([member, value]): [string, Json][] => {
      if (!namesOfOthers && (LEFT_OUT.has(member) || member === '$id' || member === '$schema')) return []
      return [
        [member, described(value, !namesOfOthers && ['properties', '$defs', 'patternProperties'].includes(member))],
      ]
    }),
  )
}

const write = (name: string, schema: Json): void =>
  writeFileSync(new URL(name, import.meta.url), `${JSON.stringify(schema)}\n`)
write('kubernetes.json', kubernetes())
write('compose.json', compose())
