import { createServer } from 'node:http'
import protobuf from 'protobufjs'
import { portOf } from '../../telemetry/port-of.ts'

/** A trace collector that stores only counts. */
export interface CountingCollector {
  readonly url: string
  /** Since the last `take`. */
  take(): { readonly spans: number; readonly bytes: number; readonly requests: number }
  close(): Promise<void>
}

/** The part of OTLP that counting spans needs. */
const REQUEST = protobuf
  .parse(`
  syntax = "proto3";
  message Request { repeated Resource resources = 1; }
  message Resource { repeated Scope scopes = 2; }
  message Scope { repeated bytes spans = 2; }
`)
  .root.lookupType('Request')

export async function startCountingCollector(): Promise<CountingCollector> {
  let bodies: Buffer[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      bodies.push(Buffer.concat(chunks))
      response.writeHead(200).end()
    })
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  return {
    url: `http://127.0.0.1:${portOf(server.address())}`,
    take() {
      const taken = bodies
      bodies = []
      // Read only now: reading must not take time from the measurement.
      return {
        spans: taken.reduce((sum, body) => sum + spansIn(body), 0),
        bytes: taken.reduce((sum, { length }) => sum + length, 0),
        requests: taken.length,
      }
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

interface Counted {
  readonly resources?: readonly { readonly scopes?: readonly { readonly spans?: readonly unknown[] }[] }[]
}

function spansIn(body: Buffer): number {
  const { resources = [] }: Counted = REQUEST.toObject(REQUEST.decode(body))
  return resources.reduce(
    (sum, { scopes = [] }) => sum + scopes.reduce((of, { spans = [] }) => of + spans.length, 0),
    0,
  )
}
