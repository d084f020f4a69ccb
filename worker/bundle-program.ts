import { bundleWorkflowCode } from '@temporalio/worker'

/**
 * Bundles the workflows of a file, with the interceptors of others, and writes the code to the standard output.
 * `workflow-bundle.ts` starts it.
 */
const [workflowsPath = '', ...workflowInterceptorModules] = process.argv.slice(2)

/** Silences the bundler's progress; a failure is thrown. */
const nothing = (): void => undefined
const quiet = { log: nothing, trace: nothing, debug: nothing, info: nothing, warn: nothing, error: nothing }

const { code } = await bundleWorkflowCode({
  workflowsPath,
  preloadModules: [workflowsPath],
  workflowInterceptorModules,
  logger: quiet,
  // Each workflow thread keeps the map for its call stacks, which name files and lines; the sources are not needed.
  webpackConfigHook: (config) => ({ ...config, devtool: 'inline-nosources-source-map' }),
})
process.stdout.write(inAscii(code))

/** V8 keeps a text with a single character beyond Latin-1 in twice the bytes, and the bundle has some in comments. */
function inAscii(text: string): string {
  return text.replaceAll(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
}
