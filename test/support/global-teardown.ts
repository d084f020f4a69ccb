import { stopSharedService } from './shared-service.ts'

export default async function globalTeardown(): Promise<void> {
  await stopSharedService()
  const stops = (globalThis as { stopTestServers?: (() => Promise<void>)[] }).stopTestServers ?? []
  await Promise.all(stops.map((stop) => stop()))
}
