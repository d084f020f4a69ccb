/**
 * What the Agent Feedback Protocol 0.1 requires to be accepted and refused (its conformance folder), in our own words.
 */

const BASE = { type: 'bug', goal: 'g', message: 'm' } as const

export const VALID: Readonly<Record<string, unknown>> = {
  'minimal: the three required fields': BASE,
  'the example of its introduction': {
    type: 'missing_capability',
    goal: 'List companies that look for sales engineers',
    endpoint: '/companies/search',
    message: 'Roles cannot be filtered by',
    workaround: false,
  },
  'mcp-tool-endpoint: the name of a tool': {
    type: 'unclear_documentation',
    goal: 'Reserve a room',
    endpoint: 'reserve_room',
    message: 'Whether the host counts is not stated',
    outcome: 'completed',
  },
  'performance: a status code alone as evidence': {
    type: 'performance',
    goal: 'Sum up a quarter',
    message: 'Twenty a page, one page a second',
    endpoint: '/tickets',
    method: 'GET',
    outcome: 'degraded',
    evidence: { status_code: 429 },
  },
  'unicode: text of any language': {
    type: 'bug',
    goal: 'Chercher des sociétés à Genève',
    message: '検索に失敗 — 0 résultats « é »',
    endpoint: '/companies/search',
  },
  'full, without the two fields that are not ours': {
    type: 'unhelpful_error',
    goal: 'Move contacts into a CRM',
    message: 'A 400 without any hint',
    endpoint: '/contacts/export',
    method: 'POST',
    outcome: 'degraded',
    workaround: true,
    workaround_description: 'Tried until it went through',
    expected: 'The name of the field',
    suggestion: 'Name the field',
    request_id: 'req_1',
    session_id: 'sess_1',
    agent: { name: 'a', version: '1.0.0', model: 'm', framework: 'f' },
    evidence: {
      status_code: 400,
      request: { filter: { after: '2026-09-21T00:00:00Z' } },
      response_excerpt: '{"error":"bad"}',
    },
  },
  'the longest goal and message': { ...BASE, goal: '😀'.repeat(1_000), message: 'm'.repeat(4_000) },
}

/** "full" of the protocol sends both. */
export const NOT_OURS: Readonly<Record<string, readonly [report: unknown, param: string]>> = {
  spec_version: [{ ...BASE, spec_version: '0.1' }, '/spec_version'],
  metadata: [{ ...BASE, metadata: { retries: 3 } }, '/metadata'],
}

export const INVALID: Readonly<Record<string, readonly [report: unknown, param: string]>> = {
  'agent-unknown-field': [{ ...BASE, agent: { name: 'a', api_key: 'x' } }, '/agent/api_key'],
  'bad-method': [{ ...BASE, method: 'FETCH' }, '/method'],
  'bad-outcome': [{ ...BASE, outcome: 'failed' }, '/outcome'],
  'bad-spec-version': [{ ...BASE, spec_version: '9.9' }, '/spec_version'],
  'empty-goal': [{ ...BASE, goal: '' }, '/goal'],
  'empty-message': [{ ...BASE, message: '' }, '/message'],
  'goal-too-long': [{ ...BASE, goal: 'g'.repeat(1_001) }, '/goal'],
  'message-too-long': [{ ...BASE, message: 'm'.repeat(4_001) }, '/message'],
  'metadata-array': [{ ...BASE, metadata: [] }, '/metadata'],
  'missing-goal': [{ type: 'bug', message: 'm' }, '/goal'],
  'missing-message': [{ type: 'bug', goal: 'g' }, '/message'],
  'missing-type': [{ goal: 'g', message: 'm' }, '/type'],
  'not-an-object': [['bug', 'g', 'm'], ''],
  'status-code-float': [{ ...BASE, evidence: { status_code: 400.5 } }, '/evidence/status_code'],
  'status-code-out-of-range': [{ ...BASE, evidence: { status_code: 700 } }, '/evidence/status_code'],
  'unknown-field': [{ ...BASE, severity: 'high' }, '/severity'],
  'unknown-type': [{ ...BASE, type: 'complaint' }, '/type'],
  'workaround-string': [{ ...BASE, workaround: 'no' }, '/workaround'],
  'endpoint-too-long': [{ ...BASE, endpoint: 'e'.repeat(513) }, '/endpoint'],
  'request-not-an-object': [{ ...BASE, evidence: { request: 'GET /' } }, '/evidence/request'],
  'session-too-long': [{ ...BASE, session_id: 's'.repeat(257) }, '/session_id'],
}
