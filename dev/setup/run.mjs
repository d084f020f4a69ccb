// Runs the programs that the set-up needs, and stops them when it ends.
import { spawn } from 'node:child_process'

/** @type {Set<import('node:child_process').ChildProcess>} */
const underway = new Set()

/**
 * Runs a program to its end. Its output is not shown, only counted and kept for the error message.
 * @param {string} file
 * @param {string[]} args
 * @param {{cwd?: string, env?: NodeJS.ProcessEnv, timeout_ms?: number, signal?: AbortSignal, onLine?:
 *   (line: string) => void}} [options]
 * @returns {Promise<string>} what it printed
 */
export function run(file, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(file, args, {
      cwd: options.cwd,
      env: options.env ?? process.env,
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: options.timeout_ms,
      signal: options.signal,
    })
    underway.add(child)
    let output = ''
    const take = (/** @type {Buffer} */ chunk) => {
      output += chunk.toString()
      if (options.onLine) for (const line of chunk.toString().split('\n')) if (line.trim()) options.onLine(line.trim())
    }
    child.stdout.on('data', take)
    child.stderr.on('data', take)
    child.once('error', (error) => {
      underway.delete(child)
      reject(error)
    })
    child.once('close', (code, signal) => {
      underway.delete(child)
      if (code === 0) resolve(output)
      else reject(new Error(`${file} ${args.join(' ')} ended with ${signal ?? `code ${code}`}:\n${excerpt(output)}`))
    })
  })
}

// Some programs report their error first and some last.
const EXCERPT_CHARS = 1_500

/** @param {string} output */
function excerpt(output) {
  if (output.length <= 2 * EXCERPT_CHARS) return output
  return `${output.slice(0, EXCERPT_CHARS)}\n…\n${output.slice(-EXCERPT_CHARS)}`
}

/**
 * The same, for programs whose failure is an answer: null then.
 * @param {Parameters<typeof run>} args
 */
export function tryRun(...args) {
  return run(...args).catch(() => null)
}

export function stopUnderway() {
  for (const child of underway) child.kill('SIGTERM')
}
