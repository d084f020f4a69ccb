import Type from 'typebox'
import { DISPLAY_NAME_PATTERN } from '../../domain/words/display-name.ts'
import { DEVICE_TOKEN_LENGTH_MAX, EmailAddress, Workspace } from './auth.ts'
import { BudgetTerms } from './budget.ts'
import { closed, nullable, oneOf, Timestamp } from './common.ts'
import { named } from './named.ts'

/** Shorter than the name of a workspace: the name of the live key is made from it. */
export const AGENT_NAME_LENGTH_MAX = 80

export const AGENT_STATUSES = ['quarantined', 'claimed'] as const
export const LIVE_KEY_STATES = ['none', 'ready', 'taken'] as const

/** The body of `POST /v1/agents/signup`. */
export const AgentSignUpRequest = named(
  'AgentSignUpRequest',
  closed({
    name: Type.String({
      minLength: 1,
      maxLength: AGENT_NAME_LENGTH_MAX,
      pattern: DISPLAY_NAME_PATTERN,
      description: 'What the agent calls itself. It becomes the name of the workspace.',
      examples: ['Research agent of Analytical Engines'],
    }),
    owner_email: Type.Optional(
      Type.Unsafe<string>({
        ...EmailAddress,
        description:
          'The person who shall adopt the workspace: they get a mail with the link, and only they can claim it.',
      }),
    ),
  }),
)

export const AgentSignedUp = named(
  'AgentSignedUp',
  closed({
    workspace: Workspace,
    test_key: Type.String({ description: 'A sandbox key, shown once.', examples: ['svc_test_…'] }),
    claim_url: Type.String({
      description: 'The page on which a person adopts the workspace. Give it to your person; it works once.',
      examples: ['https://api.example.com/dashboard/claim?token=svc_mail_…'],
    }),
    claim_expires_at: Type.Unsafe<string>({ ...Timestamp, description: 'Then the link and the key end.' }),
  }),
)

/** The body of `POST /v1/agents/claim`. */
export const AgentClaimRequest = named(
  'AgentClaimRequest',
  closed({
    token: Type.String({
      minLength: 1,
      maxLength: DEVICE_TOKEN_LENGTH_MAX,
      description: 'The token in `claim_url`. It works once.',
      examples: ['svc_mail_…'],
    }),
    budget: BudgetTerms,
  }),
)

export const AgentClaimed = named(
  'AgentClaimed',
  closed({ workspace: Workspace, budget: BudgetTerms, claimed_at: Timestamp }),
)

/** A sign-up, as the key that it made sees it. */
export const AgentSignUpState = named(
  'AgentSignUpState',
  closed({
    workspace: Workspace,
    status: oneOf(AGENT_STATUSES, {
      description: '`quarantined`: sandbox only, until a person claims the workspace.',
    }),
    claim_expires_at: nullable(Timestamp, {
      description: 'When the link and the key end; null: the workspace is claimed, and the key stays.',
    }),
    live_key: oneOf(LIVE_KEY_STATES, {
      description: '`ready`: take it with `POST /v1/agents/live-key`. `none`: the workspace is not claimed.',
    }),
  }),
)
