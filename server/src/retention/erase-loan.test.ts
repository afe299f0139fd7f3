import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { HistoryFilters } from '@portal/contract/history/api'
import {
  noSuchLoan,
  onHold,
  severalLoans,
} from '@portal/contract/retention/messages'
import { erasedText } from '@portal/contract/retention/model'
import { SlvListQuery } from '@portal/contract/slv/list-query'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { actions } from '../../test/actions.ts'
import { temporaryStore } from '../../test/files.ts'
import { addRow, findRow, findRows, setRows } from '../../test/rows.ts'
import { test as base } from '../../test/tdoc-makers.ts'
import { checkChains } from '../../tools/check-chains.ts'
import { insertFile } from '../document/upload-document.ts'
import { getRound } from '../history/round.ts'
import { searchHistory } from '../history/search.ts'
import { inTransaction } from '../lib/database/db.ts'
import { withOwnerClient } from '../lib/database/migrate.ts'
import { unzipped } from '../lib/files/zip.ts'
import { createLog } from '../lib/log.ts'
import { notify } from '../lib/notify.ts'
import { exportSlvs } from '../reporting/exports/export-slvs.ts'
import { viewSlv } from '../slv/detail.ts'
import { findSlv } from '../slv/lock.ts'
import { makeFinalDecision } from '../slv/review/decide.ts'
import { saveSlv } from '../slv/rounds/save-slv.ts'
import { writeTdocHistory } from '../tdoc/activity/write-history.ts'
import { eraseExpired, eraseLoan } from './erase-loan.ts'
import { previewErasure } from './find-records.ts'
import { getRecordState } from './list-holds.ts'
import { createHold, liftHold } from './set-hold.ts'

/**
 * The borrower's name, which is in every text of the loan. Nothing of it may
 * remain.
 */
const canary = 'Zebulonsky'
const loanNumber = '7654321'
const byRequest = { loanNumber, reason: 'Request of the borrower' }

const test = base
  .extend('deps', async ({}, { onCleanup }) => {
    const { files, remove } = await temporaryStore()
    onCleanup(remove)
    return { files, log: createLog('silent') }
  })
  .extend('check', ({ ownerUrl }) => () => {
    return withOwnerClient(ownerUrl, checkChains)
  })
  /** Every row of the database as text, with bytes as text too. */
  .extend('dump', ({ committed: db }) => async () => {
    const { rows: tables } = await sql<{
      name: string
    }>`
      select oid::regclass::text as name
      from pg_class
      where relkind = 'r'
        and relnamespace in ('public'::regnamespace, 'pgboss'::regnamespace)`.execute(
      db,
    )
    const texts: string[] = []
    for (const { name } of tables) {
      const { rows } = await sql<{
        line: string
      }>`select row_to_json(t)::text as line from ${sql.raw(name)} t`.execute(
        db,
      )
      texts.push(...rows.map(({ line }) => `${name} ${line}`))
    }
    return texts
  })
  /**
   * A decided SLV with a past round and a complete Tdoc of the same loan, with
   * the name in every text and in a file.
   */
  .extend(
    'world',
    async ({ committed: db, made, madeTdoc, ctxOf, now, deps }) => {
      const seller = await made.seller()
      const underwriter = await made.underwriter(
        'myOwn',
        'viewSlvDepartment',
        'managePermissions',
      )
      const borrower = {
        borrowerLastName: canary,
        subjectPropertyAddress: `1 ${canary} Way`,
        city: `${canary}ville`,
      }
      const form = {
        ...borrower,
        buyerLoan: loanNumber,
        singleLoanVarianceRequest: `For ${canary}`,
      }
      const slv = await made.slv({
        status: 'DRAFT',
        sellerId: seller.id,
        underwriterId: underwriter.id,
        ...form,
      })
      const ctx = {
        seller: await ctxOf(seller),
        underwriter: await ctxOf(underwriter),
      }
      const { id } = underwriter
      const cast = {
        underwriterId: id,
        managerId: id,
        traderId: id,
        sellerId: seller.id,
      }
      const factors = [
        { factor: 'Reserves above requirement', value: `${canary}: 18 months` },
      ]
      const texts = {
        justification: `${canary} has reserves`,
        compensatingFactors: JSON.stringify(factors),
      }
      await setRows(db, 'slvRequest', { id: slv.requestId }, texts)
      await actions['send-request'](ctx.seller, slv.id, cast)
      await setRows(
        db,
        'slv',
        { id: slv.id },
        { underwriterId: underwriter.id },
      )
      await actions['start-review-process'](ctx.underwriter, slv.id, cast)
      await saveSlv(ctx.underwriter, slv.id, {
        borrowerLastName: `${canary}-Smith`,
        creditScore: 661,
      })
      const received = await deps.files.receive(
        Readable.from([Buffer.from(`Statement of ${canary}`)]),
      )
      const { size, sha256 } = received
      const file = {
        key: await received.keep(),
        name: `${canary}.pdf`,
        type: 'PDF',
        size,
        sha256,
      } as const
      await insertFile(
        ctx.underwriter,
        await findSlv(ctx.underwriter, slv.id),
        { kind: 'UNDERWRITER', file },
      )
      const comment = {
        type: 'INTERNAL',
        message: `Call ${canary}`,
        authorId: id,
        createdAt: now,
      } as const
      await addRow(db, 'comment', { slvId: slv.id, ...comment })
      const notice = {
        action: 'PROXY_LOAN_COMMENT',
        to: [seller.id],
        description: canary,
      } as const
      await notify(ctx.underwriter, { ...notice, entityId: slv.id })
      const decide = async () => {
        const { id: slvRequestId } = await findRow(db, 'slvRequest', {
          slvId: slv.id,
        })
        await db
          .deleteFrom('slvDecisionRequest')
          .where('slvId', '=', slv.id)
          .execute()
        await addRow(db, 'slvDecisionRequest', {
          slvId: slv.id,
          slvRequestId,
          decision: 'APPROVED',
          comment: `${canary} qualifies`,
        })
        const comments = {
          decisionComment: `Subject to title of ${canary}-Smith.`,
          decisionCommentsInternal: `OK for ${canary}`,
        }
        await makeFinalDecision(ctx.underwriter, slv.id, {
          decision: 'APPROVED',
          ...comments,
        })
      }
      await decide()
      await actions['set-draft-resubmitted'](ctx.seller, slv.id, cast)
      await actions['set-resubmitted'](ctx.seller, slv.id, cast)
      await setRows(
        db,
        'slv',
        { id: slv.id },
        { underwriterId: underwriter.id },
      )
      await actions['start-review-process'](ctx.underwriter, slv.id, cast)
      await decide()
      const image = { borrowerLastName: canary, imageFileName: `${canary}.tif` }
      const tdoc = await madeTdoc({
        status: 'COMPLETE',
        buyerLoanNumber: loanNumber,
        ...image,
      })
      const changes = [
        { field: 'imageFileName', before: null, after: image.imageFileName },
      ]
      await writeTdocHistory(ctx.underwriter, {
        tdocId: tdoc.id,
        action: 'create',
        changes,
      })
      return { slvId: slv.id, tdocId: tdoc.id, ctx, fileKey: file.key }
    },
  )

test('erasing a loan removes the name everywhere, and the history still verifies', async ({
  world,
  committed: db,
  check,
  dump,
  deps,
  runAsOwner,
  now,
}) => {
  const { slvId, ctx } = world
  const isLeft = (text: string) =>
    text.toLowerCase().includes(canary.toLowerCase()) ||
    text.includes(Buffer.from(canary).toString('hex'))
  expect((await dump()).filter(isLeft).length).toBeGreaterThan(15)
  const entries = (await findRows(db, 'slvHistory', { slvId })).length

  const erased = await eraseLoan(ctx.underwriter, deps, byRequest)
  expect(erased).toMatchObject({
    refusal: null,
    counts: {
      documents: 1,
      comments: 1,
      rounds: 1,
      notifications: expect.any(Number),
    },
  })
  expect((await dump()).filter(isLeft)).toEqual([])
  await expect(deps.files.read(world.fileKey)).rejects.toThrow()

  const shown = await viewSlv(ctx.underwriter, slvId)
  expect(shown).toMatchObject({
    borrowerLastName: 'Erased',
    city: 'Erased',
    zip: null,
    state: 'CA',
    status: 'APPROVED',
    creditScore: 661,
    buyerLoan: loanNumber,
  })
  expect(shown.decisionComment).toBe('Subject to title of Erased.')
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
  expect(items).toHaveLength(entries)
  expect(items.flatMap(({ changes }) => changes)).toContainEqual({
    field: 'borrowerLastName',
    before: 'Erased',
    after: 'Erased',
  })
  const workbook = await buffer(
    await exportSlvs(ctx.underwriter, SlvListQuery.parse({}), {
      brandName: 'Harbor',
    }),
  )
  const sheets = [...(await unzipped(workbook)).values()].join()
  expect(sheets).toContain(loanNumber)
  expect(sheets).not.toContain(canary)

  const verified = await check()
  expect(verified.finding).toBeNull()
  expect(verified.counts.slv_history?.erased).toBeGreaterThan(3)
  expect(verified.counts.tdoc_history?.erased).toBe(1)
  const [line] = (
    await findRows(db, 'retentionHistory', { objectId: slvId })
  ).flatMap(({ changes }) => changes)
  await expect(
    eraseLoan(ctx.underwriter, deps, byRequest),
  ).rejects.toMatchObject({
    statusCode: 409,
  })

  // The retention job skips it, and any other change to an erased entry is
  // detected.
  const clock = () => new Date(now.getTime() + 5 * 365 * 86_400_000)
  await eraseExpired({ db, clock, ...deps, retentionYears: 1 })
  expect(await findRows(db, 'retentionHistory')).toHaveLength(2)
  await expect(
    runAsOwner(
      `update slv_history set comment = 'altered' where id = ${line?.line}`,
    ),
  ).rejects.toThrow('append-only')
  await runAsOwner(
    `
      alter table slv_history disable trigger user;
      update slv_history
      set comment = 'altered'
      where id = ${line?.line}`,
  )
  expect((await check()).finding).toMatchObject({
    table: 'slv_history',
    objectId: slvId,
    rowId: String(line?.line),
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
  const asks = await signedIn(seller)
  const closed = { status: 'APPROVED', sellerId: seller.id } as const
  const slvs = [
    await made.slv({ ...closed, buyerLoan: loanNumber }),
    await made.slv({ ...closed, buyerLoan: '7000002' }),
  ]
  const ask = async ({ id: proxyLoanId }: { id: string }) => {
    const body = { proxyLoanId, type: 'EXTERNAL', message: `Call ${canary}` }
    const response = await asks('POST', '/v1/conversation-log/proxy-loan', {
      headers: { 'idempotency-key': proxyLoanId },
      body,
    })
    return [response.statusCode, response.json().id, response.json().message]
  }
  const before = await Promise.all(slvs.map(ask))

  const admin = await ctxOf(
    await made.underwriter('managePermissions', 'viewSlvDepartment'),
  )
  await eraseLoan(admin, deps, byRequest)

  const [erased, whole] = await Promise.all(slvs.map(ask))
  expect(erased).toEqual([200, before[0]?.[1], erasedText])
  expect(whole).toEqual(before[1])
  const kept = await findRows(db, 'idempotencyKey')
  expect(kept.map(({ result }) => result)).toEqual(
    expect.arrayContaining(before.map(([, id]) => ({ id }))),
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

test('a legal hold blocks erasure and retention until it is lifted, even in the database', async ({
  world,
  committed: db,
  deps,
  now,
}) => {
  const { slvId, ctx } = world
  const hold = await createHold(ctx.underwriter, {
    loanNumber,
    reason: 'Litigation',
  })
  await expect(
    createHold(ctx.underwriter, { loanNumber, reason: 'Again' }),
  ).rejects.toMatchObject({ statusCode: 409 })
  await expect(
    eraseLoan(ctx.underwriter, deps, byRequest),
  ).rejects.toMatchObject({
    statusCode: 409,
    message: 'On legal hold. Lift the hold before you erase the data.',
  })
  const byHand = sql`select erase_history('slv', ${slvId}, null, now(), 'none', '{}', '{}', '')`
  await expect(byHand.execute(db)).rejects.toMatchObject({ code: '23001' })
  const clock = () => new Date(now.getTime() + 3 * 365 * 86_400_000)
  expect(await eraseExpired({ db, clock, ...deps, retentionYears: 2 })).toBe(0)
  await liftHold(ctx.underwriter, hold.id)
  expect(await eraseExpired({ db, clock, ...deps, retentionYears: 4 })).toBe(0)
  expect(await eraseExpired({ db, clock, ...deps })).toBe(0)
  expect(await eraseExpired({ db, clock, ...deps, retentionYears: 2 })).toBe(2)
  expect((await findRow(db, 'slv', { id: slvId })).borrowerLastName).toBe(
    'Erased',
  )
  const changes = await findRows(db, 'retentionHistory')
  expect(changes.map(({ action, actorId }) => [action, actorId])).toEqual([
    ['set-hold', ctx.underwriter.actor.id],
    ['lift-hold', ctx.underwriter.actor.id],
    ['erase', null],
    ['erase', null],
  ])
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

test('a hold by the seller’s number protects the whole loan, whichever number it is erased by', async ({
  committed: db,
  made,
  madeTdoc,
  ctxOf,
  deps,
  now,
}) => {
  const ctx = await ctxOf(
    await made.underwriter('managePermissions', 'viewSlvDepartment'),
  )
  const seller = await made.seller()
  const ofSeller = { sellerId: seller.id, companyId: seller.companyId }
  const numbers = { buyerLoan: '7001234', sellerLoan: 'S-1' }
  const slv = await made.slv({ status: 'APPROVED', ...ofSeller, ...numbers })
  const unnumbered = await made.slv({
    status: 'DECLINED',
    ...ofSeller,
    buyerLoan: null,
    sellerLoan: 'S-1',
  })
  const other = await made.slv({
    status: 'APPROVED',
    buyerLoan: '7009999',
    sellerLoan: 'S-9',
  })
  const tdoc = await madeTdoc({
    status: 'COMPLETE',
    buyerLoanNumber: '7001234',
  })
  const isErased = async (id: string) =>
    (await findRow(db, 'slv', { id })).erasedAt !== null

  const hold = await createHold(ctx, {
    loanNumber: 'S-1',
    reason: 'Litigation',
  })
  expect(hold).toMatchObject({ slvs: 2, tdocs: 1 })
  for (const loanNumber of ['S-1', '7001234']) {
    const preview = await previewErasure(db, loanNumber)
    expect(preview.records.map(({ id }) => id).sort()).toEqual(
      [slv.id, unnumbered.id, tdoc.id].sort(),
    )
    await expect(
      eraseLoan(ctx, deps, { loanNumber, reason: 'Request' }),
    ).rejects.toMatchObject({
      statusCode: 409,
      message: onHold,
    })
  }
  const states = await Promise.all(
    [slv, unnumbered, other].map(({ id }) => getRecordState(ctx, id)),
  )
  expect(states.map((state) => state.hold?.reason)).toEqual([
    'Litigation',
    'Litigation',
    undefined,
  ])
  const byHand = sql`select erase_history('tdoc', ${tdoc.id}, null, now(), 'none', '{}', '{}', '')`
  await expect(byHand.execute(db)).rejects.toMatchObject({ code: '23001' })

  // A corrected number doesn't end the hold, and a Tdoc that arrives later is
  // covered too.
  await setRows(db, 'slv', { id: slv.id }, { sellerLoan: 'S-2' })
  await setRows(db, 'slv', { id: unnumbered.id }, { sellerLoan: 'S-3' })
  await madeTdoc({ status: 'COMPLETE', buyerLoanNumber: '7001234' })
  const clock = () => new Date(now.getTime() + 3 * 365 * 86_400_000)
  expect(await eraseExpired({ db, clock, ...deps, retentionYears: 2 })).toBe(1)
  expect(
    await Promise.all([slv, unnumbered, other].map(({ id }) => isErased(id))),
  ).toEqual([false, false, true])

  await liftHold(ctx, hold.id)
  await eraseLoan(ctx, deps, { loanNumber: '7001234', reason: 'Request' })
  expect(await isErased(slv.id)).toBe(true)
})

test('a hold by the buyer’s number protects an SLV that has only the seller’s number', async ({
  committed: db,
  made,
  ctxOf,
  deps,
}) => {
  const ctx = await ctxOf(
    await made.underwriter('managePermissions', 'viewSlvDepartment'),
  )
  const seller = await made.seller()
  const ofSeller = {
    sellerId: seller.id,
    companyId: seller.companyId,
    sellerLoan: 'S-1',
  }
  await made.slv({ status: 'APPROVED', ...ofSeller, buyerLoan: '7001234' })
  await made.slv({ status: 'DECLINED', ...ofSeller, buyerLoan: null })
  const ofAnother = await made.slv({
    status: 'APPROVED',
    sellerLoan: 'S-1',
    buyerLoan: null,
  })

  expect(
    await createHold(ctx, { loanNumber: '7001234', reason: 'Litigation' }),
  ).toMatchObject({ slvs: 2, tdocs: 0 })
  expect((await getRecordState(ctx, ofAnother.id)).hold).toBeNull()
  await expect(
    eraseLoan(ctx, deps, { loanNumber: '7001234', reason: 'Request' }),
  ).rejects.toMatchObject({
    message: onHold,
  })
  expect(
    (await findRows(db, 'slv')).filter(({ erasedAt }) => erasedAt),
  ).toEqual([])
})

test('a hold that would cover nothing is refused', async ({
  made,
  ctxOf,
  committed: db,
}) => {
  const ctx = await ctxOf(
    await made.underwriter('managePermissions', 'viewSlvDepartment'),
  )
  await made.slv({ status: 'APPROVED', buyerLoan: '7001234' })
  await expect(
    createHold(ctx, { loanNumber: '7001243', reason: 'Litigation' }),
  ).rejects.toMatchObject({
    statusCode: 400,
    details: [{ field: 'loanNumber', error: noSuchLoan }],
  })
  expect(await findRows(db, 'legalHold')).toEqual([])
})

test('a number that two sellers use doesn’t erase both of their loans', async ({
  made,
  ctxOf,
  committed: db,
  deps,
}) => {
  const ctx = await ctxOf(
    await made.underwriter('managePermissions', 'viewSlvDepartment'),
  )
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
    eraseLoan(ctx, deps, { loanNumber: '100', reason: 'Request' }),
  ).rejects.toMatchObject({
    statusCode: 409,
    message: severalLoans,
  })
  await eraseLoan(ctx, deps, { loanNumber: '7001234', reason: 'Request' })
  expect(
    (await findRows(db, 'slv')).filter(({ erasedAt }) => erasedAt),
  ).toHaveLength(1)

  // The buyer's number decides, if a seller uses it for another loan.
  const own = await made.slv({ status: 'APPROVED', buyerLoan: '100' })
  await eraseLoan(ctx, deps, { loanNumber: '100', reason: 'Request' })
  expect((await findRow(db, 'slv', { id: own.id })).erasedAt).not.toBeNull()
  expect(
    (await findRows(db, 'slv')).filter(({ erasedAt }) => erasedAt),
  ).toHaveLength(2)
})
