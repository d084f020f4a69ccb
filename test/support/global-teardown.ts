export default async function globalTeardown(): Promise<void> {
  const stops = (globalThis as { stopTestServers?: (() => Promise<void>)[] }).stopTestServers ?? []
  await Promise.all(stops.map((stop) => stop()))
}
