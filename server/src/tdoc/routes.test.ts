import { type Sandbox, startSandbox } from '@portal/sandbox/start'
import { afterAll, beforeAll, expect } from 'vitest'
import { temporaryStore } from '../../test/files.ts'
import { appOn, caller, nowhere } from '../../test/http.ts'
import { test as base } from '../../test/tdoc-makers.ts'
import { openSession } from '../auth/sessions/session.ts'

let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await startSandbox({
    loanDockPort: 0,
    smtpPort: 0,
    mailboxPort: 0,
    portalOrigins: [],
  })
})
afterAll(() => sandbox.stop())

/** The portal with a LoanDock behind it. */
const test = base.extend('app', async ({ committed, now }, { onCleanup }) => {
  const app = await appOn(committed, () => now, sandbox.loanDockUrl)
  onCleanup(() => app.close())
  return app
})

test('a Tdoc is created for a LoanDock loan, once per Idempotency-Key', async ({
  app,
  made,
  madeTdoc,
  committed,
  now,
}) => {
  const actor = await made.underwriter()
  const ask = caller(app, await openSession(committed, actor.id, now, 'test'))
  const body = { buyerLoanNumber: '7001234', imageFileName: 'Note.pdf' }
  const headers = { 'idempotency-key': 'one' }
  const first = await ask('POST', '/v1/tdocs', { body, headers })
  expect([first.statusCode, first.headers.etag]).toEqual([200, '"1"'])
  const again = await ask('POST', '/v1/tdocs', { body, headers })
  expect(again.json()).toEqual(first.json())
  const twice = await ask('POST', '/v1/tdocs', {
    body: { ...body, imageFileName: 'NOTE.pdf' },
  })
  expect([twice.statusCode, twice.json().details]).toEqual([
    409,
    [{ field: 'imageFileName', error: 'Already in use' }],
  ])
  const unknown = await ask('POST', '/v1/tdocs', {
    body: { buyerLoanNumber: 'none', imageFileName: 'x.pdf' },
  })
  expect([unknown.statusCode, unknown.json().details[0].field]).toEqual([
    400,
    'buyerLoanNumber',
  ])

  const known = await ask('GET', '/v1/tdocs/check-loan/7001234')
  expect(known.json()).toMatchObject({
    buyerLoanNumber: '7001234',
    loanKind: first.json().loanKind,
  })
  expect((await ask('GET', '/v1/tdocs/check-loan/none')).statusCode).toBe(404)
  // Of any Tdoc, also one that the actor doesn't see.
  await madeTdoc({
    imageFileName: 'Deed.PDF',
    vendorId: (await made.company('TPR_VENDOR')).id,
    loanKind: 'PURCHASED',
  })
  for (const [imageFileName, exists] of [
    ['note.PDF', true],
    ['dEED.pdf', true],
    ['deed_pdf', false],
  ] as const)
    expect(
      (
        await ask('POST', '/v1/tdocs/check-image-file-name', {
          body: { imageFileName },
        })
      ).json(),
    ).toEqual({
      exists,
    })
  await sandbox.stop()
  const away = await ask('POST', '/v1/tdocs', {
    body: { buyerLoanNumber: '7001235', imageFileName: 'y.pdf' },
  })
  expect(away.statusCode).toBe(502)
})

test('a change with a stale version is refused', async ({
  made,
  madeTdoc,
  signedIn,
}) => {
  const reviewer = await made.user({ role: 'TPR' })
  const ask = await signedIn(reviewer)
  const { id, categoryIds } = await madeTdoc({
    vendorId: reviewer.companyId,
    categories: { TPR: 'REVIEW_REQUIRED' },
  })
  const path = `/v1/tdocs/${id}/tpr/set-response`
  const respond = (etag: string) =>
    ask('POST', path, {
      body: { tprResponse: 'RECEIVED' },
      headers: { 'if-match': etag },
    })
  expect((await respond('"7"')).statusCode).toBe(412)
  const done = await respond('"1"')
  expect([done.json().status, done.headers.etag]).toEqual([
    'REVIEW_PENDING',
    '"2"',
  ])
  const category = `/v1/review-category/${categoryIds.TPR}/update-done`
  const update = (etag: string) =>
    ask('POST', category, {
      body: { action: 'DONE' },
      headers: { 'if-match': etag },
    })
  expect((await update('"1"')).statusCode).toBe(412)
  expect((await update('"2"')).headers.etag).toBe('"3"')
  const bad = await ask('POST', path, {
    body: { tprResponse: 'MAYBE', tprEstimatedDateOfReview: '2026-02-30' },
  })
  expect(bad.statusCode).toBe(400)
  expect(bad.json().details).toMatchObject([
    { field: 'tprResponse' },
    { field: 'tprEstimatedDateOfReview' },
  ])
})

test('errors for reviewers contain no names of the buyer’s people', async ({
  made,
  madeTdoc,
  signedIn,
}) => {
  const reviewer = await made.user({ role: 'TPR' })
  const [ask, underwriter] = [
    await signedIn(reviewer),
    await made.underwriter(),
  ]
  const { id, categoryIds } = await madeTdoc({
    status: 'COMPLETE',
    vendorId: reviewer.companyId,
    completedById: underwriter.id,
    categories: { TPR: 'COMPLETED', COLLATERAL: 'COMPLETED' },
  })
  const category = (type: 'TPR' | 'COLLATERAL') =>
    `/v1/review-category/${categoryIds[type]}`
  const refused = [
    await ask('POST', `/v1/tdocs/${id}/tpr/set-response`, {
      body: { tprResponse: 'RECEIVED' },
    }),
    await ask('POST', `${category('TPR')}/update-done`, {
      body: { action: 'UNDO' },
    }),
    await ask('POST', `${category('COLLATERAL')}/update-done`, {
      body: { action: 'UNDO' },
    }),
    await ask('PATCH', `${category('TPR')}/set-reviewer`, {
      body: { reviewerId: underwriter.id },
    }),
  ]
  expect(refused.map(({ statusCode }) => statusCode)).toEqual([
    409, 409, 404, 409,
  ])
  expect(refused[0]?.json().error).toBe('The Tdoc is now Complete')
  for (const { body } of refused) expect(body).not.toContain(underwriter.name)
})

test('an escalation shows its original’s image', async ({
  committed,
  made,
  madeTdoc,
  now,
  onTestFinished,
}) => {
  const store = await temporaryStore()
  const app = await appOn(committed, () => now, nowhere, store.files)
  onTestFinished(async () => {
    await app.close()
    await store.remove()
  })
  const received = await store.files.receive(
    (async function* () {
      yield Buffer.from('An image')
    })(),
  )
  const imageKey = await received.keep()
  await received.drop()
  const [reviewer, stranger] = [
    await made.user({ role: 'TPR' }),
    await made.user({ role: 'TPR' }),
  ]
  const { companyId: vendorId } = reviewer
  const original = await madeTdoc({
    vendorId,
    imageKey,
    imageType: 'TXT',
    imageSize: 8,
  })
  const { id } = await madeTdoc({
    vendorId,
    type: 'ESCALATION',
    originalTdocId: original.id,
  })
  const bare = await madeTdoc({ vendorId })
  const asks = async (who: typeof reviewer, tdocId: string) =>
    caller(app, await openSession(committed, who.id, now, 'test'))(
      'GET',
      `/v1/tdocs/${tdocId}/image`,
    )
  for (const one of [original.id, id])
    expect((await asks(reviewer, one)).body).toBe('An image')
  expect((await asks(reviewer, bare.id)).json()).toMatchObject({
    statusCode: 404,
    error: 'Image not found',
  })
  for (const one of [original.id, id, bare.id])
    expect((await asks(stranger, one)).json()).toMatchObject({
      statusCode: 404,
      error: 'Tdoc not found',
    })
})
