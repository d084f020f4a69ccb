import { createServer } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

/** A provider of web searches that answers after a configurable time. */
export interface BenchProvider {
  readonly url: string
  answerAfter(latencyMs: number): void
  close(): Promise<void>
}

const ANSWER = Buffer.from(
  JSON.stringify({
    searchParameters: { q: 'durable workflows', type: 'search' },
    organic: [
      { title: 'Durable examples', link: 'https://www.example.com/durable', snippet: 'An invented page.', position: 1 },
      { title: 'More examples', link: 'https://www.example.org/more', snippet: 'Another invented page.', position: 2 },
    ],
  }),
)

export async function startProvider(): Promise<BenchProvider> {
  let latencyMs = 0
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      void sleep(latencyMs).then(() => {
        response.writeHead(200, { 'content-type': 'application/json', 'content-length': ANSWER.length }).end(ANSWER)
      })
    })
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => resolve())
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the provider has no port')
  return {
    url: `http://127.0.0.1:${address.port}`,
    answerAfter: (ms) => {
      latencyMs = ms
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
