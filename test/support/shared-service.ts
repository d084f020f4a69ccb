import { buildWorkspace } from '../build/workspace.ts'
import { type SharedService, startTestService, type TestService } from './service.ts'

let running: Promise<TestService> | null = null

/**
 * The service of all test files of this Jest worker that need no settings of their own, with a new workspace for each
 * file: its statements are planned and its schemas compiled once. `stop` only states that the file is done.
 */
export async function sharedTestService(): Promise<SharedService> {
  running ??= startShared()
  const service = await running
  return { ...service, workspace: await buildWorkspace(service.db), stop: () => Promise.resolve() }
}

/** Where the tests ran in the process of Jest itself: nothing stops the service but this, after the last file. */
export async function stopSharedService(): Promise<void> {
  await (await running)?.stop()
  running = null
}

/** What Jest sends to a worker that has no more files. */
const NO_MORE_FILES = 2

function startShared(): Promise<TestService> {
  // A Jest worker is to end by itself, and the service would keep it alive.
  if (process.send !== undefined)
    process.on('message', (message) => {
      if (Array.isArray(message) && message[0] === NO_MORE_FILES) process.exit()
    })
  return startTestService()
}
