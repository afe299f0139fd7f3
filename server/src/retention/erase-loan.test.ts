import { buffer } from 'node:stream/consumers'
import { HistoryFilters } from '@portal/contract/history/api'
import { severalLoans } from '@portal/contract/retention/messages'
import { erasedText } from '@portal/contract/retention/model'
import { SlvListQuery } from '@portal/contract/slv/list-query'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { byRequest, canary, loanNumber, test } from '../../test/erasure.ts'
import { findRow, findRows } from '../../test/rows.ts'
import { say } from '../../test/talk.ts'
import { getRound } from '../history/round.ts'
import { searchHistory } from '../history/search.ts'
import { inTransaction } from '../lib/database/db.ts'
import { unzipped } from '../lib/files/zip.ts'
import { exportSlvs } from '../reporting/exports/export-slvs.ts'
import { viewSlv } from '../slv/detail.ts'
import { eraseExpired, eraseLoan } from './erase-loan.ts'

test('erasing a loan removes the name everywhere', async ({
  world,
  committed: db,
  dump,
  deps,
}) => {
  const { slvId, ctx } = world
  const findNamed = async () => {
    const rows = await dump()
    const hex = Buffer.from(canary).toString('hex')
    return rows.filter(
      (text) =>
        text.toLowerCase().includes(canary.toLowerCase()) || text.includes(hex),
    )
  }
  expect((await findNamed()).length).toBeGreaterThan(15)
  const entries = await findRows(db, 'slvHistory', { slvId })

  expect(await eraseLoan(ctx.underwriter, deps, byRequest)).toMatchObject({
    refusal: null,
    counts: {
      documents: 1,
      comments: 1,
      rounds: 1,
      notifications: expect.any(Number),
    },
  })
  expect(await findNamed()).toEqual([])
  await expect(deps.files.read(world.fileKey)).rejects.toThrow()

  expect(await viewSlv(ctx.underwriter, slvId)).toMatchObject({
    borrowerLastName: 'Erased',
    city: 'Erased',
    zip: null,
    state: 'CA',
    status: 'APPROVED',
    creditScore: 661,
    buyerLoan: loanNumber,
    decisionComment: 'Subject to title of Erased.',
  })
  expect(await getRound(ctx.seller, slvId, 0)).toMatchObject({
    borrowerLastName: 'Erased',
    email: null,
    slvRequests: [{ justification: 'Erased', actualValue: 655 }],
  })
  const { items } = await searchHistory(
    ctx.underwriter,
    slvId,
    HistoryFilters.parse({ size: 100 }),
  )
  expect(items).toHaveLength(entries.length)
  expect(items.flatMap(({ changes }) => changes)).toContainEqual({
    field: 'borrowerLastName',
    before: 'Erased',
    after: 'Erased',
  })
  const workbook = await exportSlvs(ctx.underwriter, SlvListQuery.parse({}), {
    brandName: 'Harbor',
  })
  const files = await unzipped(await buffer(workbook))
  const sheets = [...files.values()].join()
  expect(sheets).toContain(loanNumber)
  expect(sheets).not.toContain(canary)
})

test('erasing a loan leaves no comment or document in webhooks', async ({
  made,
  ctxOf,
  subscribe,
  created,
  world: { slvId, ctx },
  committed: db,
  dump,
  deps,
}) => {
  const owner = await made.underwriter(
    'viewSlvDepartment',
    'manageIntegrations',
  )
  const hook = await subscribe(await ctxOf(owner))
  const [delivered, waiting] = [`First ${canary}`, `Second ${canary}`]
  await say(ctx.underwriter, { id: slvId }, { message: delivered })
  expect(await created(hook.id)).toMatchObject([
    { type: 'slv.comment_added', data: { message: delivered } },
  ])
  await say(ctx.underwriter, { id: slvId }, { message: waiting })
  expect(await findRows(db, 'webhookOutbox')).toHaveLength(1)
  const named = async () =>
    (await dump()).filter((row) => /^webhook_.*Zebulonsky/.test(row)).length
  expect(await named()).toBe(1)

  await eraseLoan(ctx.underwriter, deps, byRequest)
  expect(await named()).toBe(0)
  expect(JSON.stringify(await created(hook.id))).not.toContain(canary)
})

test('a loan is erased once, and any other change to its erased history is detected', async ({
  world,
  committed: db,
  check,
  deps,
  runAsOwner,
  now,
}) => {
  const { slvId, ctx } = world
  await eraseLoan(ctx.underwriter, deps, byRequest)
  const verified = await check()
  expect(verified.finding).toBeNull()
  expect(verified.counts.slv_history?.erased).toBeGreaterThan(3)
  expect(verified.counts.tdoc_history?.erased).toBe(1)

  await expect(
    eraseLoan(ctx.underwriter, deps, byRequest),
  ).rejects.toMatchObject({ statusCode: 409 })
  const fiveYearsLater = new Date(now.getTime() + 5 * 365 * 86_400_000)
  const clock = () => fiveYearsLater
  await eraseExpired({ db, clock, ...deps, retentionYears: 1 })
  expect(await findRows(db, 'retentionHistory')).toHaveLength(2)

  const erasure = await findRow(db, 'retentionHistory', { objectId: slvId })
  const rowId = erasure.changes[0]?.line
  const alteration = `
    update slv_history
    set comment = 'altered'
    where id = ${rowId};`
  await expect(runAsOwner(alteration)).rejects.toThrow('append-only')
  await runAsOwner(
    `alter table slv_history disable trigger user; ${alteration}`,
  )
  expect((await check()).finding).toMatchObject({
    table: 'slv_history',
    objectId: slvId,
    rowId: String(rowId),
  })
})

test('a repeated request shows the erased loan, and one about another loan of the same person is whole', async ({
  committed: db,
  made,
  ctxOf,
  signedIn,
  deps,
}) => {
  const seller = await made.seller()
  const asSeller = await signedIn(seller)
  const closed = { status: 'APPROVED', sellerId: seller.id } as const
  const slvs = [
    await made.slv({ ...closed, buyerLoan: loanNumber }),
    await made.slv({ ...closed, buyerLoan: '7000002' }),
  ]
  /** Comments on an SLV; the second time, with the same key, it is a repeat. */
  const comment = async ({ id: proxyLoanId }: { id: string }) => {
    const body = { proxyLoanId, type: 'EXTERNAL', message: `Call ${canary}` }
    const response = await asSeller('POST', '/v1/conversation-log/proxy-loan', {
      headers: { 'idempotency-key': proxyLoanId },
      body,
    })
    const { id, message } = response.json()
    return { status: response.statusCode, id, message }
  }
  const before = await Promise.all(slvs.map(comment))

  const admin = await ctxOf(
    await made.underwriter('managePermissions', 'viewSlvDepartment'),
  )
  await eraseLoan(admin, deps, byRequest)

  const [erased, whole] = await Promise.all(slvs.map(comment))
  expect(erased).toEqual({
    status: 200,
    id: before[0]?.id,
    message: erasedText,
  })
  expect(whole).toEqual(before[1])
  const keys = await findRows(db, 'idempotencyKey')
  expect(keys.map(({ result }) => result)).toEqual(
    expect.arrayContaining(before.map(({ id }) => ({ id }))),
  )
})

test('an erasure keeps the documents if the transaction around it fails, as with an Idempotency-Key', async ({
  world,
  committed: db,
  deps,
}) => {
  const { ctx, fileKey } = world
  const erase = (fails: boolean) =>
    inTransaction(db, async (tx) => {
      await eraseLoan({ ...ctx.underwriter, db: tx }, deps, byRequest)
      if (fails) throw new Error('not committed')
    })
  await expect(erase(true)).rejects.toThrow('not committed')
  expect((await buffer(await deps.files.read(fileKey))).toString()).toContain(
    canary,
  )
  await erase(false)
  const storedKeys = async () => {
    const keys: string[] = []
    for await (const { key } of deps.files.list()) keys.push(key)
    return keys
  }
  await expect.poll(storedKeys).not.toContain(fileKey)
})

test('open SLVs and unknown loans are refused, and a tenant can’t erase', async ({
  world,
  committed: db,
  made,
  deps,
}) => {
  const { ctx } = world
  await made.slv({
    status: 'REVIEW',
    type: 'POST',
    postCloseReason: 'Seller Error',
    buyerLoan: loanNumber,
  })
  await expect(
    eraseLoan(ctx.underwriter, deps, byRequest),
  ).rejects.toMatchObject({
    statusCode: 409,
    message: /^Still open/,
  })
  const unknown = eraseLoan(ctx.underwriter, deps, {
    ...byRequest,
    loanNumber: '1',
  })
  await expect(unknown).rejects.toMatchObject({ statusCode: 404 })
  const asTenant = sql`
    set local role portal_tenant;
    select erase_history('slv', null, null, now(), '', '{}', '{}', '')`
  await expect(
    db
      .transaction()
      .execute((tx) => sql.raw(asTenant.compile(db).sql).execute(tx)),
  ).rejects.toMatchObject({
    code: '42501',
  })
})

test('a number that two sellers use doesn’t erase both of their loans', async ({
  made,
  keeper,
  committed: db,
  deps,
}) => {
  await made.slv({
    status: 'APPROVED',
    buyerLoan: '7001234',
    sellerLoan: '100',
  })
  await made.slv({
    status: 'APPROVED',
    buyerLoan: '7005678',
    sellerLoan: '100',
  })
  await expect(
    eraseLoan(keeper, deps, { loanNumber: '100', reason: 'Request' }),
  ).rejects.toMatchObject({
    statusCode: 409,
    message: severalLoans,
  })
  await eraseLoan(keeper, deps, { loanNumber: '7001234', reason: 'Request' })
  expect(
    (await findRows(db, 'slv')).filter(({ erasedAt }) => erasedAt),
  ).toHaveLength(1)

  // The buyer's number decides, if a seller uses it for another loan.
  const own = await made.slv({ status: 'APPROVED', buyerLoan: '100' })
  await eraseLoan(keeper, deps, { loanNumber: '100', reason: 'Request' })
  expect((await findRow(db, 'slv', { id: own.id })).erasedAt).not.toBeNull()
  expect(
    (await findRows(db, 'slv')).filter(({ erasedAt }) => erasedAt),
  ).toHaveLength(2)
})
