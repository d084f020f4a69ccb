// The time-skipping test server, a Java program, for tests that wait for days. In order: TEMPORAL_TEST_SERVER, our
// cache, Maven, the SDK's download.
import { chmodSync, existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { cacheFolder } from './folders.mjs'
import { sdkDownload } from './download.mjs'
import { install } from './install.mjs'
import { run, tryRun } from './run.mjs'

const VERSION = '1.38.0'

const POM = `<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>local</groupId>
  <artifactId>temporal-test-server</artifactId>
  <version>1</version>
  <dependencies>
    <dependency>
      <groupId>io.temporal</groupId>
      <artifactId>temporal-test-server</artifactId>
      <version>${VERSION}</version>
    </dependency>
  </dependencies>
</project>
`

// One compiler tier and one collector thread: it lives for seconds, next to other test processes.
const WRAPPER = `#!/bin/sh
exec java -XX:TieredStopAtLevel=1 -XX:+UseSerialGC -cp "$(dirname "$0")/lib/*" io.temporal.testserver.TestServer "$@"
`

/**
 * @param {string} node
 * @param {(text: string) => void} progress
 * @returns {Promise<{value: string | null, note: string}>} the executable; null when there is none, which only the
 * tests that skip time need
 */
export async function testServer(node, progress) {
  const given = process.env.TEMPORAL_TEST_SERVER
  if (given) return { value: given, note: `${given}, from TEMPORAL_TEST_SERVER` }
  const target = join(cacheFolder(), `temporal-test-server-${VERSION}`)
  const executable = join(target, 'temporal-test-server')
  if (existsSync(executable)) return { value: executable, note: `in ${cacheFolder()}` }
  try {
    let how = 'in the cache, just put there by another set-up'
    await install(target, progress, async (draft) => {
      how = await obtain(node, draft, progress)
    })
    return { value: executable, note: how }
  } catch (error) {
    return {
      value: null,
      note: `none, so the tests that skip time will fail. ${error instanceof Error ? error.message : String(error)}`,
    }
  }
}

/**
 * @param {string} node
 * @param {string} draft
 * @param {(text: string) => void} progress
 */
async function obtain(node, draft, progress) {
  const java = await tryRun('java', ['-version'], { timeout_ms: 10_000 })
  const maven = java && (await tryRun('mvn', ['-v'], { timeout_ms: 30_000 }))
  if (maven && (await withMaven(draft, progress))) return `${VERSION}, by Maven`
  if (await sdkDownload({ kind: 'test-server', node, draft, name: 'temporal-test-server', progress }))
    return "downloaded by Temporal's SDK"
  throw new Error('Install Java 11 or later and Maven, or set TEMPORAL_TEST_SERVER to an executable of it.')
}

/**
 * @param {string} draft
 * @param {(text: string) => void} progress
 */
async function withMaven(draft, progress) {
  progress('fetching with Maven')
  const pom = join(draft, 'pom.xml')
  writeFileSync(pom, POM)
  const args = [
    '-q',
    '-B',
    '-f',
    pom,
    'dependency:copy-dependencies',
    '-DincludeScope=runtime',
    `-DoutputDirectory=${join(draft, 'lib')}`,
  ]
  const copied = await run('mvn', args, { timeout_ms: 300_000 }).then(
    () => true,
    () => false,
  )
  if (!copied) return false
  writeFileSync(join(draft, 'temporal-test-server'), WRAPPER)
  chmodSync(join(draft, 'temporal-test-server'), 0o755)
  return true
}
