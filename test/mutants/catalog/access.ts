import type { Mutant } from '../mutant.ts'

const ACCESS = ['test/domain/access/access.test.ts']
const REGISTRATION = ['test/domain/access/registration.test.ts']
const ARTIFACTS = ['test/db/oauth/artifacts.test.ts']

/** Who may do what: scopes, credentials, tenancy filters, OAuth, sign-in and limits of callers. */
export const ACCESS_MUTANTS: readonly Mutant[] = [
  {
    name: 'an API key does what needs a session', file: 'domain/access/access.ts',
    find: "return caller.kind === 'session' ? null", replace: "return caller.kind !== 'app' ? null",
    killedBy: ACCESS,
  },
  {
    name: 'a connected app does what is the owner\'s', file: 'domain/access/access.ts',
    find: "return caller.kind === 'app' ? 'A connected", replace: "return caller.kind === 'key' ? 'A connected",
    killedBy: ACCESS,
  },
  {
    name: 'one scope of a connected app is as good as another', file: 'domain/access/access.ts',
    find: 'caller.scopes.includes(access) ? null', replace: 'caller.scopes.length > 0 ? null',
    killedBy: ACCESS,
  },
  {
    name: 'an API key mints API keys', file: 'api/http/api-keys/create.ts',
    find: "access: 'session'", replace: "access: 'owner'",
    killedBy: ['test/api/access.test.ts'],
  },
  {
    name: 'a revoked API key is still accepted', file: 'db/api-keys/queries.ts',
    find: 'where hash = $1 and revoked_at is null', replace: 'where hash = $1',
    killedBy: ['test/api/http/api-keys/api-keys.test.ts'],
  },
  {
    name: 'a sandbox key reaches live', file: 'api/middleware/authenticate.ts',
    find: "principal.kind !== 'key' ? inEnvironment", replace: "principal.kind !== 'app' ? inEnvironment",
    killedBy: ['test/api/frame.test.ts'],
  },
  {
    name: 'a session never expires', file: 'db/sessions/queries.ts',
    find: "'revoked_at is null and expires_at > clock_timestamp()'", replace: "'revoked_at is null'",
    killedBy: ['test/api/http/auth/sign-in.test.ts'],
  },
  {
    name: "another workspace's run is shown", file: 'db/runs/read.ts',
    find: 'where r.id = $1 and r.workspace_id = $2 and r.environment = $3',
    replace: 'where r.id = $1 and (r.workspace_id = $2 or true) and r.environment = $3',
    killedBy: ['test/api/foreign-ids.test.ts'],
  },
  {
    name: 'a live run is shown in the sandbox', file: 'db/runs/read.ts',
    find: 'where r.id = $1 and r.workspace_id = $2 and r.environment = $3',
    replace: 'where r.id = $1 and r.workspace_id = $2 and (r.environment = $3 or true)',
    killedBy: ['test/api/foreign-ids.test.ts'],
  },
  {
    name: "another workspace's runs are listed", file: 'db/runs/read.ts',
    find: "['r.workspace_id = $1 and r.environment = $2']",
    replace: "['(r.workspace_id = $1 or true) and r.environment = $2']",
    killedBy: ['test/db/runs/listing.test.ts', 'test/api/http/runs/list.test.ts'],
  },
  {
    name: "another workspace's run is cancelled", file: 'db/runs/cancel.ts',
    find: '(workspace_id = $2 and environment = $3)', replace: '((workspace_id = $2 or true) and environment = $3)',
    killedBy: ['test/db/runs/cancel.test.ts'],
  },
  {
    name: 'a run of the other environment is cancelled', file: 'db/runs/cancel.ts',
    find: '(workspace_id = $2 and environment = $3)', replace: '(workspace_id = $2 and (environment = $3 or true))',
    killedBy: ['test/db/runs/cancel.test.ts'],
  },
  {
    name: 'a cursor into the events of another workspace is taken', file: 'db/events/read.ts',
    find: 'where e.id = $3 and e.workspace_id = $1 and e.environment = $2', replace: 'where e.id = $3',
    killedBy: ['test/db/events/stream.test.ts'],
  },
  {
    name: "another workspace's watch is shown", file: 'db/watches/watches.ts',
    find: 'where w.id = $1 and w.workspace_id = $2 and w.environment = $3',
    replace: 'where w.id = $1 and (w.workspace_id = $2 or true) and w.environment = $3',
    killedBy: ['test/api/foreign-ids.test.ts'],
  },
  {
    name: "another workspace's app is disconnected", file: 'db/connected-apps/queries.ts',
    find: 'where id = $1 and workspace_id = $2 and revoked_at is null returning *',
    replace: 'where id = $1 and (workspace_id = $2 or true) and revoked_at is null returning *',
    killedBy: ['test/api/foreign-ids.test.ts'],
  },
  {
    name: 'a token for another audience is accepted', file: 'db/connected-apps/queries.ts',
    find: "a.payload->>'aud' = $2 and", replace: "(a.payload->>'aud' = $2 or true) and",
    killedBy: ARTIFACTS,
  },
  {
    name: 'a disconnected app goes on', file: 'db/connected-apps/queries.ts',
    find: 'a.expires_at > clock_timestamp() and c.revoked_at is null', replace: 'a.expires_at > clock_timestamp()',
    killedBy: ARTIFACTS,
  },
  {
    name: 'a refresh token that is used again ends nothing', file: 'db/oauth/artifacts.ts',
    find: 'if (reused?.appId != null && !reused.forgiven)', replace: 'if (reused?.appId != null && reused.forgiven)',
    killedBy: ARTIFACTS,
  },
  {
    name: 'an authorization code is exchanged without PKCE', file: 'api/oauth/provider.ts',
    find: 'pkce: { required: () => true }', replace: 'pkce: { required: () => false }',
    killedBy: ['test/api/http/oauth/requests.test.ts'],
  },
  {
    name: 'tokens are issued for a resource that is not ours', file: 'domain/access/resources.ts',
    find: 'RESOURCE_PATHS.some((path) => asked === `${publicUrl}${path}`)',
    replace: 'RESOURCE_PATHS.some((path) => asked.endsWith(path))',
    killedBy: REGISTRATION,
  },
  {
    name: 'an app is called back by plain http on another machine', file: 'domain/access/registration.ts',
    find: 'refusalOfHost(text, uri) ?? (LOOPBACK.has(uri.hostname) ? null :',
    replace: 'refusalOfHost(text, uri) ?? (uri.hostname ? null :',
    killedBy: REGISTRATION,
  },
  {
    name: 'an app is called back by a scheme that any app can register', file: 'domain/access/registration.ts',
    find: 'return isIcann === true && domain !== null', replace: 'return domain !== null || isIcann !== true',
    killedBy: REGISTRATION,
  },
  {
    name: 'a fragment stands in a redirect URI', file: 'domain/access/registration.ts',
    find: "if (text.includes('#')) return", replace: "if (text.includes('##')) return",
    killedBy: REGISTRATION,
  },
  {
    name: 'passwords are guessed fifty times a minute', file: 'api/sign-in-limits.ts',
    find: 'const FAILURES_PER_MINUTE = 5', replace: 'const FAILURES_PER_MINUTE = 50',
    killedBy: ['test/api/http/auth/sign-in.test.ts'],
  },
  {
    name: 'a used-up rate limit refuses nobody', file: 'api/middleware/rate-limit.ts',
    find: 'return { state: thrown, refused: true }', replace: 'return { state: thrown, refused: false }',
    killedBy: ['test/api/rate-limit.test.ts'],
  },
  {
    name: 'all API keys share one rate limit', file: 'api/middleware/rate-limit.ts',
    find: "case 'key': return principal.apiKeyId", replace: "case 'key': return 'key'",
    killedBy: ['test/api/rate-limit.test.ts'],
  },
  {
    name: 'a form of another site is taken for our own', file: 'api/middleware/csrf.ts',
    find: "if (site !== '' && site !== 'same-origin' && site !== 'none') return false",
    replace: "if (site === 'cross') return false",
    killedBy: ['test/api/http/wallet/simulated.test.ts', 'test/api/dashboard/sign-in.test.ts'],
  },
]
