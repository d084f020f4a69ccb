import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { type AuthorizingProxy, startAuthorizingProxy } from '../../support/authorizing-proxy.ts'
import { httpClient } from '../../support/http.ts'
import { installConformance, type McpConformance } from '../../support/mcp-conformance.ts'
import { startTestService, type TestService } from '../../support/service.ts'

let service: TestService
let proxy: AuthorizingProxy
let suite: McpConformance
beforeAll(async () => {
  // The suite sends no credential. It calls the address of a proxy that does, which is the service's public one.
  ;[proxy, suite] = await Promise.all([startAuthorizingProxy(), installConformance()])
  service = await startTestService({ env: { PUBLIC_URL: proxy.url } })
  proxy.passTo(service.api.ownUrl, service.workspace.keys.test)
  await httpClient(service.url, service.workspace.keys.test).post('/v1/features', { tables: true })
}, 300_000)
afterAll(async () => {
  await service.stop()
  await proxy.close()
})

type Scenarios = Readonly<Record<string, readonly string[]>>

const NO_CHECKS: readonly string[] = []
/** They call tools of the suite's own server. */
const OF_TEST_TOOLS = [
  'sep-2575-http-server-no-independent-requests-on-stream',
  'sep-2575-missing-capability-http-400',
  'sep-2575-server-no-log-without-loglevel',
  'sep-2575-server-rejects-undeclared-capability',
]
/** The server sends nothing between requests, so it refuses a subscription (`maxSubscriptions: 0`). */
const OF_SUBSCRIPTIONS = ['sep-2575-server-sends-subscription-ack', 'sep-2575-server-tags-subscription-id']
/** There are no prompts and no resources. */
const OF_OTHER_LISTS = [
  'sep-2549-prompts-list-caching-hints',
  'sep-2549-resources-list-caching-hints',
  'sep-2549-resources-templates-list-caching-hints',
]

/** The scenarios of each revision, with the checks that are not for this server: each of them fails. */
const OURS: Readonly<Record<string, Scenarios>> = {
  '2025-11-25': {
    'server-initialize': NO_CHECKS,
    'server-session-lifecycle': NO_CHECKS,
    ping: NO_CHECKS,
    'tools-list': NO_CHECKS,
    'server-sse-polling': NO_CHECKS,
    'server-sse-multiple-streams': NO_CHECKS,
    'dns-rebinding-protection': NO_CHECKS,
  },
  '2026-07-28': {
    'server-stateless': [...OF_TEST_TOOLS, ...OF_SUBSCRIPTIONS],
    'tools-list': NO_CHECKS,
    'server-sse-multiple-streams': NO_CHECKS,
    'sep-2164-resource-not-found': NO_CHECKS,
    'dns-rebinding-protection': NO_CHECKS,
    caching: OF_OTHER_LISTS,
    'http-header-validation': NO_CHECKS,
    'input-required-result-unsupported-methods': NO_CHECKS,
  },
}

/** Scenarios that are left out, by the reason. */
const LEFT_OUT: Scenarios = {
  'the server has no prompts': [
    'prompts-get-embedded-resource',
    'prompts-get-simple',
    'prompts-get-with-args',
    'prompts-get-with-image',
    'prompts-list',
    'input-required-result-non-tool-request',
  ],
  'the server has no resources': [
    'resources-list',
    'resources-read-binary',
    'resources-read-text',
    'resources-subscribe',
    'resources-templates-read',
    'resources-unsubscribe',
  ],
  'the server declares no completion and no logging': ['completion-complete', 'logging-set-level'],
  "it calls a tool of the suite's own server, which answers with what no tool here has": [
    'elicitation-sep1034-defaults',
    'elicitation-sep1330-enums',
    'tools-call-audio',
    'tools-call-elicitation',
    'tools-call-embedded-resource',
    'tools-call-image',
    'tools-call-mixed-content',
    'tools-call-sampling',
    'tools-call-with-logging',
  ],
  "it calls a tool of the suite's own server; test/api/mcp proves the same of our tools": [
    'http-custom-header-server-validation',
    'json-schema-2020-12',
    'tools-call-error',
    'tools-call-simple-text',
    'tools-call-with-progress',
  ],
  "it needs a tool of the suite's own server that requests input": [
    'input-required-result-basic-elicitation',
    'input-required-result-basic-list-roots',
    'input-required-result-basic-sampling',
    'input-required-result-capability-check',
    'input-required-result-ignore-extra-params',
    'input-required-result-missing-input-response',
    'input-required-result-multi-round',
    'input-required-result-multiple-input-requests',
    'input-required-result-request-state',
    'input-required-result-result-type',
    'input-required-result-tampered-state',
    'input-required-result-validate-input',
  ],
  'an extension: skills are documents of the site, not resources of MCP': [
    'sep-2640-skills-directory',
    'sep-2640-skills-enumeration',
    'sep-2640-skills-manifest',
  ],
  "an extension, and it needs the slow tools of the suite's own server": [
    'tasks-capability-negotiation',
    'tasks-dispatch-and-envelope',
    'tasks-lifecycle',
    'tasks-mrtr-composition',
    'tasks-mrtr-input',
    'tasks-request-headers',
    'tasks-request-state-removal',
    'tasks-required-task-error',
    'tasks-status-notifications',
    'tasks-wire-fields',
  ],
}

/** Those of authorization servers; the other one waits for a person in a browser (test/api/http/oauth has that way). */
const AUTHORIZATION = { ours: 'authorization-server-metadata-endpoint', leftOut: 'authorization-code-grant' }

describe("MCP's conformance suite", () => {
  it('has no scenario that is neither executed nor left out for a reason', async () => {
    const ours = new Set(Object.values(OURS).flatMap((scenarios) => Object.keys(scenarios)))
    expect([...ours, ...Object.values(LEFT_OUT).flat()].toSorted()).toEqual(
      (await suite.scenarios('server')).toSorted(),
    )
    expect((await suite.scenarios('authorization')).toSorted()).toEqual(Object.values(AUTHORIZATION).toSorted())
  }, 120_000)

  it.each(Object.entries(OURS))(
    'finds no fault in the server by revision %s',
    async (revision, scenarios) => {
      const results = await suite.checkServer(`${proxy.url}/mcp`, revision)
      expect(Object.fromEntries(Object.keys(scenarios).map((name) => [name, results.get(name)]))).toEqual(
        Object.fromEntries(Object.entries(scenarios).map(([name, checks]) => [name, checks.toSorted()])),
      )
    },
    180_000,
  )

  it.each(Object.keys(OURS))(
    'finds no fault in the metadata of the authorization server by revision %s',
    async (revision) => {
      const results = await suite.checkAuthorization(service.url, AUTHORIZATION.ours, revision)
      expect([...results]).toEqual([[AUTHORIZATION.ours, []]])
    },
    120_000,
  )
})
