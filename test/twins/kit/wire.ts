import type { ServerResponse } from 'node:http'
import type { ModeName } from './mode.ts'
import type { TwinReply } from './twin.ts'

/** Sends an answer as the mode has it. */
export function sendAs(mode: ModeName, response: ServerResponse, reply: TwinReply, slug: string): void {
  if (mode === 'broken') return breakOff(response, reply, slug)
  send(response, CHANGED[mode]?.(reply) ?? reply, slug)
}

const textIn = ({ text, json }: TwinReply): string => text ?? JSON.stringify(json ?? null)
const halfOf = (reply: TwinReply): string => textIn(reply).slice(0, Math.ceil(textIn(reply).length / 2))
const cut = (reply: TwinReply): TwinReply => ({ ...reply, json: undefined, text: halfOf(reply), headers: JSON_TYPE })

/** More than the ten megabytes that the service reads of an answer. */
const SWOLLEN_BYTES = 11 * 1024 * 1024
const swollen = (reply: TwinReply): TwinReply => ({
  ...reply,
  json: undefined,
  text: JSON.stringify({ swollen: 'x'.repeat(SWOLLEN_BYTES) }),
  headers: JSON_TYPE,
})

const CHANGED: Partial<Record<ModeName, (reply: TwinReply) => TwinReply>> = {
  malformed: cut,
  empty: (reply) => ({ ...reply, json: {} }),
  oversized: swollen,
}

/** Announces the entire answer, sends half of it and closes the connection. */
function breakOff(response: ServerResponse, reply: TwinReply, slug: string): void {
  const length = Buffer.byteLength(textIn(reply))
  response.writeHead(reply.status ?? 200, { ...JSON_TYPE, 'content-length': length, 'x-twin': slug })
  response.write(halfOf(reply), () => response.socket?.destroy())
}

const JSON_TYPE = { 'content-type': 'application/json' }

export function send(
  response: ServerResponse,
  { status = 200, headers = {}, json, text }: TwinReply,
  slug: string,
): void {
  response
    .writeHead(status, {
      ...(json === undefined ? { 'content-type': 'text/plain' } : JSON_TYPE),
      ...headers,
      'x-twin': slug,
    })
    .end(json === undefined ? (text ?? '') : JSON.stringify(json))
}
