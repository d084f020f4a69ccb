import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ALLOWED, auditOutput, judgeAdvisories } from './release/advisories.ts'
import { buildRelease } from './release/build.ts'
import { released } from './release/changelog.ts'
import { verifyRelease } from './release/verify.ts'
import { differing, PLACES, refusalOf, withVersion } from './release/versions.ts'

/**
 * `npm run release -- <version>`: writes the version everywhere, builds the files of the release into `dist/<version>`,
 * judges and installs them, and then makes the commit and its tag. Without a version it does the same for today's,
 * without a commit. It pushes and publishes nothing. If a step fails, the working tree is as it was.
 */
const ROOT = fileURLToPath(new URL('../', import.meta.url))
const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8')
const git = (...args: string[]): string => execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).trim()
const current: string = JSON.parse(read('package.json')).version
const today = (): string => new Date().toISOString().slice(0, 10)

function required(name: string): string {
  const value = process.env[name]
  if (!value) throw new Error(`${name} is not set. "npm run release" prepares it first.`)
  return value
}

async function build(version: string): Promise<void> {
  const wrong = differing(version, read)
  if (wrong.length > 0) throw new Error(`These state another version than ${version}: ${wrong.join(', ')}`)
  const advisories = judgeAdvisories(await auditOutput(ROOT), ALLOWED, today())
  if (advisories.kind === 'refused') throw new Error(advisories.text)
  const folder = join(ROOT, 'dist', version)
  const generator = required('CLIENT_GENERATOR')
  const by = { generator, helm: required('HELM') }
  const files = await buildRelease(ROOT, version, { folder, by, advisories: advisories.text })
  await verifyRelease(ROOT, version, folder, files, { twine: required('TWINE'), python: 'python3' })
  for (const name of files) console.log(join('dist', version, name))
  console.log(`\n${advisories.text}`)
}

/** The commit and the tag of a version, once everything that it consists of is built and verified. */
function release(version: string): void {
  const refusal = refusalOf(version, current)
  if (refusal !== null) throw new Error(refusal)
  if (git('status', '--porcelain') !== '') throw new Error('There are changes that are not committed.')
  const texts = new Map(PLACES.map(({ file }) => [file, withVersion(file, read(file), version)]))
  texts.set('CHANGELOG.md', released(read('CHANGELOG.md'), version, today()))
  try {
    for (const [file, text] of texts) writeFileSync(join(ROOT, file), text)
    // Modules of this process have read the version of before.
    execFileSync(process.execPath, [fileURLToPath(import.meta.url)], { stdio: 'inherit' })
  } catch (error) {
    git('checkout', '--', ...texts.keys())
    throw error
  }
  git('commit', '--all', '--message', `chore(release): ${version}`)
  git('tag', '--annotate', `v${version}`, '--message', version)
  console.log(`\nCommitted and tagged v${version}. Push both: git push --follow-tags`)
}

const [version] = process.argv.slice(2)
try {
  if (version === undefined) await build(current)
  else release(version)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
