import { run } from './run.mjs'

const BUILDING = 'building with Go, once, about five minutes'

/**
 * `go install` of one program into the folder `bin`.
 * @param {string} program with its version, `module/path@v1.2.3`
 * @param {string} bin
 * @param {(text: string) => void} progress
 */
export async function goInstall(program, bin, progress) {
  progress(BUILDING)
  let compiled = 0
  let fetched = 0
  await run('go', ['install', '-v', program], {
    env: { ...process.env, GOBIN: bin },
    onLine(line) {
      if (line.startsWith('go: downloading')) fetched += 1
      else compiled += 1
      progress(`${BUILDING}: ${fetched} modules fetched, ${compiled} packages compiled`)
    },
  })
}
