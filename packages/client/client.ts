import { events, type EventsOptions } from './events.ts'
import type { Event, Run, RunRequest } from './operations.ts'
import { createPages, type Pages } from './pages.ts'
import { createRequest, type Request } from './request.ts'
import { run, type RunOptions, waitForRun, type WaitOptions } from './runs.ts'
import { type ClientOptions, createSend, type Send } from './transport.ts'

export interface Client {
  /** One operation, typed by its name: returns the body of a 2xx, throws a ServiceError for every other answer. */
  readonly request: Request
  /** Any request: returns every answer, and throws only a ConnectionError (or its signal's reason). */
  readonly send: Send
  /** Creates a run and returns it, whatever its end; throws only where no run was made. */
  run(body: RunRequest, options?: RunOptions): Promise<Run>
  /** Waits for the end of a run, across broken connections. `done` is false when the time ran out before. */
  waitForRun(runId: string, options?: WaitOptions): Promise<Run>
  /** The pages of a list, one after the other; only for operations that page. */
  readonly pages: Pages
  /** The events of the stream, each once; with `follow` also those to come. */
  events(options?: EventsOptions): AsyncGenerator<Event, void, undefined>
}

/** A client of the service, over the platform's `fetch`. It keeps no state: make as many as you like. */
export function createClient(options: ClientOptions): Client {
  const send = createSend(options)
  return {
    send,
    request: createRequest(send),
    pages: createPages(send),
    run: (body, requestOptions) => run(send, body, requestOptions),
    waitForRun: (runId, requestOptions) => waitForRun(send, runId, requestOptions),
    events: (requestOptions) => events(send, requestOptions),
  }
}
