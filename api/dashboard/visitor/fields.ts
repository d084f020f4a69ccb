import { EMAIL_LENGTH_MAX, PASSWORD_LENGTH_MAX } from '../../schemas/auth.ts'
import type { FormField } from '../forms.ts'

export const EMAIL_FIELD = {
  name: 'email',
  label: 'E-mail',
  type: 'email',
  autocomplete: 'username',
  maxLength: EMAIL_LENGTH_MAX,
} as const satisfies FormField

export const PASSWORD_FIELD = {
  name: 'password',
  label: 'Password',
  type: 'password',
  autocomplete: 'current-password',
  maxLength: PASSWORD_LENGTH_MAX,
} as const satisfies FormField

export const NEW_PASSWORD_FIELD = {
  ...PASSWORD_FIELD,
  autocomplete: 'new-password',
  hint: 'At least 8 characters.',
} as const satisfies FormField
