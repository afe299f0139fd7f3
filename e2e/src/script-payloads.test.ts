import { randomUUID } from 'node:crypto'
import { bring, previewOf } from './document/documents.ts'
import { textOf } from './document/sample-files.ts'
import { assignTo, get, patch, post } from './lib/calls.ts'
import { codeIn, linkIn, mailTo } from './lib/mailbox.ts'
import { openBell } from './lib/page.ts'
import type { Someone } from './lib/people.ts'
import { password } from './lib/reviewer.ts'
import { expect, test } from './lib/story.ts'
import { untilLoaded } from './lib/until-loaded.ts'
import { trace, watched } from './lib/watched.ts'

/**
 * Texts that would run a script or navigate where they are not shown as plain
 * text.
 */
const payloads = [
  `<script>${trace}</script>`,
  `<img src=x onerror="${trace}">`,
  `<svg onload="${trace}">`,
  `"><svg/onload=${trace}>`,
  `' autofocus onfocus='${trace}`,
  `javascript:${trace}`,
  `<a href="javascript:${trace}">x</a>`,
  `</title></textarea><script>${trace}</script>`,
  `<iframe srcdoc="<script>parent.__ran=1</script>">`,
  `{{constructor.constructor("${trace}")()}}`,
  `\${${trace}}`,
  '\u202E<b>gnp.exe\u202C',
  `=HYPERLINK("javascript:${trace}")`,
  "@SUM(1)*cmd|'/c calc'!A0",
]
const allPayloads = payloads.join('\n')
/**
 * A file with a formula that starts a program is refused when it is uploaded:
 * server/test/hostile-files.ts.
 */
const harmless = ['Read me', ...payloads.slice(0, -1)].join('\n')
let usedCount = 0
/** The next payload that fits; long texts get all of them. */
const payloadFor = (maxLength: number) => {
  if (maxLength >= allPayloads.length) return allPayloads
  const fitting = payloads.filter(({ length }) => length <= maxLength)
  return fitting[usedCount++ % fitting.length] ?? ''
}
/** The next payload for a name, in which invisible characters are refused. */
const payloadForName = (maxLength: number): string => {
  const payload = payloadFor(maxLength)
  return /\p{C}/u.test(payload) ? payloadForName(maxLength) : payload
}

type Parties = Record<'seller' | 'admin' | 'underwriter', Someone>

/**
 * A request with comments, requested documents and a decision, and a payload in
 * every text that people write. Returns a document whose text has payloads.
 */
async function fillWithPayloads(parties: Parties, draft: { id: string }) {
  const file = await sendRequestWithPayloads(parties, draft)
  await addComments(parties, draft)
  await exchangeDocuments(parties, draft)
  await declineWithPayloads(parties, draft)
  return file
}

async function sendRequestWithPayloads(
  { seller, admin, underwriter }: Parties,
  { id }: { id: string },
) {
  const own = `/api/v1/proxy-loan/${id}`
  await patch(seller, own, {
    sellerLoan: payloadFor(40),
    requestorName: payloadForName(100),
    borrowerLastName: payloadForName(80),
    subjectPropertyAddress: payloadFor(160),
    city: payloadFor(80),
    singleLoanVarianceRequest: payloadFor(4000),
  })
  const variance = {
    reason: 'Other',
    unit: payloadFor(20),
    currentGuideline: payloadFor(2000),
    justification: payloadFor(4000),
    compensatingFactors: [{ factor: payloadFor(100), value: payloadFor(60) }],
  }
  await post(seller, `${own}/slv-request`, variance)
  const file = await bring(seller, id, textOf('a.txt', harmless))
  await post(seller, `${own}/send-request`)
  await assignTo(admin, underwriter, id)
  const desk = `/api/v1/proxy-loan/underwriter/${id}`
  await post(underwriter, `${desk}/start-review-process`)
  return file
}

async function addComments(
  { seller, underwriter }: Parties,
  { id }: { id: string },
) {
  const comments = '/api/v1/conversation-log/proxy-loan'
  const external = { proxyLoanId: id, message: allPayloads, type: 'EXTERNAL' }
  await post(seller, comments, external)
  await post(underwriter, comments, external)
  await post(underwriter, comments, { ...external, type: 'INTERNAL' })
}

/** The underwriter requests a document, and the seller sends it. */
async function exchangeDocuments(
  { seller, underwriter }: Parties,
  { id }: { id: string },
) {
  const own = `/api/v1/proxy-loan/${id}`
  const desk = `/api/v1/proxy-loan/underwriter/${id}`
  await post(underwriter, `${desk}/set-pending-documents`, {
    pendingDocuments: [{ name: payloadForName(200), note: payloadFor(1000) }],
    statusComment: allPayloads,
  })
  await post(underwriter, `${desk}/set-review`, { reason: payloadFor(1000) })
  await post(underwriter, `${desk}/set-pending-documents`, {
    pendingDocuments: [
      { name: payloadForName(200), note: payloadFor(1000) },
      { name: 'Lease', note: '' },
    ],
    statusComment: allPayloads,
  })
  const { pendingDocuments } = await get(seller, `${own}/detailed`)
  const lease = pendingDocuments.find(
    ({ name }: { name: string }) => name === 'Lease',
  )
  await post(seller, `${own}/pending-documents/${lease.id}/answer`, {
    kind: 'CANNOT',
    reason: payloadFor(1000),
  })
  const pendingDocumentId = await findOpenDocument(seller, own)
  const file = textOf('<img src=x onerror=window.__ran=1>.txt', harmless)
  const sent = await seller.request.post(
    `${own}/documents/upload-pending-documents?pendingDocumentId=${pendingDocumentId}`,
    { multipart: { file } },
  )
  expect(sent.status()).toBe(200)
  await post(underwriter, `${desk}/start-review-process`)
}

/** The requested document that has neither a file nor an answer. */
async function findOpenDocument(seller: Someone, own: string) {
  const { pendingDocuments } = await get(seller, `${own}/detailed`)
  const [open] = pendingDocuments.filter(
    ({ receivedAt, answer, outcome }: Record<string, unknown>) =>
      !receivedAt && !answer && !outcome,
  )
  return open.id
}

/** The seller tries to withdraw, and the underwriter declines everything. */
async function declineWithPayloads(
  { seller, underwriter }: Parties,
  { id }: { id: string },
) {
  const own = `/api/v1/proxy-loan/${id}`
  const desk = `/api/v1/proxy-loan/underwriter/${id}`
  await post(seller, `${own}/set-withdraw-pending`, {
    withdrawReason: payloadFor(1000),
  })
  await post(underwriter, `${desk}/set-withdraw-declined`, {
    withdrawDeclineReason: payloadFor(1000),
  })
  const { slvRequests } = await get(seller, `${own}/detailed`)
  for (const { id: slvRequestId } of slvRequests)
    await post(underwriter, `${own}/slv-decision-request`, {
      slvRequestId,
      decision: 'DECLINED',
      currentGuideline: payloadFor(2000),
      comment: allPayloads,
    })
  await patch(underwriter, own, { city: payloadFor(80) })
  await post(underwriter, `${desk}/make-final-decision`, {
    decision: 'DECLINED',
    currentGuideline: allPayloads,
    decisionComment: allPayloads,
    decisionCommentsInternal: allPayloads,
  })
}

/**
 * A reviewer and a vendor with payloads as names, signed in to their own
 * browser.
 */
async function createReviewerWithPayloads(admin: Someone, reviewer: Someone) {
  const email = `reviewer@${randomUUID()}.example`
  await post(admin, '/api/v1/auth/tpr/invite', {
    toEmails: [email],
    vendorName: `Vendor ${payloadForName(190)}`,
  })
  const invitation = await mailTo(admin.request, email)
  const token = new URL(linkIn(invitation)).pathname.split('/').at(-1)
  const response = await reviewer.request.patch(
    '/api/v1/auth/tpr/set-password',
    { data: { password }, headers: { authorization: `Bearer ${token}` } },
  )
  expect(response.status()).toBe(200)
  await post(reviewer, '/api/v1/auth/tpr/email', { email, password })
  const code = codeIn(await mailTo(admin.request, email, 2))
  const { id } = await post(reviewer, '/api/v1/auth/tpr/email/otp', { code })
  await patch(reviewer, '/api/v1/users', {
    firstName: `First ${payloadForName(90)}`,
    lastName: `Last ${payloadForName(90)}`,
  })
  return { id, email }
}

const patient = { timeout: 30_000 }
const tabs = ['', '?tab=conversation', '?tab=history', '?tab=documents']
/** A payload as a part of an address. */
const payloadInAddress = encodeURIComponent(`"><img src=x onerror="${trace}">`)

test('no text that anyone writes runs for anyone who reads it', async ({
  seller,
  admin,
  underwriter,
  browser,
  draft,
}) => {
  const context = await browser.newContext({
    baseURL: process.env.PORTAL_URL ?? '',
  })
  test.setTimeout(180_000)
  const people = {
    seller,
    admin,
    underwriter,
    reviewer: {
      context,
      request: context.request,
      page: await context.newPage(),
    },
  }
  const file = await fillWithPayloads(people, draft)
  const reviewer = await createReviewerWithPayloads(
    people.admin,
    people.reviewer,
  )
  const customMessage = payloadFor(500)
  await patch(people.admin, '/api/v1/users/permissions', {
    id: reviewer.id,
    inviteTpr: true,
    customMessage,
  })
  await patch(people.admin, '/api/v1/users/mail-refusal', {
    id: reviewer.id,
    answer: payloadFor(300),
  })
  const search = encodeURIComponent(payloads[1] ?? '')

  const screens: [keyof typeof people, string[]][] = [
    [
      'seller',
      [
        '/slv',
        `/slv?search=${search}&status=${payloadInAddress}`,
        ...tabs.map((tab) => `/slv/review-request/${draft.id}${tab}`),
        `/decision/slv/report?proxyLoanId=${draft.id}`,
        previewOf(draft.id, file),
        `/slv/review-request/${payloadInAddress}`,
        `/${payloadInAddress}?${payloadInAddress}#${payloadInAddress}`,
        '/settings/account',
      ],
    ],
    [
      'reviewer',
      [
        '/',
        '/settings/account',
        '/settings/notifications',
        `/profile/${reviewer.id}`,
      ],
    ],
    [
      'underwriter',
      [
        '/slv?sortBy=updatedAt&sortType=desc',
        ...tabs.map((tab) => `/slv/manage-request/${draft.id}${tab}`),
        `/decision/slv/report?proxyLoanId=${draft.id}`,
        previewOf(draft.id, file),
      ],
    ],
    [
      'admin',
      [
        `/slv/department?search=${search}`,
        `/slv/department/review-request/${draft.id}?tab=history`,
        `/settings/permissions?search=${search}`,
        `/settings/permissions?search=${reviewer.email}&person=${reviewer.id}`,
        `/settings/permissions?view=companies&kind=VENDOR&size=100`,
        `/profile/${reviewer.id}`,
      ],
    ],
  ]
  const pageTexts: string[] = []
  const notificationTexts: string[] = []
  await Promise.all(
    screens.map(async ([who, paths]) => {
      const { page, look } = await watched(people[who])
      for (const path of paths) {
        await page.goto(path)
        await expect(
          page.locator('h1, main, [role=alert], form').first(),
          `${who} at ${path}`,
        ).toBeVisible(patient)
        // The network may never be idle: pages follow what other stories
        // change.
        await expect(
          page.locator('.mantine-Skeleton-root'),
          `${who} at ${path}`,
        ).toHaveCount(0, patient)
        await look(`${who} at ${path}`)
        pageTexts.push((await page.locator('body').textContent()) ?? '')
      }
      // Notifications contain what others wrote.
      await page.goto(who === 'admin' ? '/slv/department' : '/')
      const notifications = await openBell(page)
      const loaded = notifications
        .getByRole('listitem')
        .or(notifications.getByText('No notifications yet'))
      await expect(loaded.first()).toBeVisible(patient)
      await look(`the bell of ${who}`)
      notificationTexts.push((await notifications.textContent()) ?? '')
    }),
  )
  // Each payload was shown as text, some of them in names and notifications.
  const shown = pageTexts.join('\n')
  for (const payload of payloads) expect(shown).toContain(payload)
  for (const name of ['Vendor', 'First', 'Last']) {
    const inName = payloads.filter((payload) =>
      shown.includes(`${name} ${payload}`),
    )
    expect(inName, name).not.toEqual([])
  }
  const notified = notificationTexts.join('\n')
  expect(payloads.some((payload) => notified.includes(payload))).toBe(true)
  await context.close()
})

test('no address runs what it carries, before anyone has signed in', async ({
  page,
}) => {
  const { look } = await watched({ page })
  for (const path of [
    `/multi-factor-auth?returnTo=${encodeURIComponent(`javascript:${trace}`)}`,
    `/multi-factor-auth?loanDockId=${payloadInAddress}`,
    `/multi-factor-auth/create-password/${payloadInAddress}`,
    `/multi-factor-auth/reset-password?email=${payloadInAddress}`,
    `/${payloadInAddress}`,
    `/slv?search=${payloadInAddress}`,
  ]) {
    await untilLoaded(page, () => page.goto(path))
    await look(path)
  }
})
