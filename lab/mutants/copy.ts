import { execFileSync } from 'node:child_process'
import {
  copyFileSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
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

/** Copies what git tracks or would add. Installed packages are shared by a link. */
export function copyOf(tree: string): Copy {
  const folder = mkdtempSync(join(tmpdir(), 'mutants-'))
  const remove = (): void => rmSync(folder, { recursive: true, force: true })
  const [root, temporary] = [join(folder, 'tree'), join(folder, 'temporary')]
  try {
    mkdirSync(temporary)
    copyTree(tree, root)
  } catch (error) {
    remove()
    throw error
  }
  return {
    root,
    temporary,
    remove,
    read: (file) => readFileSync(join(root, file), 'utf8'),
    write: (file, text) => writeFileSync(join(root, file), text),
  }
}

function copyTree(tree: string, root: string): void {
  const known = ['ls-files', '-z', '--cached', '--others', '--exclude-standard']
  const listed = execFileSync('git', known, { cwd: tree, encoding: 'utf8' })
  for (const file of new Set(listed.split('\0').filter((name) => name !== ''))) {
    const [from, to] = [join(tree, file), join(root, file)]
    mkdirSync(dirname(to), { recursive: true })
    // A file that was deleted and not committed is still listed.
    const found = lstatSync(from, { throwIfNoEntry: false })
    if (found?.isSymbolicLink()) symlinkSync(readlinkSync(from), to)
    else if (found?.isFile()) copyFileSync(from, to)
  }
  symlinkSync(join(tree, 'node_modules'), join(root, 'node_modules'))
}
