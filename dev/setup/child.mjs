// Runs the command itself and acts for it: its signals, its exit code, and no process left after our end.
import { spawn } from 'node:child_process'
import { constants } from 'node:os'

// npm and the terminal both forward a Ctrl-C; a signal within this time of the first is the same one.
const SAME_SIGNAL_MS = 2_000
const PARENT_POLL_MS = 1_000

/**
 * @param {string} file
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<number>} the exit code
 */
export function runInFront(file, args, env) {
  // A separate session: a Ctrl-C in the terminal reaches only us, and we forward it to the command once.
  const child = spawn(file, args, { env, stdio: 'inherit', detached: true })
  const guard = spawn('/bin/sh', ['-c', 'read -r _; kill -s TERM "$0" 2>/dev/null', String(child.pid)], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  guard.stdin.on('error', () => {})
  const stopWatching = forwardSignals(child)
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code, signal) => {
      stopWatching()
      guard.kill('SIGKILL')
      resolve(code ?? 128 + (signal ? constants.signals[signal] : 0))
    })
  })
}

/** @param {import('node:child_process').ChildProcess} child */
function forwardSignals(child) {
  let sentAt = -Infinity
  const forward = (/** @type {NodeJS.Signals} */ signal) => {
    const now = Date.now()
    if (now - sentAt > SAME_SIGNAL_MS) child.kill(signal)
    sentAt = now
  }
  /** @type {NodeJS.Signals[]} */
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']
  for (const signal of signals) process.on(signal, forward)
  // npm waits for us as long as it lives. If it is killed, this check stops the command.
  const parent = process.ppid
  const looking = setInterval(() => {
    if (process.env.npm_lifecycle_event && process.ppid !== parent) forward('SIGTERM')
  }, PARENT_POLL_MS)
  looking.unref()
  return () => {
    clearInterval(looking)
    for (const signal of signals) process.removeListener(signal, forward)
  }
}
