import { spawnSync } from 'node:child_process'

/** A block as a shell reads it: one command after the other, each with all of its lines. */
export function commandsOf(block: string): string[] {
  const commands: string[] = []
  let open: string[] = []
  for (const line of block.split('\n')) {
    if (open.length === 0 && (line.trim() === '' || line.startsWith('#'))) continue
    open.push(line)
    if (!isComplete(open.join('\n'))) continue
    commands.push(open.join('\n'))
    open = []
  }
  if (open.length > 0) throw new Error(`a command has no end: ${open.join('\n')}`)
  return commands
}

/** Whether a shell would run it now, or wait for another line. */
function isComplete(text: string): boolean {
  if (text.endsWith('\\')) return false
  const { status, stderr } = spawnSync('bash', ['-n'], { input: text, encoding: 'utf8' })
  if (status !== 0 && !/unexpected end of file|unexpected EOF/.test(stderr))
    throw new Error(`bash does not understand: ${text}\n${stderr}`)
  return status === 0 && !stderr.includes('here-document')
}
