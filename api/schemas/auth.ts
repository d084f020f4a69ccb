import Type from 'typebox'
import { OAUTH_SCOPES } from '../../domain/access/access.ts'
import { SHOWN_NAME_PATTERN } from '../../domain/identity/shown-name.ts'
import { idPattern } from '../../domain/ids/ids.ts'
import { ENVIRONMENTS } from '../../domain/runs/states.ts'
import { closed, nullable, oneOf, Timestamp } from './common.ts'
import { named } from './named.ts'

/** Longer than any token that is issued. */
export const DEVICE_TOKEN_LENGTH_MAX = 128
/** The longest address that a path of RFC 5321 allows. */
const EMAIL_LENGTH_MAX = 254
const PASSWORD_LENGTH_MIN = 8
/** Longer than any password manager's password; argon2's work does not grow with it. */
const PASSWORD_LENGTH_MAX = 256
const WORKSPACE_NAME_LENGTH_MAX = 100
const REFERRAL_CODE_LENGTH_MAX = 64

const Email = Type.String({
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
  pattern: SHOWN_NAME_PATTERN,
  description: 'What it is called; others may be called the same.',
  examples: ['Analytical Engines'],
})
const Workspace = closed({ id: Type.String({ pattern: idPattern('ws') }), name: Type.String() })
const User = closed({ id: Type.String({ pattern: idPattern('usr') }), email: Type.String() })
const SessionToken = Type.String({
  description: 'Shown once. Send it as `Authorization: Bearer <session_token>`.',
  examples: ['svc_sess_…'],
})

const DeviceToken = Type.String({
  examples: ['svc_device_…'],
  description:
    'Keep it on this device and send it with the next sign-in: wrong passwords that others try then do not lock this device out. It opens nothing.',
})

/** The body of `POST /v1/auth/signup`. */
export const SignUpRequest = named(
  'SignUpRequest',
  closed({
    email: Email,
    password: NewPassword,
    workspace: WorkspaceName,
    referral_code: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: REFERRAL_CODE_LENGTH_MAX,
        description: 'Of whoever recommended the service.',
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
    email: Email,
    password: Type.String({ minLength: 1, maxLength: PASSWORD_LENGTH_MAX }),
    device_token: Type.Optional(
      Type.String({
        maxLength: DEVICE_TOKEN_LENGTH_MAX,
        description:
          'Of an earlier sign-in or sign-up on this device. One of another account, or one that is a year old, is ignored.',
      }),
    ),
  }),
)

export const SignedIn = named(
  'SignedIn',
  closed({ session_token: SessionToken, expires_at: Timestamp, workspace: Workspace, device_token: DeviceToken }),
)

export const SignedOut = named('SignedOut', closed({ signed_out: Type.Literal(true) }))

export const WhoAmI = named(
  'WhoAmI',
  closed({
    workspace: Workspace,
    environment: oneOf(ENVIRONMENTS, {
      description:
        'In which the credential acts; sessions and connected apps choose it by the header `Service-Environment`.',
    }),
    credential: oneOf(['key', 'session', 'app']),
    user: nullable(User, { description: 'The person of a session; null for keys and connected apps.' }),
    expires_at: nullable(Timestamp, { description: 'When the session ends; null for keys and connected apps.' }),
    api_key_id: nullable(Type.String({ pattern: idPattern('key') }), { description: 'null where it is no key.' }),
    scopes: nullable(Type.Array(oneOf(OAUTH_SCOPES)), {
      description: 'What the connected app may do; null for keys and sessions, which are not limited by scopes.',
    }),
  }),
)
