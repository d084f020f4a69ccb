import type { Capability } from '../../../domain/capabilities/capability.ts'
import { CAPABILITIES } from '../../../domain/capabilities/catalog.ts'
import { buildRequest } from '../../../domain/catalog/request.ts'
import { missingMembers } from '../../../domain/catalog/required.ts'
import { reservedQueryOf } from '../../../domain/catalog/providers/provider.ts'
import { hiddenOwnKey, resolveEndpoint } from '../../../domain/catalog/resolve.ts'
import type { RawRequest } from '../../../domain/raw/request.ts'
import type { RoutingRequest } from '../../../domain/routing/plan.ts'
import { statedRules } from '../../../domain/routing/policy.ts'
import type { Environment } from '../../../domain/runs/states.ts'
import type { Json, JsonObject } from '../../../domain/json/json.ts'
import type { KnownProviders } from '../../../activities/providers/known-providers.ts'
import type { NewRun } from '../../../db/runs/accept.ts'
import { didYouMeanOf } from '../../errors/did-you-mean.ts'
import { Problem } from '../../errors/problem.ts'
import type { RunRequest } from '../../schemas/run-request.ts'
import { invalidRequest } from '../../validation/check.ts'
import { requireInput } from '../../validation/run-input.ts'
import { rawRefusalOf } from '../catalog/listing.ts'
import { refuseContradictions, requireKnownProviders } from '../routing-policy/rules.ts'
import { refuseFaultyMessage } from './message-faults.ts'
import { routingOf } from './request.ts'
import { requireFields } from './result-fields.ts'

export interface WorkDeps {
  readonly findCapability: (slug: string) => Capability | undefined
  readonly known: KnownProviders
}

/** The work of a request, checked as far as possible before it is a run. */
export interface CheckedWork extends Pick<NewRun, 'work' | 'input' | 'routing'> {
  /** The run's name in the Temporal Web UI: its capability, or the endpoint's path. */
  readonly name: string
}

const RAW_MEMBERS = ['path', 'query'] as const

/** The two forms of `POST /v1/run`: a capability (Spec 4.1), or a provider's own endpoint (Spec 4.2). */
export function checkedWork(deps: WorkDeps, body: RunRequest, environment: Environment): CheckedWork {
  const work = workOf(deps, body, environment)
  refuseFaultyMessage({ ...work, allowsUnchecked: body.routing?.allow_unchecked_recipients === true })
  return work
}

function workOf(deps: WorkDeps, body: RunRequest, environment: Environment): CheckedWork {
  if (body.capability === undefined) return rawWork(deps, body, requireNamed(body))
  const unexpected = [
    ...(body.provider === undefined ? [] : ['provider']),
    ...(body.endpoint === undefined ? [] : ['endpoint']),
    ...RAW_MEMBERS.filter((member) => body[member] !== undefined),
  ]
  refuseUnexpected(unexpected, 'belongs to a raw run: name either a capability or a provider with its endpoint')
  return capabilityWork(deps, body, { slug: body.capability, environment })
}

/** What a run without a capability calls. The bodies of jobs and watches leave this to the run's own rule. */
function requireNamed({ provider, endpoint }: RunRequest): { readonly provider: string; readonly endpoint: string } {
  if (provider !== undefined && endpoint !== undefined) return { provider, endpoint }
  if (endpoint !== undefined) throw missing('provider', 'together with `endpoint`: for example `sec`')
  if (provider !== undefined)
    throw missing('endpoint', 'together with `provider`: for example `/submissions/CIK{cik}.json`')
  throw missing('capability', '(for example `contact.find`), or a `provider` and its `endpoint`')
}

const missing = (member: string, what: string): Problem =>
  invalidRequest([{ path: `/${member}`, message: `is required ${what}` }])

function capabilityWork(
  deps: WorkDeps,
  body: RunRequest,
  { slug, environment }: { readonly slug: string; readonly environment: Environment },
): CheckedWork {
  const capability = requireCapability(deps.findCapability, slug)
  const input = jsonObject(requireInput(capability, plainNumbers(body.input)))
  const routing = routingOf(body.routing)
  requireFields(capability, body.response?.fields ?? [])
  requireKnownProviders(routing, { ...deps.known, at: '/routing', environment })
  refuseContradictions(routing)
  return { work: { capability: slug }, name: slug, input, routing }
}

function requireCapability(find: (slug: string) => Capability | undefined, slug: string): Capability {
  const capability = find(slug)
  if (capability === undefined)
    throw new Problem('capability_not_found', 'There is no capability with this name.', {
      param: '/capability',
      ...didYouMeanOf(
        slug,
        CAPABILITIES.map((known) => known.slug),
      ),
    })
  return capability
}

function rawWork(deps: WorkDeps, body: RunRequest, named: { provider: string; endpoint: string }): CheckedWork {
  refuseUnexpected(
    body.response?.include_raw === undefined ? [] : ['response/include_raw'],
    "is not allowed for a raw run: its result is the provider's payload",
  )
  const { catalog } = deps.known
  const provider = catalog.provider(named.provider)
  const found = provider === undefined ? undefined : resolveEndpoint(catalog, provider.slug, named.endpoint)
  const excluded = found === undefined ? rawRefusalOf(named.provider, deps.known) : null
  if (excluded !== null) throw new Problem('endpoint_not_found', excluded, { param: '/provider' })
  if (provider === undefined)
    throw new Problem('endpoint_not_found', 'There is no provider with this name that has raw endpoints.', {
      param: '/provider',
      ...didYouMeanOf(
        named.provider,
        catalog.providers.map(({ slug }) => slug),
      ),
    })
  if (found === undefined) {
    throw new Problem(
      'endpoint_not_found',
      `${provider.title} has no raw endpoint with this name: see GET /v1/catalog/providers/${provider.slug}/endpoints.`,
      {
        param: '/endpoint',
        ...didYouMeanOf(
          named.endpoint,
          catalog.ofProvider(provider.slug).map((known) => known.endpoint),
        ),
      },
    )
  }
  const { endpoint } = found
  const request = { input: body.input, path: { ...found.path, ...body.path }, query: body.query ?? {} }
  const reserved = reservedQueryOf(provider)
  const built = buildRequest(endpoint, request, reserved)
  // No call of an excluded provider is right, so its members are not judged.
  const lacking = provider.status === 'excluded' ? [] : missingMembers(endpoint, request, reserved)
  const faults = built.ok ? lacking : built.faults
  if (!built.ok || faults.length > 0) throw invalidRequest(faults.map(({ at, message }) => ({ path: at, message })))
  const hidden = hiddenOwnKey(catalog, endpoint, built.path)
  if (hidden === 'unreadable') throw invalidRequest([{ path: '/path', message: 'is percent-encoded too often' }])
  if (hidden !== null) {
    throw invalidRequest([
      { path: '/path', message: `makes ${hidden.method} ${hidden.endpoint} of it: name that endpoint directly` },
    ])
  }
  const raw: RawRequest = {
    provider: provider.slug,
    method: endpoint.method,
    endpoint: endpoint.endpoint,
    path: request.path,
    query: request.query,
  }
  return {
    work: { raw },
    name: endpoint.endpoint,
    input: body.input ?? {},
    routing: rawRouting(body.routing, provider.slug),
  }
}

/** A raw run belongs to its provider: pinning another one is a contradiction, and pinning the same one is redundant. */
function rawRouting(routing: RunRequest['routing'], provider: string): RoutingRequest {
  refuseUnexpected(
    Object.keys(statedRules(routing ?? {})).map((rule) => `routing/${rule}`),
    'is not allowed for a raw run: it names its provider',
  )
  const requested = routingOf(routing)
  if (requested.provider !== 'auto' && requested.provider !== provider) {
    throw invalidRequest([
      {
        path: '/routing/provider',
        message: `must be omitted or be "${provider}", the provider of the raw run`,
      },
    ])
  }
  return { ...requested, provider }
}

function refuseUnexpected(members: readonly string[], message: string): void {
  if (members.length > 0) throw invalidRequest(members.map((member) => ({ path: `/${member}`, message })))
}

/** A capability's numbers are counts and amounts: schemas know no others. */
const plainNumbers = (input: Json | readonly Json[] | undefined): unknown =>
  input === undefined ? undefined : JSON.parse(JSON.stringify(input))

/** The body was parsed from JSON and checked, so its input is a JSON object. */
const jsonObject = (input: unknown): JsonObject => JSON.parse(JSON.stringify(input))
