import Type from 'typebox'
import { ROLES } from '../../domain/access/roles.ts'
import { OAUTH_SCOPES } from '../../domain/access/scopes.ts'
import { DISPLAY_NAME_PATTERN } from '../../domain/words/display-name.ts'
import { idPattern } from '../../domain/ids/ids.ts'
import { ENVIRONMENTS } from '../../domain/runs/states.ts'
import { KeyAllow } from './api-key.ts'
import { Budget } from './budget.ts'
import { closed, nullable, oneOf, Timestamp } from './common.ts'
import { named } from './named.ts'

/** Longer than any token that is issued. */
export const DEVICE_TOKEN_LENGTH_MAX = 128
/** The longest address that a path of RFC 5321 allows. */
export const EMAIL_LENGTH_MAX = 254
const PASSWORD_LENGTH_MIN = 8
/** Longer than any password manager's password; argon2's work does not grow with it. */
export const PASSWORD_LENGTH_MAX = 256
export const WORKSPACE_NAME_LENGTH_MAX = 100
const REFERRAL_CODE_LENGTH_MAX = 64

export const EmailAddress = Type.String({
  format: 'email',
  maxLength: EMAIL_LENGTH_MAX,
  description: 'Letter case does not matter.',
  examples: ['ada@example.com'],
})
const NewPassword = Type.String({
  minLength: PASSWORD_LENGTH_MIN,
  maxLength: PASSWORD_LENGTH_MAX,
  description: `${PASSWORD_LENGTH_MIN} to ${PASSWORD_LENGTH_MAX} characters, of any kind.`,
  examples: ['correct horse battery staple'],
})
const WorkspaceName = Type.String({
  minLength: 1,
  maxLength: WORKSPACE_NAME_LENGTH_MAX,
  pattern: DISPLAY_NAME_PATTERN,
  description: 'The name of the workspace. It need not be unique.',
  examples: ['Analytical Engines'],
})
export const Workspace = closed({ id: Type.String({ pattern: idPattern('ws') }), name: Type.String() })
const User = closed({ id: Type.String({ pattern: idPattern('usr') }), email: Type.String() })
const SessionToken = Type.String({
  description: 'Shown once. Send it as `Authorization: Bearer <session_token>`.',
  examples: ['svc_sess_…'],
})

const DeviceToken = Type.String({
  examples: ['svc_device_…'],
  description:
    'Store it on this device and send it with the next sign-in. Failed sign-ins of others then do not lock out this device. The token grants no access.',
})

/** The body of `POST /v1/auth/signup`. */
export const SignUpRequest = named(
  'SignUpRequest',
  closed({
    email: EmailAddress,
    password: NewPassword,
    workspace: WorkspaceName,
    referral_code: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: REFERRAL_CODE_LENGTH_MAX,
        description: 'The code of the referring workspace.',
      }),
    ),
  }),
)

export const SignedUp = named(
  'SignedUp',
  closed({
    session_token: SessionToken,
    expires_at: Timestamp,
    workspace: Workspace,
    user: User,
    test_key: Type.String({ description: 'A sandbox key, shown once.', examples: ['svc_test_…'] }),
    device_token: DeviceToken,
  }),
)

/** The body of `POST /v1/auth/signin`: any password may be wrong. */
export const SignInRequest = named(
  'SignInRequest',
  closed({
    email: EmailAddress,
    password: Type.String({ minLength: 1, maxLength: PASSWORD_LENGTH_MAX }),
    device_token: Type.Optional(
      Type.String({
        maxLength: DEVICE_TOKEN_LENGTH_MAX,
        description:
          'The token of an earlier sign-in or sign-up on this device. A token of another account, or a token older than a year, is ignored.',
      }),
    ),
  }),
)

export const SignedIn = named(
  'SignedIn',
  closed({ session_token: SessionToken, expires_at: Timestamp, workspace: Workspace, device_token: DeviceToken }),
)

/** A mail with a link was requested. */
export const LinkRequested = named('LinkRequested', closed({ requested: Type.Literal(true) }))

const Token = Type.String({
  minLength: 1,
  maxLength: DEVICE_TOKEN_LENGTH_MAX,
  description: 'The token in the link of the mail. It works once.',
  examples: ['svc_mail_…'],
})
export const LinkToken = named('LinkToken', closed({ token: Token }))
export const PasswordResetLinkRequest = named('PasswordResetLinkRequest', closed({ email: EmailAddress }))
export const PasswordResetRequest = named('PasswordResetRequest', closed({ token: Token, password: NewPassword }))
export const EmailVerified = named('EmailVerified', closed({ email: Type.String(), verified_at: Timestamp }))
export const InvitationsRefused = named(
  'InvitationsRefused',
  closed({ email: Type.String(), refused: Type.Literal(true) }),
)
export const AcceptInvitationRequest = named(
  'AcceptInvitationRequest',
  closed({
    token: Token,
    password: Type.String({
      minLength: PASSWORD_LENGTH_MIN,
      maxLength: PASSWORD_LENGTH_MAX,
      description: 'The password of the account that the address has; for an address without one, a new password.',
      examples: ['correct horse battery staple'],
    }),
    device_token: Type.Optional(Type.String({ maxLength: DEVICE_TOKEN_LENGTH_MAX })),
  }),
)

const WorkspaceId = Type.String({
  description: 'The id of the workspace.',
  pattern: idPattern('ws'),
  examples: ['ws_01j9zq3v6n4k8w2x5y7a9b1c3d'],
})
export const WorkspaceList = named(
  'WorkspaceList',
  closed({
    items: Type.Array(
      named(
        'OwnWorkspace',
        closed({
          id: WorkspaceId,
          name: Type.String(),
          role: oneOf(ROLES),
          current: Type.Boolean({ description: 'The workspace of this session.' }),
        }),
      ),
    ),
  }),
)
export const SwitchWorkspaceRequest = named('SwitchWorkspaceRequest', closed({ workspace_id: WorkspaceId }))
export const WorkspaceSwitched = named(
  'WorkspaceSwitched',
  closed({ session_token: SessionToken, expires_at: Timestamp, workspace: Workspace }),
)

export const WorkspaceParams = closed({ workspace_id: WorkspaceId })
export const WorkspaceLeft = named('WorkspaceLeft', closed({ id: WorkspaceId, left: Type.Literal(true) }))

export const SignedOut = named('SignedOut', closed({ signed_out: Type.Literal(true) }))

/** The body of `POST /v1/auth/password`: any current password may be wrong. */
export const PasswordChangeRequest = named(
  'PasswordChangeRequest',
  closed({
    current_password: Type.String({ minLength: 1, maxLength: PASSWORD_LENGTH_MAX }),
    password: NewPassword,
  }),
)

const EndedSessions = Type.Integer({ minimum: 0, description: 'How many other sessions ended.' })

export const PasswordChanged = named(
  'PasswordChanged',
  closed({ changed: Type.Literal(true), ended_sessions: EndedSessions }),
)

const SessionId = Type.String({
  pattern: idPattern('sess'),
  description: 'The id of the session, which is not its token.',
  examples: ['sess_01j9zq3v6n4k8w2x5y7a9b1c3d'],
})

export const SessionList = named(
  'SessionList',
  closed({
    items: Type.Array(
      named(
        'Session',
        closed({
          id: SessionId,
          current: Type.Boolean({ description: 'The session of this request.' }),
          user_agent: nullable(Type.String(), {
            description: 'What the client called itself when the session began; null: nothing.',
          }),
          created_at: Timestamp,
          expires_at: Timestamp,
        }),
      ),
      { description: 'Newest first; at most 20.' },
    ),
  }),
)

export const SessionParams = closed({ session_id: SessionId })
export const SessionEnded = named('SessionEnded', closed({ id: SessionId, ended: Type.Literal(true) }))
export const OtherSessionsEnded = named('OtherSessionsEnded', closed({ ended_sessions: EndedSessions }))

export const WhoAmI = named(
  'WhoAmI',
  closed({
    workspace: Workspace,
    environment: oneOf(ENVIRONMENTS, {
      description:
        'The environment of the request. Sessions and connected apps select it with the header `Service-Environment`.',
    }),
    credential: oneOf(['key', 'session', 'app']),
    user: nullable(
      closed({
        id: Type.String({ pattern: idPattern('usr') }),
        email: Type.String(),
        email_verified: Type.Boolean({ description: 'Whether the person has confirmed the address.' }),
      }),
      { description: 'The user of a session; null for keys and connected apps.' },
    ),
    role: nullable(oneOf(ROLES), {
      description: 'What the person may do in this workspace; null for keys and connected apps.',
    }),
    expires_at: nullable(Timestamp, { description: 'The end of the session or key; null: it has none.' }),
    budget: nullable(Budget, { description: 'What the key or connected app may spend; null: it has no budget.' }),
    allow: nullable(KeyAllow, { description: 'What the key may do; null: all that its kind of credential may.' }),
    api_key_id: nullable(Type.String({ pattern: idPattern('key') }), {
      description: 'null if the credential is not a key.',
    }),
    approver: nullable(Type.Boolean(), {
      description: 'Whether the key may decide about runs that wait for an approval; null if it is not a key.',
    }),
    scopes: nullable(Type.Array(oneOf(OAUTH_SCOPES)), {
      description: 'The scopes of the connected app; null for keys and sessions, which have no scopes.',
    }),
  }),
)
