import ipaddr from 'ipaddr.js'

/** IPv6 gives every customer a /64, so a limit on single addresses would have no effect. */
const IPV6_CUSTOMER_BYTES = 8

export type ClientAddress = (peer: string | undefined, forwardedFor: string | undefined) => string

/**
 * The client address that limits count against. `X-Forwarded-For` is read from the right for as long as the reporting
 * hop is a trusted proxy (TRUSTED_PROXIES): entries left of an untrusted hop cannot be trusted.
 */
export function clientAddress(trustedProxies: readonly string[]): ClientAddress {
  const isTrusted = within(trustedProxies)
  return (peer, forwardedFor) => {
    if (peer === undefined || !ipaddr.isValid(peer)) return 'unknown'
    const hops = forwardedFor === undefined ? [] : forwardedFor.split(',').map((hop) => hop.trim())
    let address = ipaddr.process(peer)
    while (isTrusted(address)) {
      const hop = hops.pop()
      if (hop === undefined || !ipaddr.isValid(hop)) break
      address = ipaddr.process(hop)
    }
    return customerOf(address)
  }
}

/** Whether the connected peer itself is a trusted proxy (TRUSTED_PROXIES). */
export function trustedPeer(trustedProxies: readonly string[]): (peer: string | undefined) => boolean {
  const isTrusted = within(trustedProxies)
  return (peer) => peer !== undefined && ipaddr.isValid(peer) && isTrusted(ipaddr.process(peer))
}

function within(cidrs: readonly string[]): (address: ipaddr.IPv4 | ipaddr.IPv6) => boolean {
  const networks = cidrs.map((cidr) => ipaddr.parseCIDR(cidr))
  return (address) =>
    networks.some(([network, bits]) => network.kind() === address.kind() && address.match([network, bits]))
}

function customerOf(address: ipaddr.IPv4 | ipaddr.IPv6): string {
  if (address.kind() === 'ipv4') return address.toString()
  const bytes = address.toByteArray().map((byte, index) => (index < IPV6_CUSTOMER_BYTES ? byte : 0))
  return `${ipaddr.fromByteArray(bytes).toString()}/64`
}
