import type { AddressInfo } from 'node:net'

/** A server on a TCP port has an address with a port; a pipe's address would be a string. */
export function portOf(address: AddressInfo | string | null): number {
  if (typeof address !== 'object' || address === null) throw new Error('the server does not listen on a port')
  return address.port
}
