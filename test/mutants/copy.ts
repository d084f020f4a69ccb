import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, lstatSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

/** A copy of the working tree, in which mutants are made. */
export interface Copy {
  readonly root: string
  /** For temporary files of the tests: they are removed with the copy. */
  readonly temporary: string
  read(file: string): string
  write(file: string, text: string): void
  remove(): void
}

/** Copies what git knows or would add. Installed packages are shared by a link. */
export function copyOf(tree: string): Copy {
  const folder = mkdtempSync(join(tmpdir(), 'mutants-'))
  const [root, temporary] = [join(folder, 'tree'), join(folder, 'temporary')]
  for (const each of [root, temporary]) mkdirSync(each)
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: tree, encoding: 'utf8' })
  for (const file of new Set(listed.split('\0').filter((name) => name !== ''))) {
    const [from, to] = [join(tree, file), join(root, file)]
    // A file that was deleted and not committed is still listed.
    if (!existsSync(from) || lstatSync(from).isDirectory()) continue
    mkdirSync(dirname(to), { recursive: true })
    cpSync(from, to)
  }
  symlinkSync(join(tree, 'node_modules'), join(root, 'node_modules'))
  return {
    root, temporary,
    read: (file) => readFileSync(join(root, file), 'utf8'),
    write: (file, text) => writeFileSync(join(root, file), text),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}
