import ipaddr from 'ipaddr.js'

type Address = ipaddr.IPv4 | ipaddr.IPv6
/** A network of `WEBHOOK_ALLOWED_NETWORKS`: its address and how many of its bits count. */
export type CidrBlock = readonly [ipaddr.IPv4 | ipaddr.IPv6, number]

/** RFC 4291: all addresses that are assigned as global unicast; the rest of IPv6 is reserved for other uses. */
const GLOBAL_UNICAST: [ipaddr.IPv6, number] = [ipaddr.IPv6.parse('2000::'), 3]
/**
 * RFC 6052: how a network without IPv4 reaches IPv4. Deployments may choose other prefixes, which this service cannot
 * know.
 */
const NAT64: [ipaddr.IPv6, number] = [ipaddr.IPv6.parse('64:ff9b::'), 96]
/** RFC 5214: the interface of an ISATAP address begins with one of these, and its IPv4 address follows. */
const ISATAP_FIRST = [0x0000, 0x0200]
const ISATAP_SECOND = 0x5efe

/**
 * Where clouds answer any request with credentials. One of these addresses looks public, and the others lie in networks
 * that an operator may allow entirely: only an allowed network that is the very address opens one.
 */
const METADATA = [
  '169.254.169.254',
  '169.254.170.2',
  '169.254.170.23',
  '168.63.129.16',
  '100.100.100.200',
  '192.0.0.192',
  'fd00:ec2::254',
  'fd00:ec2::23',
  'fd20:ce::254',
].map((text) => parseAddress(text)?.toNormalizedString())

/**
 * The address that a connection uses: an IPv4 address inside an IPv6 one (`::ffff:127.0.0.1`) is that IPv4 address.
 * null: the text is no address. Only `1.2.3.4` is IPv4 here: the URL parser rewrites every other notation to it.
 */
function parseAddress(text: string): Address | null {
  if (ipaddr.IPv4.isValidFourPartDecimal(text)) return ipaddr.IPv4.parse(text)
  // A zone selects a network of this machine: nothing public needs one.
  return ipaddr.IPv6.isValid(text) && !text.includes('%') ? ipaddr.process(text) : null
}

/**
 * Whether a webhook may be sent to an address (decisions, "Customers' URLs"): a public one, or one inside an
 * allowed network.
 */
export function mayReach(text: string, allowed: readonly CidrBlock[]): boolean {
  const address = parseAddress(text)
  return address !== null && (isPublic(address) || isInside(address, allowed))
}

/** Whether an address lies inside an allowed network. */
export function isAllowed(text: string, allowed: readonly CidrBlock[]): boolean {
  const address = parseAddress(text)
  return address !== null && isInside(address, allowed)
}

function isInside(address: Address, allowed: readonly CidrBlock[]): boolean {
  const exactOnly = METADATA.includes(address.toNormalizedString())
  const addressBits = address.kind() === 'ipv4' ? 32 : 128
  return allowed.some(
    ([network, bits]) =>
      network.kind() === address.kind() && (!exactOnly || bits === addressBits) && address.match([network, bits]),
  )
}

/**
 * Global unicast, including any embedded address. Forms that are no longer in use (6to4, Teredo, IPv4-compatible) are
 * not public.
 */
function isPublic(address: Address): boolean {
  if (METADATA.includes(address.toNormalizedString())) return false
  if (address instanceof ipaddr.IPv4) return address.range() === 'unicast'
  const { parts } = address
  if (address.match(NAT64)) return isPublic(embedded(parts))
  if (!address.match(GLOBAL_UNICAST) || address.range() !== 'unicast') return false
  return !isIsatap(parts) || isPublic(embedded(parts))
}

const isIsatap = (parts: readonly number[]): boolean =>
  ISATAP_FIRST.includes(parts[4] ?? -1) && parts[5] === ISATAP_SECOND

/** The IPv4 address in the last 32 bits. */
function embedded(parts: readonly number[]): ipaddr.IPv4 {
  const [high = 0, low = 0] = parts.slice(-2)
  return new ipaddr.IPv4([high >> 8, high & 0xff, low >> 8, low & 0xff])
}
