import { z } from 'zod'
import { endpoint } from '../lib/endpoint.ts'
import { name } from '../lib/fields.ts'
import { everyone } from '../user/policy.ts'
import { OneTimeCode, Password, SecondFactor } from './model.ts'

/** Calls about the caller's own password and second factor. 409 for those who sign in through LoanDock. */
const own = {
  tag: 'Auth',
  access: everyone,
  about: 'SELF',
  keepsNothing: true,
  refuses: ['too_many_requests'],
} as const
const WebAuthn = z.record(z.string(), z.unknown())

export const Passkey = z.object({
  id: z.uuid(),
  name: z.string(),
  addedAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime().nullable(),
})
export type Passkey = z.infer<typeof Passkey>

/** `factor` is what the next sign-in asks for first. */
export const SecondFactors = z.object({
  factor: SecondFactor,
  totpAddedAt: z.iso.datetime().nullable(),
  passkeys: z.array(Passkey),
})
export type SecondFactors = z.infer<typeof SecondFactors>

export const getSecondFactors = endpoint({
  method: 'GET',
  path: '/v1/auth/second-factor',
  summary: 'The caller’s second factors, and which one is asked for first',
  tag: 'Auth',
  access: everyone,
  about: 'SELF',
  refuses: ['conflict'],
  response: SecondFactors,
})

/** Changes to a sign-in require the password again, in case the screen is unattended. */
const again = { password: Password }

export const startTotp = endpoint({
  method: 'POST',
  path: '/v1/auth/second-factor/totp',
  summary: 'Start adding an authenticator app: a new secret, active once its first code is entered',
  ...own,
  body: z.object(again),
  response: z.object({ secret: z.string(), uri: z.string() }),
})
export const confirmTotp = endpoint({
  method: 'POST',
  path: '/v1/auth/second-factor/totp/confirm',
  summary: 'Confirm the authenticator app with its first code; it then replaces the emailed code',
  ...own,
  body: z.object({ code: OneTimeCode }),
  response: SecondFactors,
})
export const removeTotp = endpoint({
  method: 'POST',
  path: '/v1/auth/second-factor/totp/remove',
  summary: 'Remove the authenticator app',
  ...own,
  body: z.object(again),
  response: SecondFactors,
})

export const startPasskey = endpoint({
  method: 'POST',
  path: '/v1/auth/second-factor/passkeys/options',
  summary: 'Options for the browser to create a passkey',
  ...own,
  body: z.object(again),
  response: WebAuthn,
})
export const addPasskey = endpoint({
  method: 'POST',
  path: '/v1/auth/second-factor/passkeys',
  summary: 'Save a passkey that the browser created',
  tag: 'Auth',
  access: everyone,
  about: 'SELF',
  keepsNothing: true,
  body: z.object({ name: name(60, 1), response: WebAuthn }),
  response: SecondFactors,
})
export const removePasskey = endpoint({
  method: 'POST',
  path: '/v1/auth/second-factor/passkeys/:id/remove',
  summary: 'Remove a passkey',
  ...own,
  about: 'PASSKEY',
  params: z.object({ id: z.uuid() }),
  body: z.object(again),
  response: SecondFactors,
})

export const changePassword = endpoint({
  method: 'POST',
  path: '/v1/auth/password',
  summary: 'Change your own password; all other sessions end, and this one gets a new ID',
  ...own,
  body: z.object({ password: Password, newPassword: Password }),
  response: z.object({ changed: z.literal(true) }),
})
