import type { TestService } from '../../support/service.ts'

/** What a walk has learned so far, by the walk's own names: mostly ids. */
export type Known = Map<string, string>

/** The caller: the person who signed up (in the sandbox unless `live`), or no credential. */
export type Asker = 'person' | 'live' | 'anonymous'

/** One request of a walk. Everything that a documented route shows as an example is sent by some step. */
export interface Step {
  readonly operation: string
  /** The status that the document promises for it. */
  readonly status: number
  /** Which body example is sent; none: no body, unless `body` makes one. */
  readonly example?: string
  /** A body that names what only this walk knows, or that no example covers. */
  readonly body?: (known: Known) => unknown
  /** Replaces members of the example that only this walk knows. */
  readonly knowing?: (known: Known) => object
  /** Path parameters by their names in the walk; those left out take the example of the document. */
  readonly params?: Readonly<Record<string, string>>
  readonly query?: string | ((known: Known) => string)
  readonly headers?: (known: Known, body: string) => Readonly<Record<string, string>>
  readonly as?: Asker
  /** Name -> its path in the answer, members separated by dots. */
  readonly learn?: Readonly<Record<string, string>>
  /** A precondition that no documented route creates. */
  readonly first?: (stage: Stage) => Promise<void>
  /** Repeated until the answer satisfies: some results arrive a moment later. */
  readonly until?: (body: unknown) => boolean
}

/** The service's environment: the test simulates every party that it talks to. */
export interface Stage {
  readonly service: TestService
  readonly known: Known
  /** Where webhooks of the walk are received. */
  readonly receiverUrl: string
  /** The provider's id for the page of a connect link. */
  readonly linkName: () => string
}
