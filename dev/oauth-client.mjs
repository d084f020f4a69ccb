// Connects as an app and prints the events of the workspace: node dev/oauth-client.mjs <base URL> [scopes]
// It needs only Node, and discovers everything from one address, as MCP clients do.
import { createHash, randomBytes } from 'node:crypto'
import { createServer } from 'node:http'

const [baseUrl = 'http://127.0.0.1:8080', scope = 'read'] = process.argv.slice(2)
const random = () => randomBytes(32).toString('base64url')

/** @param {string} url @param {RequestInit} [request] @returns {Promise<any>} */
async function json(url, request) {
  const response = await fetch(url, request)
  const body = await response.json()
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${JSON.stringify(body)}`)
  return body
}

// 1. The refusal of a request without a credential names the API's metadata (RFC 9728), which names the authorization
//    server (RFC 8414).
const refused = await fetch(`${baseUrl}/v1/events`)
const described = /resource_metadata="([^"]+)"/.exec(refused.headers.get('www-authenticate') ?? '')?.[1]
if (described === undefined) throw new Error(`${baseUrl} does not state who authorizes`)
const {
  resource,
  authorization_servers: [issuer],
} = await json(described)
const server = await json(`${issuer}/.well-known/oauth-authorization-server`)

// 2. Wait for the answer on this computer, and register with this redirect URI (RFC 7591, RFC 8252).
/** @type {(url: URL) => void} */
let answered = () => undefined
/** @type {Promise<URL>} */
const answer = new Promise((resolve) => {
  answered = resolve
})
const listener = createServer((request, response) => {
  const url = new URL(request.url ?? '/', 'http://127.0.0.1')
  if (url.pathname !== '/callback') return void response.writeHead(404).end()
  response.writeHead(200, { 'content-type': 'text/plain', connection: 'close' }).end('You can close this page.\n')
  answered(url)
})
await new Promise((resolve) => listener.listen(0, '127.0.0.1', () => resolve(undefined)))
const address = listener.address()
const redirectUri = `http://127.0.0.1:${typeof address === 'object' ? address?.port : address}/callback`
const client = await json(server.registration_endpoint, {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({
    client_name: 'dev/oauth-client.mjs',
    redirect_uris: [redirectUri],
    grant_types: ['authorization_code', 'refresh_token'],
    token_endpoint_auth_method: 'none',
  }),
})

// 3. A person signs in and consents; the answer must belong to this request (state) and come from this server (iss).
const [state, verifier] = [random(), random()]
const ask = new URL(server.authorization_endpoint)
ask.search = new URLSearchParams({
  response_type: 'code',
  client_id: client.client_id,
  redirect_uri: redirectUri,
  scope,
  state,
  resource,
  code_challenge: createHash('sha256').update(verifier).digest('base64url'),
  code_challenge_method: 'S256',
}).toString()
console.log(`open ${ask.href}`)
const back = (await answer).searchParams
listener.close()
if (back.get('state') !== state || back.get('iss') !== server.issuer)
  throw new Error('the answer is not for this request')
if (back.has('error')) throw new Error(`${back.get('error')}: ${back.get('error_description')}`)

// 4. The code is exchanged for tokens for this API only (RFC 8707).
const tokens = await json(server.token_endpoint, {
  method: 'POST',
  body: new URLSearchParams({
    grant_type: 'authorization_code',
    code: back.get('code') ?? '',
    client_id: client.client_id,
    redirect_uri: redirectUri,
    code_verifier: verifier,
    resource,
  }),
})
console.log(`connected with the scopes: ${tokens.scope}`)

// 5. Events, oldest first.
const events = await json(`${baseUrl}/v1/events`, { headers: { authorization: `Bearer ${tokens.access_token}` } })
for (const event of events.items) console.log(JSON.stringify(event))
console.log(`${events.items.length} events`)
