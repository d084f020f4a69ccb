import ipaddr from 'ipaddr.js'
import type { CidrBlock } from '../webhooks/ip-addresses.ts'

type Variables = Readonly<Record<string, string | undefined>>

/**
 * `WEBHOOK_ALLOWED_NETWORKS`: networks that webhook URLs may reach in addition to public addresses; none by default.
 */
export const readAllowedNetworks = (env: Variables): readonly CidrBlock[] =>
  parseNetworks(env['WEBHOOK_ALLOWED_NETWORKS'] ?? '', 'WEBHOOK_ALLOWED_NETWORKS')

/** `10.0.0.0/8,fd00::/8`. Throws with the faulty entry; `source` is the name of the text in the message. */
export function parseNetworks(text: string, source: string): readonly CidrBlock[] {
  return text
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')
    .map((entry) => parseNetwork(entry, source))
}

function parseNetwork(entry: string, source: string): CidrBlock {
  // The parser would also read 010.0.0.0/8, which other programs read as another network.
  if (ipaddr.IPv4.isValidCIDRFourPartDecimal(entry)) return ipaddr.IPv4.parseCIDR(entry)
  if (ipaddr.IPv6.isValidCIDR(entry) && !entry.includes('%')) return ipaddr.IPv6.parseCIDR(entry)
  throw new Error(
    `${source} holds "${entry}", which is not a network. Write networks such as 10.0.0.0/8 or fd00::/8, and one address as 10.1.2.3/32, with commas between.`,
  )
}
