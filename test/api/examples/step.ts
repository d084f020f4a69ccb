import type { TestService } from '../../support/service.ts'

/** What a walk has learned so far, by names of its own: ids above all. */
export type Known = Map<string, string>

/** Who asks: the person who signed up (in the sandbox unless `live`), or nobody. */
export type Asker = 'person' | 'live' | 'nobody'

/** One request of a walk. Everything that a documented route shows as an example is sent by some step. */
export interface Step {
  readonly operation: string
  /** The status that the document promises for it. */
  readonly status: number
  /** Which body example is sent; none: no body, unless `body` makes one. */
  readonly example?: string
  /** A body that names what only this walk knows, or that leads where no example does. */
  readonly body?: (known: Known) => unknown
  /** Replaces members of the example that only this walk knows. */
  readonly knowing?: (known: Known) => object
  /** Path parameters by what they are known as; those left out take the example of the document. */
  readonly params?: Readonly<Record<string, string>>
  readonly query?: string | ((known: Known) => string)
  readonly headers?: (known: Known, body: string) => Readonly<Record<string, string>>
  readonly as?: Asker
  /** Name -> where it stands in the answer, members parted by dots. */
  readonly learn?: Readonly<Record<string, string>>
  /** What has to happen first that no documented route does. */
  readonly first?: (stage: Stage) => Promise<void>
  /** Asked again until the answer satisfies: what is told comes a moment later. */
  readonly until?: (body: unknown) => boolean
}

/** What surrounds the service: whoever it talks to is played by the test. */
export interface Stage {
  readonly service: TestService
  readonly known: Known
  /** Where webhooks of the walk are received. */
  readonly receiverUrl: string
  /** What the page of a connect link is called at the provider. */
  readonly linkName: () => string
}
