import { z } from 'zod'
import { endpoint } from '../lib/endpoint.ts'
import { name } from '../lib/fields.ts'
import { everyone } from '../user/policy.ts'
import { OneTimeCode, Password, SecondFactor } from './model.ts'

/** What a person who signs in with a password does with it and with their second factor. 409 for those who come through LoanDock. */
const tag = 'Auth'
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
  summary: 'What is asked after the password, and what else there is',
  tag,
  access: everyone,
  about: 'SELF',
  refuses: ['conflict'],
  response: SecondFactors,
})

/** What weakens or changes a sign-in asks for the password again: an unattended screen is not enough. */
const again = { password: Password }

export const startTotp = endpoint({
  method: 'POST',
  path: '/v1/auth/second-factor/totp',
  summary: 'A new secret for an authenticator app; it counts once its first code was entered',
  tag,
  access: everyone,
  about: 'SELF',
  keepsNothing: true,
  refuses: ['too_many_requests'],
  body: z.object(again),
  response: z.object({ secret: z.string(), uri: z.string() }),
})
export const confirmTotp = endpoint({
  method: 'POST',
  path: '/v1/auth/second-factor/totp/confirm',
  summary: 'The first code of the authenticator app: from now on it takes the place of the mailed code',
  tag,
  access: everyone,
  about: 'SELF',
  keepsNothing: true,
  refuses: ['too_many_requests'],
  body: z.object({ code: OneTimeCode }),
  response: SecondFactors,
})
export const removeTotp = endpoint({
  method: 'POST',
  path: '/v1/auth/second-factor/totp/remove',
  summary: 'Take the authenticator app away',
  tag,
  access: everyone,
  about: 'SELF',
  keepsNothing: true,
  refuses: ['too_many_requests'],
  body: z.object(again),
  response: SecondFactors,
})

export const startPasskey = endpoint({
  method: 'POST',
  path: '/v1/auth/second-factor/passkeys/options',
  summary: 'What the browser needs to make a passkey',
  tag,
  access: everyone,
  about: 'SELF',
  keepsNothing: true,
  refuses: ['too_many_requests'],
  body: z.object(again),
  response: WebAuthn,
})
export const addPasskey = endpoint({
  method: 'POST',
  path: '/v1/auth/second-factor/passkeys',
  summary: 'Keep a passkey that the browser made',
  tag,
  access: everyone,
  about: 'SELF',
  keepsNothing: true,
  body: z.object({ name: name(60, 1), response: WebAuthn }),
  response: SecondFactors,
})
export const removePasskey = endpoint({
  method: 'POST',
  path: '/v1/auth/second-factor/passkeys/:id/remove',
  summary: 'Take a passkey away',
  tag,
  access: everyone,
  about: 'PASSKEY',
  keepsNothing: true,
  refuses: ['too_many_requests'],
  params: z.object({ id: z.uuid() }),
  body: z.object(again),
  response: SecondFactors,
})

export const changePassword = endpoint({
  method: 'POST',
  path: '/v1/auth/password',
  summary: 'Change the own password; every other session ends, and this one gets a new id',
  tag,
  access: everyone,
  about: 'SELF',
  keepsNothing: true,
  refuses: ['too_many_requests'],
  body: z.object({ password: Password, newPassword: Password }),
  response: z.object({ changed: z.literal(true) }),
})
