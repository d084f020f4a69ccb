import { ServiceError } from 'routed-data-client/errors'
import type { Answer } from 'routed-data-client'

/** The command line was wrong: exit code 2, and no request was sent. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

/** The result cannot be had, for a reason other than a wrong command line; carries its exit code. */
export class ResultRefusal extends Error {
  override readonly name = 'Refusal'
  readonly exitCode: number

  constructor(message: string, exitCode: number) {
    super(message)
    this.exitCode = exitCode
  }
}

/** What a request named: the values of its path, and its body. */
export interface NamesSent {
  readonly params?: Readonly<Record<string, string>>
  readonly body?: unknown
}

/** The service answered with an error; its answer states which. */
export class ServiceRefusal extends Error {
  override readonly name = 'ServiceRefusal'
  readonly answer: Answer
  /** For the suggestion of a similar name. */
  readonly sent: NamesSent

  constructor(answer: Answer, sent: NamesSent = {}) {
    super(`the service answered ${answer.status}`)
    this.answer = answer
    this.sent = sent
  }
}

/** The typed client's error for an answer of the service, converted to a ServiceRefusal; any other error unchanged. */
export const asRefusal = (error: unknown): unknown =>
  error instanceof ServiceError
    ? new ServiceRefusal({
        status: error.status,
        headers: new Headers(),
        body: error.body,
        text: JSON.stringify(error.body),
      })
    : error

/** Ctrl-C. The message states what continues without the command, or is empty. */
export class Interrupted extends Error {
  override readonly name = 'Interrupted'
}
