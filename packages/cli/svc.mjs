#!/usr/bin/env node
// Starts the command line client in a clone, whatever Node version the shell has: plain JavaScript, because only the
// clone's own Node 24 reads main.ts. A packed client does not have this file: its command is main.js.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import module from 'node:module'
import { constants } from 'node:os'
import { fileURLToPath } from 'node:url'

const inClone = (/** @type {string} */ path) => fileURLToPath(new URL(`../../${path}`, import.meta.url))
/** The first release that runs TypeScript without a flag and without a warning. */
const READS_TYPESCRIPT = 24

if (Number.parseInt(process.versions.node, 10) >= READS_TYPESCRIPT) {
  // The stripped and compiled code is cached for the next start; a cache folder that cannot be written is ignored.
  module.enableCompileCache(inClone('node_modules/.cache/svc'))
  await import(new URL('./main.ts', import.meta.url).href)
} else {
  restart(inClone('node_modules/.bin/node'))
}

/** @param {string} node */
function restart(node) {
  if (!existsSync(node)) {
    process.stderr.write(
      'svc needs Node 24, or a clone whose packages are installed: run "npm start" or "npm ci" in it once.\n',
    )
    process.exitCode = 1
    return
  }
  const child = spawn(node, [fileURLToPath(import.meta.url), ...process.argv.slice(2)], { stdio: 'inherit' })
  // A terminal signals the entire group; the child decides what an interruption means, and this process exits as it
  // does.
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
    process.on(signal, () => {
      if (signal !== 'SIGINT') child.kill(signal)
    })
  }
  child.on('error', (error) => {
    process.stderr.write(`svc could not start ${node}: ${error.message}\n`)
    process.exitCode = 1
  })
  child.on('exit', (code, signal) => {
    process.exitCode = code ?? 128 + (signal === null ? 0 : constants.signals[signal])
  })
}
