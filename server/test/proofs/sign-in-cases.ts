import { always, type Case, type Cases, ifOwn, read } from './case.ts'

const password = 'a long unused passphrase'
/** Refused without a half-signed-in session or the token of a link. */
const outside = (body?: object): Case => ({
  ...(body && { body: () => body }),
  answer: always([400, 401]),
})
/**
 * Refused without a password: sellers and staff sign in through LoanDock, and
 * these reviewers were never invited.
 */
const withPassword = (body?: object): Case => ({
  ...(body && { body: () => body }),
  answer: always([400, 409]),
})

/** Signing in and out, and what people sign in with. */
export const signInCases: Cases = {
  'POST /v1/auth/log-in': {
    body: () => ({ loanDockId: 'not.a.ticket' }),
    answer: always([401, 502]),
  },
  'POST /v1/auth/log-out': read,
  'GET /v1/me': read,
  // Single sign-on is off.
  'GET /v1/auth/oidc/sign-in': { answer: always(404) },
  'GET /v1/auth/oidc/callback': { answer: always(404) },
  'POST /v1/auth/oidc/back-channel-logout': {
    body: () => ({ logout_token: 'not.a.token' }),
    answer: always(404),
  },
  'POST /v1/auth/role': {
    body: ({ actor }) => ({ role: actor.role }),
    answer: always(200),
  },
  'POST /v1/auth/tpr/email': outside({
    email: 'unknown@test.example',
    password,
  }),
  'GET /v1/auth/tpr/challenge': outside(),
  'POST /v1/auth/tpr/resend-code': outside(),
  'POST /v1/auth/tpr/email/otp': outside({ code: '000000' }),
  'POST /v1/auth/tpr/recovery-code': outside({ code: '000000000000' }),
  'POST /v1/auth/tpr/passkey/options': outside(),
  'POST /v1/auth/tpr/passkey': outside({ response: {} }),
  'POST /v1/auth/tpr/check-link': outside(),
  'PATCH /v1/auth/tpr/set-password': outside({ password }),
  'POST /v1/auth/tpr/reset-password': {
    body: () => ({ email: 'unknown@test.example' }),
    answer: always(200),
  },
  'POST /v1/auth/tpr/invite': {
    body: () => ({ toEmails: ['not an address'] }),
    answer: always([200, 400, 409]),
  },
  'DELETE /v1/auth/sessions': read,
  'DELETE /v1/auth/sessions/:id': {
    answer: ifOwn,
  },
  'GET /v1/auth/second-factor': { answer: always([200, 409]) },
  'POST /v1/auth/second-factor/totp': withPassword({ password }),
  'POST /v1/auth/second-factor/totp/confirm': withPassword({ code: '000000' }),
  'POST /v1/auth/second-factor/totp/remove': withPassword({ password }),
  'POST /v1/auth/second-factor/recovery-codes': withPassword({ password }),
  'POST /v1/auth/second-factor/passkeys/options': withPassword({ password }),
  'POST /v1/auth/second-factor/passkeys': withPassword({
    name: 'Key',
    response: {},
  }),
  'POST /v1/auth/second-factor/passkeys/:id/remove': {
    body: () => ({ password }),
    answer: always([400, 404, 409]),
  },
  'POST /v1/auth/password': withPassword({
    password,
    newPassword: `${password}!`,
  }),
}
