import { z } from 'zod'
import { createEndpoints } from '../lib/endpoint.ts'
import { name } from '../lib/fields.ts'
import { everyone } from '../user/policy.ts'
import { OneTimeCode, Password, SecondFactor } from './model.ts'

/**
 * Calls about the caller's own password and second factor. 409 for those who
 * sign in through LoanDock.
 */
const own = createEndpoints({ tag: 'Auth', access: everyone, about: 'SELF' })
const changes = createEndpoints({
  tag: 'Auth',
  access: everyone,
  about: 'SELF',
  keepsNothing: true,
  refuses: ['too_many_requests'],
})
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
  recoveryCodesLeft: z.number().int(),
})
export type SecondFactors = z.infer<typeof SecondFactors>

/**
 * Also new recovery codes, which no later response shows; null if the caller
 * keeps those they have.
 */
export const ChangedFactors = SecondFactors.extend({
  recoveryCodes: z.array(z.string()).nullable(),
})
export type ChangedFactors = z.infer<typeof ChangedFactors>

export const getSecondFactors = own.get(
  '/v1/auth/second-factor',
  'The caller’s second factors, and the default one',
  {
    refuses: ['conflict'],
    response: SecondFactors,
  },
)

/**
 * Changes to a sign-in require the password again, in case the screen is
 * unattended.
 */
const currentPassword = { password: Password }

export const startTotp = changes.post(
  '/v1/auth/second-factor/totp',
  'Start adding an authenticator app: a new secret, active once its first code is entered',
  {
    body: z.object(currentPassword),
    response: z.object({ secret: z.string(), uri: z.string() }),
  },
)
export const confirmTotp = changes.post(
  '/v1/auth/second-factor/totp/confirm',
  'Confirm the authenticator app with its first code; it then replaces the emailed code',
  { body: z.object({ code: OneTimeCode }), response: ChangedFactors },
)
export const removeTotp = changes.post(
  '/v1/auth/second-factor/totp/remove',
  'Remove the authenticator app',
  {
    body: z.object(currentPassword),
    response: SecondFactors,
  },
)

export const startPasskey = changes.post(
  '/v1/auth/second-factor/passkeys/options',
  'Options for the browser to create a passkey',
  { body: z.object(currentPassword), response: WebAuthn },
)
export const addPasskey = own.post(
  '/v1/auth/second-factor/passkeys',
  'Save a passkey that the browser created',
  {
    keepsNothing: true,
    body: z.object({ name: name(60, 1), response: WebAuthn }),
    response: ChangedFactors,
  },
)
export const removePasskey = changes.post(
  '/v1/auth/second-factor/passkeys/:id/remove',
  'Remove a passkey',
  {
    about: 'PASSKEY',
    body: z.object(currentPassword),
    response: SecondFactors,
  },
)

export const createRecoveryCodes = changes.post(
  '/v1/auth/second-factor/recovery-codes',
  'Create recovery codes; the previous ones stop working. 409 without an authenticator app or a passkey',
  { body: z.object(currentPassword), response: ChangedFactors },
)

export const changePassword = changes.post(
  '/v1/auth/password',
  'Change your own password; all other sessions end, and this one gets a new ID',
  {
    body: z.object({ password: Password, newPassword: Password }),
    response: z.object({ changed: z.literal(true) }),
  },
)
