import type { Mutant } from '../mutant.ts'

const URL_TEST = ['test/domain/webhooks/url.test.ts']
const FORBIDDEN = ['test/activities/webhooks/forbidden.test.ts']
const RECEIVE = ['test/api/http/inbound/receive.test.ts']
const IDEMPOTENCY = ['test/api/idempotency.test.ts']
const ACCEPT = ['test/db/runs/accept.test.ts']

/** Addresses that webhooks may reach, signatures, sealed cursors, idempotency and headers. */
export const GUARDS: readonly Mutant[] = [
  {
    name: 'a webhook reaches the metadata service of a cloud', file: 'domain/webhooks/addresses.ts',
    find: "  '169.254.169.254', '169.254.170.2'", replace: "  '169.254.170.2'",
    killedBy: URL_TEST,
  },
  {
    name: 'a webhook reaches a private address that is written as NAT64', file: 'domain/webhooks/addresses.ts',
    find: 'if (address.match(NAT64)) return isPublic(embedded(parts))',
    replace: 'if (address.match(NAT64)) return true',
    killedBy: URL_TEST,
  },
  {
    name: 'a webhook reaches a private address inside an ISATAP one', file: 'domain/webhooks/addresses.ts',
    find: 'return !isIsatap(parts) || isPublic(embedded(parts))', replace: 'return true',
    killedBy: URL_TEST,
  },
  {
    name: 'a webhook reaches private IPv4 networks', file: 'domain/webhooks/addresses.ts',
    find: "return address.range() === 'unicast'", replace: "return address.range() !== 'loopback'",
    killedBy: URL_TEST,
  },
  {
    name: 'an allowed network lets the metadata service through', file: 'domain/webhooks/addresses.ts',
    find: '(!exactOnly || bits === wholeBits)', replace: '(!exactOnly || bits > 0)',
    killedBy: URL_TEST,
  },
  {
    name: 'one public address of a name lets its private ones through', file: 'domain/webhooks/url.ts',
    find: 'addresses.every((address) => (target.allowedOnly',
    replace: 'addresses.some((address) => (target.allowedOnly',
    killedBy: FORBIDDEN,
  },
  {
    name: 'a webhook goes out over plain http', file: 'domain/webhooks/url.ts',
    find: "if (!secure) return 'The URL must begin with https://.'",
    replace: "if (!secure && port < 0) return 'The URL must begin with https://.'",
    killedBy: URL_TEST,
  },
  {
    name: 'the looked-up address is not judged before the connection', file: 'activities/webhooks/guarded-http.ts',
    find: 'if (!mayReach(found.addresses))', replace: 'if (!mayReach([]))',
    killedBy: FORBIDDEN,
  },
  {
    name: 'the address that was reached is not judged', file: 'activities/webhooks/pinned-socket.ts',
    find: "if (!options.mayReach(tcp.remoteAddress ?? ''))",
    replace: "if (options.mayReach(tcp.remoteAddress ?? '') === null)",
    killedBy: FORBIDDEN,
  },
  {
    name: 'the certificate of a webhook endpoint is not verified', file: 'activities/webhooks/pinned-socket.ts',
    find: 'rejectUnauthorized: true', replace: 'rejectUnauthorized: false',
    killedBy: ['test/activities/webhooks/guarded-http.test.ts'],
  },
  {
    name: 'a webhook signature does not cover its time', file: 'activities/webhooks/sign.ts',
    find: '.update(`${nowSeconds}.${body}`)', replace: '.update(`.${body}`)',
    killedBy: ['test/activities/webhooks/signature.test.ts'],
  },
  {
    name: 'the typed client takes webhooks of any age', file: 'api/clients/sdk/webhooks.ts',
    find: 'Math.abs(now / 1_000 - Number(time)) <= toleranceSeconds',
    replace: 'Math.abs(now / 1_000 - Number(time)) >= 0',
    killedBy: ['test/api/clients/webhook-signatures.test.ts'],
  },
  {
    name: "a provider's message of any age is taken", file: 'api/http/inbound/verify.ts',
    find: "> TOLERANCE_SECONDS ? 'timestamp' : null", replace: "> TOLERANCE_SECONDS * 9_999 ? 'timestamp' : null",
    killedBy: RECEIVE,
  },
  {
    name: "the signature of a provider's message does not cover its id", file: 'api/http/inbound/verify.ts',
    find: ".update(`${header(ID) ?? ''}.${header(TIME)", replace: ".update(`${header('none') ?? ''}.${header(TIME)",
    killedBy: RECEIVE,
  },
  {
    name: "any secret proves a provider's message", file: 'api/http/inbound/verify.ts',
    find: 'timingSafeEqual(one, asked)).length > 0', replace: 'timingSafeEqual(one, asked)).length >= 0',
    killedBy: RECEIVE,
  },
  {
    name: "an event of Stripe's with a wrong signature is taken", file: 'api/http/inbound/stripe.ts',
    find: 'if (error instanceof Stripe.errors.StripeSignatureVerificationError) return false',
    replace: 'if (error instanceof Stripe.errors.StripeSignatureVerificationError) return true',
    killedBy: ['test/api/http/inbound/stripe.test.ts'],
  },
  {
    name: 'a cursor that was made up begins the list anew', file: 'api/cursors.ts',
    find: 'if (place === null) throw noSuchPage()', replace: 'if (place === undefined) throw noSuchPage()',
    killedBy: ['test/api/cursors.test.ts'],
  },
  {
    name: 'all cursors of a list are encrypted with one nonce', file: 'api/cursors.ts',
    find: '.update(JSON.stringify([name, place])).digest()', replace: '.update(name).digest()',
    killedBy: ['test/api/cursors.test.ts'],
  },
  {
    name: 'a cursor of rows fits another query', file: 'domain/rows/cursor.ts',
    find: 'const text = JSON.stringify([said, query])', replace: 'const text = JSON.stringify([said])',
    killedBy: ['test/api/http/rows/query.test.ts'],
  },
  {
    name: 'another request under a used idempotency key gets the earlier run', file: 'db/runs/accept.ts',
    find: 'sameRequest: found.request_hash.equals(requestHash)',
    replace: 'sameRequest: found.request_hash.length === requestHash.length',
    killedBy: ACCEPT,
  },
  {
    name: 'an idempotency key of the sandbox is taken in live', file: 'db/runs/accept.ts',
    find: '(workspace_id = $2 and environment = $3 and idempotency_key = $4)',
    replace: '(workspace_id = $2 and (environment = $3 or true) and idempotency_key = $4)',
    killedBy: ACCEPT,
  },
  {
    name: 'a request that is sent again under its id is taken for one of another run', file: 'db/runs/accept.ts',
    find: 'order by (id = $1) desc limit 1', replace: 'order by (id = $1) limit 1',
    killedBy: ACCEPT,
  },
  {
    name: 'a stored answer is given to another request', file: 'api/idempotency.ts',
    find: 'if (!cipher.isMac(request, {', replace: 'if (request === null && !cipher.isMac(request, {',
    killedBy: IDEMPOTENCY,
  },
  {
    name: 'a refused request keeps its idempotency key', file: 'api/idempotency.ts',
    find: 'await giveKeyBack(deps.db, claim)', replace: 'void giveKeyBack',
    killedBy: IDEMPOTENCY,
  },
  {
    name: 'a request is taken over while its process is alive', file: 'db/idempotency/answers.ts',
    find: 'const LEASE = `clock_timestamp() + make_interval',
    replace: 'const LEASE = `clock_timestamp() - make_interval',
    killedBy: IDEMPOTENCY,
  },
  {
    name: 'a process that lost its claim stores its answer', file: 'db/idempotency/answers.ts',
    find: 'where ${THIS_KEY} and token = $4 and answer is null returning key',
    replace: 'where ${THIS_KEY} and (token = $4 or true) and answer is null returning key',
    killedBy: IDEMPOTENCY,
  },
  {
    name: 'an idempotency key is free again at once', file: 'db/idempotency/answers.ts',
    find: 'where held.created_at < clock_timestamp() - ${KEPT}',
    replace: "where held.created_at < clock_timestamp() - ${KEPT} + interval '24 hours'",
    killedBy: IDEMPOTENCY,
  },
  {
    name: 'answers of a customer are kept by caches', file: 'api/middleware/cache.ts',
    find: "if (route.access !== 'public') ctx.set('Cache-Control', 'private, no-store')",
    replace: "if (route.access === 'public') ctx.set('Cache-Control', 'private, no-store')",
    killedBy: ['test/api/frame.test.ts'],
  },
  {
    name: 'a page may be shown inside of another site', file: 'api/html.ts',
    find: "\"base-uri 'none'\", \"frame-ancestors 'none'\"", replace: "\"base-uri 'none'\", \"frame-ancestors *\"",
    killedBy: ['test/api/http/oauth/consent.test.ts'],
  },
]
