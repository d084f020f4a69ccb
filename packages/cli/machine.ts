/** Where text goes: a terminal, a file or the next program. */
export interface Output {
  /** Resolves when more may be written; the reader may be slower. */
  write(text: string): Promise<void>
  readonly isTerminal: boolean
  /** Characters a line; null where no line ends. */
  readonly columns: number | null
}

/** The program's only access to the machine: `main.ts` gives the real one, tests give their own. */
export interface Machine {
  /** The variables that the program knows; it reads no others. */
  readonly env: Readonly<Record<string, string | undefined>>
  readonly stdout: Output
  readonly stderr: Output
  /** Everything on standard input, once. */
  readStdin(): Promise<Uint8Array>
  /** The bytes of a file; null when it does not exist. Throws the system's error otherwise. */
  readFile(path: string): Promise<Uint8Array | null>
  /** Writes a file that only its owner may read, completely or not at all. */
  writePrivate(path: string, text: string): Promise<void>
  /**
   * Writes a file piece by piece; it appears under its name once it is complete. Throws the system's errors, and those
   * of the pieces.
   */
  writeFile(path: string, pieces: AsyncIterable<string>): Promise<void>
  /** Does the work while no other process does its work for this file. */
  exclusively<T>(path: string, work: () => Promise<T>): Promise<T>
  /** Opens a page in the person's browser; false where none can be started. */
  openBrowser(url: string): Promise<boolean>
  /** false when there was none. */
  removeFile(path: string): Promise<boolean>
  /** The file that was started: what completion starts again. */
  readonly program: string
  readonly homeDir: string
  /** Where the command was given. */
  readonly workingDir: string
  readonly fetch: typeof fetch
  /** Milliseconds since 1970. */
  now(): number
  /** Resolves earlier when it is interrupted. */
  sleep(ms: number): Promise<void>
  /** Aborted by the first Ctrl-C. */
  readonly interrupted: AbortSignal
}
