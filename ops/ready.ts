/**
 * `node ops/ready.ts <url of the api>`: what `helm test` runs. Exits 1 where the api, its database, its schema or
 * Temporal is not there. A probe of Kubernetes asks less: for it a replica without Temporal is ready.
 */
const [url = ''] = process.argv.slice(2)
const MS_MAX = 10_000

try {
  const response = await fetch(new URL('/readyz', url), { signal: AbortSignal.timeout(MS_MAX) })
  const { checks = {} }: { readonly checks?: Readonly<Record<string, string>> } = JSON.parse(await response.text())
  const faults = Object.entries(checks).filter(([, state]) => state !== 'ok')
  for (const [name, state] of Object.entries(checks)) console.log(`${name}: ${state}`)
  if (response.status !== 200 || faults.length > 0) process.exitCode = 1
} catch (error) {
  console.error(`${url} does not answer: ${error instanceof Error ? error.message : String(error)}`)
  process.exitCode = 1
}
