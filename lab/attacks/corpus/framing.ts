/**
 * Requests as bytes whose end two servers would find at different places, or that are not HTTP. Each contains a second
 * request.
 */

/** What a server must not answer: it is within the body of the first request, or after it. */
const SMUGGLED = 'GET /healthz?smuggled HTTP/1.1\r\nHost: x\r\n\r\n'

const post = (headers: string, body: string): string =>
  `POST /v1/discover HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n${headers}\r\n${body}`
const get = (line: string, headers = 'Host: x\r\n'): string => `${line}\r\n${headers}\r\n`
const CHUNKED_END = '0\r\n\r\n'

export const FRAMINGS: readonly (readonly [name: string, bytes: string])[] = [
  ['a length and chunks', post('Content-Length: 4\r\nTransfer-Encoding: chunked\r\n', `${CHUNKED_END}${SMUGGLED}`)],
  [
    'chunks and a length',
    post(`Transfer-Encoding: chunked\r\nContent-Length: ${SMUGGLED.length + 5}\r\n`, `${CHUNKED_END}${SMUGGLED}`),
  ],
  ['two lengths', post('Content-Length: 2\r\nContent-Length: 60\r\n', `{}${SMUGGLED}`)],
  ['two equal lengths', post('Content-Length: 2\r\nContent-Length: 2\r\n', `{}${SMUGGLED}`)],
  ['two lengths in one line', post('Content-Length: 2, 60\r\n', `{}${SMUGGLED}`)],
  ['a length with a sign', post('Content-Length: +2\r\n', `{}${SMUGGLED}`)],
  ['a negative length', post('Content-Length: -2\r\n', `{}${SMUGGLED}`)],
  ['a length in another base', post('Content-Length: 0x2\r\n', `{}${SMUGGLED}`)],
  ['a length beyond all numbers', post('Content-Length: 99999999999999999999999\r\n', `{}${SMUGGLED}`)],
  ['a blank before the colon', post('Transfer-Encoding : chunked\r\n', `${CHUNKED_END}${SMUGGLED}`)],
  ['an encoding that is none', post('Transfer-Encoding: xchunked\r\n', `${CHUNKED_END}${SMUGGLED}`)],
  [
    'chunks that are not the last encoding',
    post('Transfer-Encoding: chunked, identity\r\n', `${CHUNKED_END}${SMUGGLED}`),
  ],
  ['an encoding behind a control character', post('Transfer-Encoding: \u000bchunked\r\n', `${CHUNKED_END}${SMUGGLED}`)],
  ['two encodings', post('Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n', `${CHUNKED_END}${SMUGGLED}`)],
  ['a chunk of negative size', post('Transfer-Encoding: chunked\r\n', `-2\r\n{}\r\n${CHUNKED_END}${SMUGGLED}`)],
  ['a chunk beyond all sizes', post('Transfer-Encoding: chunked\r\n', `fffffffffffffffff\r\n{}\r\n${SMUGGLED}`)],
  ['a chunk without its end', post('Transfer-Encoding: chunked\r\n', `2\r\n{}${SMUGGLED}`)],
  ['a chunk whose line ends in LF', post('Transfer-Encoding: chunked\r\n', `2\n{}\n0\n\n${SMUGGLED}`)],
  ['a folded header', post('X-A: b\r\n Content-Length: 60\r\n', SMUGGLED)],
  ['a lone CR in a header', post('X-A: b\rContent-Length: 60\r\n', SMUGGLED)],
  ['NUL in a header', post('X-A: b\u0000c\r\n', SMUGGLED)],
  ['a header without a name', post(': b\r\n', SMUGGLED)],
  ['a header with a blank in its name', post('X A: b\r\n', SMUGGLED)],
  ['no host', get('GET /v1/health HTTP/1.1', '') + SMUGGLED],
  ['a method that is none', get('G@T / HTTP/1.1') + SMUGGLED],
  ['a version that is none', get('GET / HTTP/1.2') + SMUGGLED],
  ['HTTP/2 without its negotiation', `PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n${SMUGGLED}`],
  ['a control character in the address', get('GET /\u0001 HTTP/1.1') + SMUGGLED],
  ['no line', '\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001\u00fc\u0003\u0003'],
]

/** Headers beyond what a server reads. */
export const FLOODS: readonly (readonly [name: string, bytes: string])[] = [
  ['one header of 20 KB', get('GET /healthz HTTP/1.1', `Host: x\r\nX-A: ${'a'.repeat(20_000)}\r\n`)],
  [
    '2,000 headers',
    get(
      'GET /healthz HTTP/1.1',
      `Host: x\r\n${Array.from({ length: 2_000 }, (_, number) => `X-${number}: aaaa\r\n`).join('')}`,
    ),
  ],
  ['an address of 20 KB', get(`GET /${'a'.repeat(20_000)} HTTP/1.1`)],
]

/** Two complete requests on one connection are both answered: a counter of answers must count two here. */
export const CONTROL = `${get('GET /healthz HTTP/1.1')}GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`
