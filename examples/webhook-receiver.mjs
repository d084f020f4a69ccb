// Receives webhooks, checks their signatures and prints them: node examples/webhook-receiver.mjs <port> <secret>
// It needs nothing but Node; `verify` is what you copy into your own server, with the bytes of the body as they came.
import { createHmac, timingSafeEqual } from 'node:crypto'
import { createServer } from 'node:http'
import { fileURLToPath } from 'node:url'

/** @param {string} secret @param {string | undefined} header @param {Buffer} rawBody */
export function verify(secret, header, rawBody, nowSeconds = Date.now() / 1000) {
  const parts = String(header)
    .split(',')
    .map((part) => part.split('='))
  const t = parts.find(([name]) => name === 't')?.[1] ?? ''
  if (!/^\d+$/.test(t) || Math.abs(nowSeconds - Number(t)) > 300) return false
  const expected = createHmac('sha256', secret).update(`${t}.`).update(rawBody).digest()
  return parts.some(([name, hex]) => {
    const given = Buffer.from(hex ?? '', 'hex')
    return name === 'v1' && given.length === expected.length && timingSafeEqual(given, expected)
  })
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [port = '8787', secret = ''] = process.argv.slice(2)
  const server = createServer(async (request, response) => {
    const chunks = []
    for await (const chunk of request) chunks.push(chunk)
    const body = Buffer.concat(chunks)
    const genuine = verify(secret, request.headers['service-signature']?.toString(), body)
    console.log(genuine ? 'genuine' : 'FORGED', request.headers['service-event-id'], body.toString())
    response.writeHead(genuine ? 204 : 401).end()
  })
  server.listen(Number(port), '127.0.0.1', () => {
    const address = server.address()
    console.log(`listening at http://127.0.0.1:${typeof address === 'object' ? address?.port : port}`)
  })
}
