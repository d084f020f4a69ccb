import { databaseAccess } from '../domain/settings/database.ts'
import { writeAudit } from '../db/access/audit/entries.ts'
import { openDatabase, type Transaction } from '../db/database.ts'
import { deploymentName } from '../domain/settings/worker-version.ts'
import { type Change, EXIT_CODES } from './deployments/answer.ts'
import { readArguments, runDeployments, USAGE } from './deployments/command.ts'
import { dataDirOf } from '../dev/local/data-dir.ts'
import { readServers } from '../dev/local/running.ts'
import { reachTemporal } from './reach/reach-temporal.ts'
import { operatorName } from './reach/operator.ts'

/**
 * `npm run deployments -- list | promote <build> | ramp <build> <percent> | drained <build> | move <workflow or query>
 * <build>`: controls which version of the workers gets which work (ops/DEPLOY.md). Exits 0 when it is done or true, 3
 * when a later try may succeed, else 1.
 */
async function main(): Promise<void> {
  const typed = readArguments(process.argv.slice(2))
  if (typed === null) throw new Error(USAGE)
  const dataDir = dataDirOf(process.env)
  const actor = typed.by || operatorName()
  const { client, temporal, close } = await reachTemporal(process.env, dataDir)
  try {
    const place = {
      client,
      ...temporal,
      deploymentName: deploymentName(process.env, temporal.taskQueue),
      identity: actor,
    }
    const { lines, ended, change } = await runDeployments(place, typed.request)
    for (const line of lines) console.log(line)
    process.exitCode = EXIT_CODES[ended]
    if (change !== undefined)
      await audit(databaseAccess(process.env).sessionUrl || readServers(dataDir).database_url, {
        ...change,
        actor,
        reason: typed.reason || 'none given',
      })
  } finally {
    await close()
  }
}

const TELL_DEPLOYMENT: Transaction = { name: 'tell_deployment', effect: true }

/** Temporal has already changed: a change that the audit could not store is printed, and stays. */
async function audit(
  url: string | undefined,
  { actor, reason, ...change }: Change & { readonly actor: string; readonly reason: string },
): Promise<void> {
  if (url === undefined) {
    console.log('Not written to the audit: DATABASE_URL is not set.')
    return
  }
  try {
    const db = await openDatabase({ url, applicationName: 'deployments', poolMax: 1 })
    try {
      await db.transaction(TELL_DEPLOYMENT, (tx) => writeAudit(tx, { ...change, actor, reason, workspaceId: null }))
    } finally {
      await db.close()
    }
  } catch (error) {
    console.log(`Not written to the audit: ${error instanceof Error ? error.message : String(error)}`)
  }
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : String(error))
  process.exitCode = EXIT_CODES.refused
})
