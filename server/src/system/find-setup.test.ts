import { expect } from 'vitest'
import { test as base, plainNode } from '../../test/http.ts'
import { openMailbox } from '../../test/mailbox.ts'
import { addRow } from '../../test/rows.ts'
import { sendTestMail } from './send-test-mail.ts'

const hourMs = 3_600_000

const test = base
  .extend('mailbox', { scope: 'file' }, ({}, { onCleanup }) =>
    openMailbox(onCleanup),
  )
  .extend(
    'adminAt',
    ({ startNode, signInAt, made, now }) =>
      async (change: object = {}, settings: object = {}) => {
        const node = { ...plainNode(() => now), ...change }
        const app = await startNode(undefined, { node, settings })
        return signInAt(
          app,
          await made.underwriter('managePermissions', 'manageGuidelines'),
        )
      },
  )

test('a new portal has no programs, and the example adds some, with a draft that says that its limits are invented', async ({
  adminAt,
  committed: db,
}) => {
  await db.deleteFrom('guidelineProduct').execute()
  await db.deleteFrom('guidelineProgram').execute()
  const admin = await adminAt()
  const programs = async () =>
    (await admin('GET', '/v1/system/setup')).json().programs
  expect(await programs()).toEqual({
    total: 0,
    active: 0,
    withGuidelines: 0,
    guidelinesFrom: null,
  })

  const added = await admin('POST', '/v1/guidelines/example')
  expect(added.json()).toMatchObject({
    title: 'Example with invented limits',
    status: 'DRAFT',
    note: expect.stringContaining('Replace them with your guidelines'),
  })
  expect(await programs()).toMatchObject({ active: 15, withGuidelines: 0 })
  const again = await admin('POST', '/v1/guidelines/example')
  expect(again.statusCode).toBe(409)

  const { id } = added.json()
  const path = `/v1/guidelines/versions/${id}/publish`
  const body = { effectiveFrom: '2026-03-05' }
  expect((await admin('POST', path, { body })).statusCode).toBe(200)
  expect(await programs()).toEqual({
    total: 15,
    active: 15,
    withGuidelines: 15,
    guidelinesFrom: '2026-03-05',
  })
})

test('a program that has ended or has not started yet is not active', async ({
  adminAt,
  committed: db,
}) => {
  const admin = await adminAt()
  const programs = async () =>
    (await admin('GET', '/v1/system/setup')).json().programs
  const { total, active } = await programs()
  const end = (code: string, days: object) =>
    db
      .updateTable('guidelineProgram')
      .set(days)
      .where('code', '=', code)
      .execute()
  await end('T1', { activeTo: '2026-03-03' })
  await end('T2', { activeFrom: '2026-03-05' })
  await end('T3', { activeTo: '2026-03-04' })
  expect(await programs()).toMatchObject({ total, active: active - 2 })
})

test('the setup lists the last successful backup of each target, and marks a late one', async ({
  adminAt,
  committed: db,
  now,
}) => {
  const addBackup = (target: string, hours: number) => {
    const endedAt = new Date(now.getTime() - hours * hourMs)
    return addRow(db, 'backupRun', {
      startedAt: endedAt,
      endedAt,
      coveredTo: endedAt,
      state: 'DONE',
      target,
      bytes: 1,
      files: 0,
    })
  }
  await addBackup('/srv/backup', 40)
  await addBackup('/srv/backup', 30)
  await addBackup('/media/stick', 1)
  const backups = { target: '/srv/backup', warnHours: 26 }
  const admin = await adminAt({ backups })
  const hoursAgo = (hours: number) =>
    new Date(now.getTime() - hours * hourMs).toISOString()
  expect((await admin('GET', '/v1/system/setup')).json().backups).toEqual([
    {
      target: '/srv/backup',
      lastAt: hoursAgo(30),
      isScheduled: true,
      isLate: true,
    },
    {
      target: '/media/stick',
      lastAt: hoursAgo(1),
      isScheduled: false,
      isLate: false,
    },
  ])
})

test('people are counted by role, without services and people who left', async ({
  adminAt,
  made,
  committed: db,
}) => {
  await made.seller()
  await made.underwriter('myOwn')
  const { id } = await made.seller()
  await db
    .updateTable('appUser')
    .set({ status: 'INACTIVE' })
    .where('id', '=', id)
    .execute()
  const admin = await adminAt({}, { scimTokens: ['x'.repeat(32)] })
  const setup = (await admin('GET', '/v1/system/setup')).json()
  expect(setup.people).toMatchObject({
    sellers: 1,
    underwriters: 2,
    receivers: 1,
    hasSingleSignOn: false,
    hasProvisioning: true,
  })
  expect(setup.branding).toEqual({
    name: 'Buyer',
    hasLogo: false,
    hasColor: false,
    hasContact: false,
  })
})

test('an administrator sends a test email to their own address, and reads why it fails', async ({
  adminAt,
  mailbox,
}) => {
  const texts = { brandName: 'Buyer', publicUrl: 'https://portal.example' }
  const admin = await adminAt({
    canMail: true,
    sendTestMail: (to: string) =>
      sendTestMail({ mailer: mailbox.mailer, ...texts }, to),
  })
  const { address } = (await admin('GET', '/v1/system/setup')).json().mail
  const send = () => admin('POST', '/v1/system/test-mail')
  expect((await send()).json()).toEqual({ address, refusal: null })
  const [mail] = await mailbox.mailsTo(address)
  expect(mail?.subject).toBe('Test email · Buyer')

  await mailbox.refuse([address])
  expect((await send()).json().refusal).toMatch(/^550/)
  await mailbox.setUp(false)
  const failed = await send()
  await mailbox.setUp(true)
  expect(failed.statusCode).toBe(503)
  expect(failed.json().error).toMatch(/^The test email could not be sent: /)

  const off = await adminAt()
  expect((await off('POST', '/v1/system/test-mail')).json().error).toBe(
    'The portal has no mail server. Set SMTP_URL on every node.',
  )
})
