/** The result of a test run for a mutant. */
export type Verdict =
  | { readonly kind: 'killed'; readonly file: string; readonly test: string }
  /** Given by the caller: Jest was stopped. */
  | { readonly kind: 'timeout' }
  | { readonly kind: 'survived' }
  /** No test could run properly, for instance because the change does not compile: it proves nothing. */
  | { readonly kind: 'broken'; readonly reason: string }

/** The part of Jest's report (`--json`) that is read here. */
export interface JestReport {
  readonly testResults: readonly JestFile[]
}

interface JestFile {
  readonly name: string
  readonly status: string
  readonly message: string
  readonly assertionResults: readonly JestTest[]
}

interface JestTest {
  readonly fullName: string
  readonly status: string
  readonly failureMessages?: readonly string[]
}

/** Errors of a program or a statement that does not work at all. A test that fails by one of them proves nothing. */
const INVALID_PROGRAM_ERRORS = new RegExp(
  [
    'SyntaxError',
    'ReferenceError',
    'syntax error at or near',
    'could not determine data type of parameter',
    'bind message supplies',
    '(?:column|relation|operator|function) \\S.* does not exist',
    'types \\w+ and \\w+ cannot be matched',
    'is of type \\w+ but expression is of type',
  ].join('|'),
)

const REASON_CHARS_MAX = 300

/** `report` is null where Jest ended without one; `output` is what it printed. */
export function verdictOf(report: JestReport | null, output: string): Verdict {
  if (report === null) return broken(`Jest wrote no report: ${output}`)
  const files = report.testResults
  if (files.length === 0) return broken('no test was run')
  const failed = files.flatMap(({ name, assertionResults }) =>
    assertionResults.filter(({ status }) => status === 'failed').map((test) => ({ file: name, test })),
  )
  const realFailure = failed.find(({ test }) => !INVALID_PROGRAM_ERRORS.test((test.failureMessages ?? []).join('\n')))
  if (realFailure !== undefined) return { kind: 'killed', file: realFailure.file, test: realFailure.test.fullName }
  const [invalidFailure] = failed
  if (invalidFailure !== undefined) return broken(invalidFailure.test.failureMessages?.join('\n') ?? '')
  const unloadableFile = files.find(({ status }) => status === 'failed')
  return unloadableFile === undefined ? { kind: 'survived' } : broken(unloadableFile.message)
}

const broken = (reason: string): Verdict => ({ kind: 'broken', reason: reason.trim().slice(0, REASON_CHARS_MAX) })
