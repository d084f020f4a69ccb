/** The result of a test run for a mutant. */
export type Verdict =
  | { readonly kind: 'killed'; readonly file: string; readonly test: string }
  | { readonly kind: 'timeout' }
  | { readonly kind: 'survived' }
  /** The tests failed without a judgement: the change is no mutant, for instance no valid program. */
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
const NO_PROGRAM = new RegExp(
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
  const judging = failed.find(({ test }) => !NO_PROGRAM.test((test.failureMessages ?? []).join('\n')))
  if (judging !== undefined) return { kind: 'killed', file: judging.file, test: judging.test.fullName }
  const [unjudged] = failed
  if (unjudged !== undefined) return broken(unjudged.test.failureMessages?.join('\n') ?? '')
  const unloaded = files.find(({ status }) => status === 'failed')
  return unloaded === undefined ? { kind: 'survived' } : broken(unloaded.message)
}

const broken = (reason: string): Verdict => ({ kind: 'broken', reason: reason.trim().slice(0, REASON_CHARS_MAX) })
