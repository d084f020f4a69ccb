import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { Readable, Writable } from 'node:stream'
import { until } from '../../support/until.ts'
import { within } from '../../support/within.ts'

/** Where commands are typed. */
export interface Shell {
  readonly folder: string
  readonly env: Readonly<Record<string, string>>
}

/** The output of a command. */
export interface CommandEnd {
  /** The shell's `$?`. */
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

export interface Terminal {
  /** Types one command and waits for its end. */
  run(command: string, seconds?: number): Promise<CommandEnd>
  close(): Promise<void>
}

/** Forty times what the slowest takes on two busy cores. */
const COMMAND_SECONDS = 120

/** What an interactive shell does, and one that runs a script does not. */
const AS_IN_A_TERMINAL = 'shopt -s expand_aliases'

/**
 * Commands come on descriptor 3, each as its text and the file for its output, and its exit status goes out on 4.
 * Standard input is empty, as in a terminal without typing.
 */
const READ_COMMANDS = `${AS_IN_A_TERMINAL}
while IFS= read -r -d '' typed_command <&3 && IFS= read -r -d '' typed_into <&3; do
  eval "$typed_command" </dev/null >"$typed_into.out" 2>"$typed_into.err" 3<&- 4>&-
  echo "$?" >&4
done`

/** A shell as a person has it who opens a terminal in this folder. */
export function openTerminal({ folder, env }: Shell): Terminal {
  const files = mkdtempSync(join(tmpdir(), 'terminal-'))
  const shell = spawn('bash', ['--noprofile', '--norc', '-c', READ_COMMANDS], {
    cwd: folder,
    env,
    stdio: ['ignore', 'inherit', 'inherit', 'pipe', 'pipe'],
  })
  const [, , , commands, codes] = shell.stdio
  if (!(commands instanceof Writable) || !(codes instanceof Readable))
    throw new Error('the shell has no descriptors to talk over')
  const ended = new Promise<void>((resolve) => shell.once('exit', () => resolve()))
  const answers = createInterface({ input: codes })[Symbol.asyncIterator]()
  let typed = 0

  const type = async (command: string, seconds: number): Promise<{ code: number; file: string }> => {
    const file = join(files, String((typed += 1)))
    commands.write(`${command}\0${file}\0`)
    const { value } = await within(seconds, `no end of: ${command}`, answers.next())
    if (value === undefined) throw new Error(`this ended the shell: ${command}\n${textOf(`${file}.err`)}`)
    return { code: Number(value), file }
  }

  return {
    async run(command, seconds = COMMAND_SECONDS) {
      const { code, file } = await type(command, seconds)
      return { code, stdout: textOf(`${file}.out`), stderr: textOf(`${file}.err`) }
    },
    async close() {
      commands.end()
      await within(COMMAND_SECONDS, 'the shell did not end', ended).finally(() => shell.kill('SIGKILL'))
      rmSync(files, { recursive: true })
    },
  }
}

/** A program in a separate terminal, until Ctrl-C is pressed there or it ends by itself. */
export interface LongCommand {
  /** All of its output so far. */
  output(): string
  /** Waits for an output that it promises, at most `seconds`; returns all of its output by then. */
  prints(what: RegExp, seconds?: number): Promise<string>
  /** The exit status, once it has ended; that of a shell whose command a signal has ended is 128 and its number. */
  readonly ended: Promise<number>
  interrupt(): Promise<number>
}

/** Types `command` in another terminal, after what has to be typed there first. */
export function runInTerminal({ folder, env }: Shell, before: readonly string[], command: string): LongCommand {
  let output = ''
  const child = spawn('bash', ['--noprofile', '--norc', '-c', [AS_IN_A_TERMINAL, ...before, command].join('\n')], {
    cwd: folder,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  const guard = interruptWithUs(child)
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString()
    })
  const ended = new Promise<number>((resolve) =>
    child.once('close', (code, signal) => {
      guard.kill('SIGKILL')
      resolve(code ?? (signal === 'SIGINT' ? INTERRUPTED : -1))
    }),
  )
  return {
    output: () => output,
    prints: (what, seconds = COMMAND_SECONDS) =>
      until(
        async () => output,
        (text) => what.test(text),
        seconds,
      ),
    ended,
    async interrupt() {
      // A terminal's Ctrl-C goes to everything in front of it.
      if (child.pid !== undefined && child.exitCode === null && child.signalCode === null)
        process.kill(-child.pid, 'SIGINT')
      return within(COMMAND_SECONDS, `Ctrl-C did not end: ${command}\n${output}`, ended)
    },
  }
}

const INTERRUPTED = 130

/** A shell that waits on a pipe from us, and presses Ctrl-C when we die, even by SIGKILL. */
function interruptWithUs(child: ChildProcess) {
  const guard = spawn(
    '/bin/sh',
    ['-c', 'read -r _; kill -INT -- "-$1" 2>/dev/null', 'terminal-guard', String(child.pid)],
    { detached: true, stdio: ['pipe', 'ignore', 'ignore'] },
  )
  guard.stdin.on('error', () => undefined)
  return guard
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
