import { ServiceError } from '../sdk/errors.ts'
import type { Answer } from '../sdk/index.ts'

/** The command was given wrongly: exit code 2, and nothing was asked for. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

/** What was asked for cannot be had, for a reason that is no mistake of the command line; with the exit code that says so. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly exitCode: number

  constructor(message: string, exitCode: number) {
    super(message)
    this.exitCode = exitCode
  }
}

/** The service answered with an error; its answer says which. */
export class ServiceRefusal extends Error {
  override readonly name = 'ServiceRefusal'
  readonly answer: Answer

  constructor(answer: Answer) {
    super(`the service answered ${answer.status}`)
    this.answer = answer
  }
}

/** What the typed client throws for an answer of the service, as everything else here knows it; any other error as it is. */
export const asRefusal = (error: unknown): unknown => (error instanceof ServiceError
  ? new ServiceRefusal({ status: error.status, headers: new Headers(), body: error.body, text: JSON.stringify(error.body) }) : error)

/** Ctrl-C: what goes on without the command, in a sentence, or nothing. */
export class Interrupted extends Error {
  override readonly name = 'Interrupted'
}
