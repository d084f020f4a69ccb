import type { ActivityDeps } from '../deps.ts'
import type { AttemptExecution } from './attempt-execution.ts'

export type WorkOfRun = Pick<AttemptExecution['run'], 'capability' | 'rawRequest'>

/** The requested work by the catalog's name: an endpoint as the caller wrote it may hold values. */
export function nameOfWork(
  catalog: ActivityDeps['catalog'],
  { capability, rawRequest }: WorkOfRun,
): { readonly capability?: string; readonly endpoint?: string } {
  if (capability !== null) return { capability }
  const endpoint =
    rawRequest === null ? undefined : catalog.find(rawRequest.provider, rawRequest.endpoint, rawRequest.method)
  return endpoint === undefined ? {} : { endpoint: `${endpoint.method} ${endpoint.endpoint}` }
}
