import { Readable } from 'node:stream'
import type { Actor } from '@portal/contract/user/model'
import { sql } from 'kysely'
import { insertFile } from '../src/document/upload-document.ts'
import type { Ctx } from '../src/lib/ctx.ts'
import type { Db } from '../src/lib/database/db.ts'
import { withOwnerClient } from '../src/lib/database/migrate.ts'
import type { FileStore } from '../src/lib/files/files.ts'
import { createLog } from '../src/lib/log.ts'
import { notify } from '../src/lib/notify.ts'
import { findSlv } from '../src/slv/lock.ts'
import { makeFinalDecision } from '../src/slv/review/decide.ts'
import { saveSlv } from '../src/slv/rounds/save-slv.ts'
import { writeTdocHistory } from '../src/tdoc/activity/write-history.ts'
import { checkChains } from '../tools/check-chains.ts'
import { actions } from './actions.ts'
import { temporaryStore } from './files.ts'
import { addRow, findRow, setRows } from './rows.ts'
import { test as base } from './webhooks.ts'

/**
 * The borrower's name, which is in every text of the loan. Nothing of it may
 * remain.
 */
export const canary = 'Zebulonsky'
export const loanNumber = '7654321'
export const byRequest = { loanNumber, reason: 'Request of the borrower' }

/** Every row of the database as text, with bytes as text too. */
async function dumpRows(db: Db): Promise<string[]> {
  const { rows: tables } = await sql<{ name: string }>`
    select oid::regclass::text as name
    from pg_class
    where relkind = 'r'
      and relnamespace in ('public'::regnamespace, 'pgboss'::regnamespace)`.execute(
    db,
  )
  const texts: string[] = []
  for (const { name } of tables) {
    const { rows } = await sql<{ line: string }>`
      select row_to_json(t)::text as line from ${sql.raw(name)} t`.execute(db)
    texts.push(...rows.map(({ line }) => `${name} ${line}`))
  }
  return texts
}

type Parties = {
  seller: Ctx
  underwriter: Ctx
}

/** The people that the actions are about; the underwriter has every part. */
function toCast({ seller, underwriter }: Parties) {
  return {
    underwriterId: underwriter.actor.id,
    managerId: underwriter.actor.id,
    traderId: underwriter.actor.id,
    sellerId: seller.actor.id,
  }
}

/** Sends a draft whose variance names the borrower. */
async function sendDraft(
  db: Db,
  ctx: Parties,
  slv: { id: string; requestId: string },
) {
  const factors = [
    { factor: 'Reserves above requirement', value: `${canary}: 18 months` },
  ]
  await setRows(
    db,
    'slvRequest',
    { id: slv.requestId },
    {
      justification: `${canary} has reserves`,
      compensatingFactors: JSON.stringify(factors),
    },
  )
  await actions['send-request'](ctx.seller, slv.id, toCast(ctx))
}

async function startReview(db: Db, ctx: Parties, slvId: string) {
  const underwriterId = ctx.underwriter.actor.id
  await setRows(db, 'slv', { id: slvId }, { underwriterId })
  await actions['start-review-process'](ctx.underwriter, slvId, toCast(ctx))
}

async function decide(db: Db, { underwriter }: Parties, slvId: string) {
  const request = await findRow(db, 'slvRequest', { slvId })
  await db.deleteFrom('slvDecisionRequest').where('slvId', '=', slvId).execute()
  await addRow(db, 'slvDecisionRequest', {
    slvId,
    slvRequestId: request.id,
    decision: 'APPROVED',
    comment: `${canary} qualifies`,
  })
  await makeFinalDecision(underwriter, slvId, {
    decision: 'APPROVED',
    decisionComment: `Subject to title of ${canary}-Smith.`,
    decisionCommentsInternal: `OK for ${canary}`,
  })
}

async function resubmit(ctx: Parties, slvId: string) {
  await actions['set-draft-resubmitted'](ctx.seller, slvId, toCast(ctx))
  await actions['set-resubmitted'](ctx.seller, slvId, toCast(ctx))
}

/** Adds a document whose name and content have the borrower's name. */
async function addDocument(ctx: Ctx, files: FileStore, slvId: string) {
  const content = Buffer.from(`Statement of ${canary}`)
  const received = await files.receive(Readable.from([content]))
  const file = {
    key: await received.keep(),
    name: `${canary}.pdf`,
    type: 'PDF',
    size: received.size,
    sha256: received.sha256,
  } as const
  const slv = await findSlv(ctx, slvId)
  await insertFile(ctx, slv, { kind: 'UNDERWRITER', file })
  return file.key
}

async function addMessages(db: Db, ctx: Ctx, slvId: string, seller: Actor) {
  await addRow(db, 'comment', {
    slvId,
    type: 'INTERNAL',
    message: `Call ${canary}`,
    authorId: ctx.actor.id,
    createdAt: ctx.now,
  })
  await notify(ctx, {
    action: 'PROXY_LOAN_COMMENT',
    to: [seller.id],
    description: canary,
    entityId: slvId,
  })
}

export const test = base
  .extend('deps', async ({}, { onCleanup }) => {
    const { files, remove } = await temporaryStore()
    onCleanup(remove)
    return { files, log: createLog('silent') }
  })
  /** Verifies the history. */
  .extend('check', ({ ownerUrl }) => () => {
    return withOwnerClient(ownerUrl, checkChains)
  })
  .extend(
    'dump',
    ({ committed }) =>
      () =>
        dumpRows(committed),
  )
  /** Someone who may erase loans and place legal holds. */
  .extend('keeper', async ({ made, ctxOf }) => {
    const actor = await made.underwriter(
      'managePermissions',
      'viewSlvDepartment',
    )
    return ctxOf(actor)
  })
  /**
   * A decided SLV with a past round and a complete Tdoc of the same loan, with
   * the name in every text and in a file.
   */
  .extend('world', async ({ committed: db, made, madeTdoc, ctxOf, deps }) => {
    const seller = await made.seller()
    const underwriter = await made.underwriter(
      'myOwn',
      'viewSlvDepartment',
      'managePermissions',
    )
    const ctx = {
      seller: await ctxOf(seller),
      underwriter: await ctxOf(underwriter),
    }
    const slv = await made.slv({
      status: 'DRAFT',
      sellerId: seller.id,
      underwriterId: underwriter.id,
      borrowerLastName: canary,
      subjectPropertyAddress: `1 ${canary} Way`,
      city: `${canary}ville`,
      buyerLoan: loanNumber,
      singleLoanVarianceRequest: `For ${canary}`,
    })
    await sendDraft(db, ctx, slv)
    await startReview(db, ctx, slv.id)
    await saveSlv(ctx.underwriter, slv.id, {
      borrowerLastName: `${canary}-Smith`,
      creditScore: 661,
    })
    const fileKey = await addDocument(ctx.underwriter, deps.files, slv.id)
    await addMessages(db, ctx.underwriter, slv.id, seller)
    await decide(db, ctx, slv.id)
    await resubmit(ctx, slv.id)
    await startReview(db, ctx, slv.id)
    await decide(db, ctx, slv.id)

    const tdoc = await madeTdoc({
      status: 'COMPLETE',
      buyerLoanNumber: loanNumber,
      borrowerLastName: canary,
      imageFileName: `${canary}.tif`,
    })
    await writeTdocHistory(ctx.underwriter, {
      tdocId: tdoc.id,
      action: 'create',
      changes: [
        { field: 'imageFileName', before: null, after: tdoc.imageFileName },
      ],
    })
    return { slvId: slv.id, tdocId: tdoc.id, ctx, fileKey }
  })
