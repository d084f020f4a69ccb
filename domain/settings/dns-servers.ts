import ipaddr from 'ipaddr.js'

/** An address with or without a port; IPv6 with a port has brackets. */
const SERVER = /^(?:\[(?<six>[^\]]+)\]|(?<plain>[^[\]]*?))(?::(?<port>\d{1,5}))?$/

/** `DNS_SERVERS`: the name servers that a worker asks, with commas between; empty: those of the system. */
export const readDnsServers = (env: Readonly<Record<string, string | undefined>>): readonly string[] =>
  (env['DNS_SERVERS'] ?? '')
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')
    .map(requireServer)

function requireServer(entry: string): string {
  const { six, plain, port } = SERVER.exec(entry)?.groups ?? {}
  const isAddress =
    ipaddr.isValid(entry) || ipaddr.IPv6.isValid(six ?? '') || ipaddr.IPv4.isValidFourPartDecimal(plain ?? '')
  const isPort = port === undefined || ipaddr.IPv6.isValid(entry) || (Number(port) > 0 && Number(port) < 65_536)
  if (isAddress && isPort) return entry
  throw new Error(
    `DNS_SERVERS holds "${entry}", which is no name server. Write addresses such as 10.0.0.2, 10.0.0.2:5353 or [fd00::2]:53, with commas between.`,
  )
}
