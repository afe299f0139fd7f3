import { randomUUID } from 'node:crypto'
import { type APIRequestContext, expect, type Page } from '@playwright/test'
import { TOTP } from 'otpauth'
import { post } from './calls.ts'
import { codeIn, linkIn, mailTo, requestedMailsTo } from './mailbox.ts'
import { press } from './page.ts'
import type { Someone } from './people.ts'

export const password = 'lantern orchard ferry 58'

/**
 * Invites a new reviewer. Returns their address and the link that was emailed
 * to them.
 */
export const inviteReviewer = async (
  { request }: Someone,
  vendorName = 'Orchid Review',
) => {
  const email = `reviewer-${randomUUID()}@orchid.example`
  const outcome = await post({ request }, '/api/v1/auth/tpr/invite', {
    toEmails: [email],
    vendorName,
  })
  expect(outcome).toMatchObject({ invited: [email], skipped: [] })
  return { email, link: linkIn(await mailTo(request, email)) }
}

/** A reviewer who has set their password and received one email so far. */
export const newReviewer = async (admin: Someone, vendorName?: string) => {
  const { email, link } = await inviteReviewer(admin, vendorName)
  const token = new URL(link).pathname.split('/').at(-1)
  const answer = await admin.request.patch('/api/v1/auth/tpr/set-password', {
    data: { password },
    headers: { Authorization: `Bearer ${token}` },
  })
  expect(answer.status()).toBe(200)
  return email
}

/** The first step, through the page. */
export const enterPassword = async (
  page: Page,
  email: string,
  secret = password,
) => {
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(secret)
  await press(page, 'Sign in')
}

export const codeBox = (page: Page) =>
  page.getByRole('textbox', { name: '6-digit code' })

/** Opens the menu of the profile and chooses in it. */
export const chooseInProfile = async (
  page: Page,
  name: 'Settings' | 'Logout',
) => {
  await page.getByRole('button', { name: /^Profile/ }).click()
  await page.getByRole('menuitem', { name }).click()
}

/** Both steps, with the emailed code. */
export const signInByMail = async (
  page: Page,
  request: APIRequestContext,
  email: string,
  secret = password,
) => {
  const before = (await requestedMailsTo(request, email)).length
  await page.goto('/multi-factor-auth')
  await enterPassword(page, email, secret)
  await expect(
    page.getByRole('heading', { name: 'Check your email' }),
  ).toBeVisible()
  await codeBox(page).fill(codeIn(await mailTo(request, email, before + 1)))
  await expect(page.getByRole('button', { name: /^Profile/ })).toBeVisible()
}

/** Signs a new reviewer in, and returns their address. */
export const signInNewReviewer = async (
  page: Page,
  admin: Someone,
  vendorName?: string,
) => {
  const email = await newReviewer(admin, vendorName)
  await signInByMail(page, admin.request, email)
  return email
}

/** The code that an authenticator app shows, `step` half minutes from now. */
export const totpOf = (secret: string, step = 0): string =>
  new TOTP({ secret: secret.replace(/\s/g, '') }).generate({
    timestamp: Date.now() + step * 30_000,
  })

/**
 * Adds a virtual device to this browser that creates and uses passkeys without
 * asking.
 */
export const withPasskeys = async (page: Page) => {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}
