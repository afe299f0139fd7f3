import { buffer } from 'node:stream/consumers'
import { meets } from '@portal/contract/guideline/evaluate'
import { evaluationDate, exactFigure } from '@portal/contract/guideline/figures'
import { getKeys } from '@portal/contract/lib/typed'
import { civil } from '@portal/contract/sla/calendar'
import {
  isUndecided,
  openStatuses,
  slvStatuses,
} from '@portal/contract/slv/status'
import { meetsGuideline } from '@portal/contract/slv-request/distance'
import {
  countPromisedDay,
  isAsPromised,
} from '@portal/contract/test/plain-days'
import { type Sandbox, startSandbox } from '@portal/sandbox/start'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { columnsAndLedgers } from '../../test/clock-walk.ts'
import { temporaryStore } from '../../test/files.ts'
import { asOwner, newDatabase, now } from '../../test/fixture.ts'
import {
  expectEveryNotification,
  expectGoodMails,
  sendAllMails,
} from '../../test/gallery.ts'
import { ctxFor, makers } from '../../test/makers.ts'
import { countPlainly, usualEnds } from '../../test/plain-like-cases.ts'
import { plainPrices } from '../../test/plain-price.ts'
import { findRow, findRows } from '../../test/rows.ts'
import { type Db, openDb } from '../lib/database/db.ts'
import type { FileStore } from '../lib/files/files.ts'
import { mailTypes } from '../lib/integrations/mail.ts'
import { loadSla } from '../lib/sla.ts'
import { viewSlv } from '../slv/detail.ts'
import { getEvaluation } from '../slv/evaluate.ts'
import { shownStatus } from '../slv/resubmission.ts'
import { getLikeCases } from '../slv/review/count-like-cases.ts'
import { findPersonActor } from '../user/find-actor.ts'
import { loadDemo } from './load.ts'

let sandbox: Sandbox
let db: Db
let files: FileStore
let answers: Awaited<ReturnType<typeof loadDemo>>[]
const endings: (() => Promise<void>)[] = []
const limit = 400_000

const openOwnDatabase = async () => {
  const { url, ownerUrl, drop } = await newDatabase()
  // The demo brings its own.
  await asOwner(ownerUrl, 'delete from guideline_program')
  const own = openDb({ url })
  endings.unshift(async () => {
    await own.destroy()
    await drop()
  })
  return { db: own, ownerUrl }
}

beforeAll(async () => {
  sandbox = await startSandbox({
    loanDockPort: 0,
    smtpPort: 0,
    mailboxPort: 0,
    portalOrigins: [],
    now: () => now,
  })
  endings.push(sandbox.stop)
  db = (await openOwnDatabase()).db
  // Two first starts on one database.
  const store = await temporaryStore()
  endings.push(store.remove)
  files = store.files
  const world = { loanDockUrl: sandbox.loanDockUrl, now, files }
  answers = await Promise.all([loadDemo(db, world), loadDemo(db, world)])
}, limit)

afterAll(async () => {
  for (const end of endings) await end()
}, limit)

const slvs = () =>
  db
    .selectFrom('slv')
    .select(['id', shownStatus.as('status'), 'resubmitCount'])
    .orderBy('id')
    .execute()

/** Fails unless these times rise or are equal; null is left out. */
const expectInOrder = (...times: (Date | null | undefined)[]) => {
  const known = times.flatMap((time) => time?.getTime() ?? [])
  expect(known).toEqual(known.toSorted((a, b) => a - b))
}

const byId = <Row extends { id: string }>(rows: readonly Row[]) =>
  new Map(rows.map((row) => [row.id, row]))

function getRow<Row>(rows: ReadonlyMap<string, Row>, id: string | null): Row {
  const row = rows.get(id ?? '')
  if (!row) throw new Error(`There is no row ${id}`)
  return row
}

const bySlv = <T extends { slvId: string }>(rows: readonly T[]) =>
  Map.groupBy(rows, ({ slvId }) => slvId)
const histories = async () => bySlv(await findRows(db, 'slvHistory'))

describe('loading the demo', () => {
  test('happens once, even if several start at the same time', async () => {
    expect(answers).toContainEqual({ slvs: 250 })
    expect(answers).toContain(undefined)
    expect(
      await loadDemo(db, { loanDockUrl: 'http://localhost:1', now, files }),
    ).toBeUndefined()
    expect(await slvs()).toHaveLength(250)
  })

  test('leaves nothing behind when it fails', async () => {
    const { db: other, ownerUrl } = await openOwnDatabase()
    const failing = `
      create function fail() returns trigger language plpgsql as $$ begin raise 'failed'; end $$;
      create trigger fail
      before insert on slv_decision_request
      execute function fail()`
    await asOwner(ownerUrl, failing)
    await expect(
      loadDemo(other, { loanDockUrl: sandbox.loanDockUrl, now, files }),
    ).rejects.toThrow('failed')
    for (const table of ['appUser', 'company', 'slv', 'slvHistory'] as const)
      expect(
        await other.selectFrom(table).select('id').limit(1).execute(),
      ).toEqual([])
  }, 30_000)

  test('has internal and external comments, and unread notifications of the last day only', async () => {
    const comments = await findRows(db, 'comment')
    expect(new Set(comments.map(({ slvId }) => slvId)).size).toBeGreaterThan(35)
    expect(new Set(comments.map(({ type }) => type)).size).toBe(2)
    const mentions = await findRows(db, 'commentMention')
    expect(mentions.length).toBe(
      comments.filter(({ message }) => message.startsWith('@')).length,
    )
    const notifications = await findRows(db, 'notification')
    expect(
      new Set(notifications.map(({ userId }) => userId)).size,
    ).toBeGreaterThan(20)
    const aDayAgo = now.getTime() - 86_400_000
    const unviewed = notifications.filter(
      ({ status }) => status === 'UNCHECKED',
    )
    expect(unviewed.length).toBeGreaterThan(10)
    // Finishing an SLV marked the others of the last day as viewed.
    for (const { createdAt } of unviewed)
      expect(createdAt.getTime()).toBeGreaterThanOrEqual(aDayAgo)
  })

  test('has the demo accounts with their permissions', async () => {
    const rows = await db
      .selectFrom('appUser')
      .innerJoin('userRole', 'userRole.userId', 'appUser.id')
      .innerJoin('company', 'company.id', 'appUser.companyId')
      .select(['appUser.email', 'role', 'company.name as company'])
      .select(
        sql<
          string[]
        >`array(select permission from user_permission where user_id = app_user.id order by 1)`.as(
          'holds',
        ),
      )
      .orderBy('appUser.email')
      .execute()
    const accounts = Object.fromEntries(
      rows.map(({ email, role, company, holds }) => [
        email,
        `${role} ${company} ${holds.length > 10 ? 'all' : holds}`,
      ]),
    )
    expect(accounts).toMatchObject({
      'seller@acme.example': 'SELLER ACME Home Lending ',
      'seller.two@acme.example':
        'SELLER ACME Home Lending myCompanyReassignSlv,myCompanyView',
      'seller@birch.example': 'SELLER Birch Mortgage, LLC ',
      'underwriter@buyer.example': 'UNDERWRITER Buyer myOwn',
      'underwriter.two@buyer.example':
        'UNDERWRITER Buyer assignLoans,myOwn,viewSlvDepartment',
      'slr@buyer.example':
        'UNDERWRITER Buyer assignLoansSlr,manageSlr,viewSlvDepartment',
      'tradedesk@buyer.example':
        'UNDERWRITER Buyer assignLoansTradeDesk,manageTradeDesk',
      'admin@buyer.example': 'UNDERWRITER Buyer all',
      'bdd@buyer.example': 'BDD Buyer ',
      'new@buyer.example': 'DEFAULT Buyer ',
      'tpr@orchid.example': 'TPR Orchid Review ',
      'tpr@juniper.example': 'TPR Juniper Review ',
    })
    // They arrive with their first sign-in.
    expect(accounts).not.toHaveProperty(['arrival@buyer.example'])
    expect(accounts).not.toHaveProperty(['seller@yarrowgate.example'])
    expect(accounts).not.toHaveProperty(['seller.two@yarrowgate.example'])
  })

  test("shows every status, and gives the demo's own people every kind of work", async () => {
    const count = Map.groupBy(await slvs(), ({ status }) => status)
    expect([...count.keys()].sort()).toEqual([...slvStatuses].sort())
    for (const status of openStatuses)
      expect(count.get(status)?.length, status).toBeGreaterThanOrEqual(3)

    const statusesOf = async (
      email: string,
      column:
        | 'sellerId'
        | 'underwriterId'
        | 'underwriterManagerId'
        | 'tradeDeskId',
    ) => {
      const person = await findRow(db, 'appUser', { email })
      const rows = await db
        .selectFrom('slv')
        .select(shownStatus.as('status'))
        .where(column, '=', person.id)
        .execute()
      return rows.map(({ status }) => status)
    }
    const contains = (...statuses: readonly string[]) =>
      expect.arrayContaining([...statuses])
    expect(await statusesOf('seller@acme.example', 'sellerId')).toEqual(
      contains(...slvStatuses),
    )
    expect(
      await statusesOf('underwriter@buyer.example', 'underwriterId'),
    ).toEqual(contains(...openStatuses))
    expect(
      await statusesOf('slr@buyer.example', 'underwriterManagerId'),
    ).toEqual(contains('SLR_PENDING', 'SLR_REVIEW'))
    expect(await statusesOf('tradedesk@buyer.example', 'tradeDeskId')).toEqual(
      contains('TD_PENDING', 'TD_REVIEW'),
    )
  })
})

describe('each SLV of the demo', () => {
  test('has the figures that a replay of its intervals gives', async () => {
    const pairs = await columnsAndLedgers(db)
    expect(pairs).toHaveLength(250)
    for (const { id, columns, replay } of pairs)
      expect(columns, id).toEqual(replay)
  })

  test('has a history in the order of time, on business days, that ends at its status and rounds', async () => {
    const { days } = await loadSla(db)
    const rounds = bySlv(await findRows(db, 'slvRound'))
    const history = await histories()
    for (const slv of await slvs()) {
      const events = history.get(slv.id) ?? []
      expect(events.at(-1)?.toStatus).toBe(slv.status)
      expect(rounds.get(slv.id)?.length ?? 0).toBe(slv.resubmitCount)
      expectInOrder(...events.map(({ at }) => at), now)
      for (const { at } of events) {
        const { day, time } = civil(at)
        expect(days.isBusinessDay(day), day).toBe(true)
        expect(time >= '08:30' && time <= '18:00', time).toBe(true)
      }
    }
  })

  test('has documents that look like theirs, with figures that agree with the request', async () => {
    const figureColumns = {
      '1008.pdf': 'loanAmount',
      'Bank statements.pdf': 'liquidReservesAmount',
      'Appraisal.pdf': 'appraisedValueAmount',
      'Reserves worksheet.pdf': 'totalPostCloseReservesAmount',
    } as const
    const titles = getKeys(figureColumns)
    const documents = await db
      .selectFrom('document')
      .innerJoin('slv', 'slv.id', 'document.slvId')
      .select([
        'document.name',
        'document.storageKey',
        'document.pageCount',
        'slv.status',
      ])
      .select([
        'loanAmount',
        'liquidReservesAmount',
        'appraisedValueAmount',
        'totalPostCloseReservesAmount',
      ])
      .where('document.name', 'in', titles)
      .where('slv.resubmitCount', '=', 0)
      .where('slv.resubmission', 'is', null)
      .execute()
    for (const title of titles) {
      const some = documents.filter(({ name }) => name === title)
      expect(some.length, title).toBeGreaterThan(10)
      for (const document of some.slice(0, 5)) {
        const pdf = await buffer(await files.read(document.storageKey ?? ''))
        const figure = document[figureColumns[title]]?.toLocaleString('en-US', {
          minimumFractionDigits: 2,
        })
        expect(pdf.toString('latin1'), title).toContain(`($${figure}) Tj`)
      }
    }
  })

  test('requests only what the loan really doesn’t meet', async () => {
    const requests = await findRows(db, 'slvRequest')
    expect(requests.length).toBeGreaterThan(300)
    expect(requests.filter(({ ruleId }) => ruleId).length).toBeGreaterThan(200)
    const met = requests.filter((one) =>
      meetsGuideline(one as Parameters<typeof meetsGuideline>[0]),
    )
    expect(met).toEqual([])
  })

  test('cites no rule that its figures meet, in any round', async () => {
    const rules = byId(await findRows(db, 'guidelineRule'))
    const requests = bySlv(await findRows(db, 'slvRequest'))
    const ended = await findRows(db, 'slvRound')
    const slvRows = await findRows(db, 'slv')
    const current = slvRows.map((slv) => ({
      ...slv,
      slvRequests: requests.get(slv.id) ?? [],
    }))
    const rounds = [
      ...current,
      ...ended.map(
        ({ snapshot }) => snapshot as unknown as (typeof current)[number],
      ),
    ]
    const met: string[] = []
    let cited = 0
    for (const { slvRequests, buyerLoan, ...round } of rounds)
      for (const { ruleId } of slvRequests) {
        const rule = rules.get(ruleId ?? '')
        if (!rule) continue
        cited += 1
        const figure = exactFigure(
          rule.parameter,
          round,
          evaluationDate(round, now),
        )
        if (figure === null || meets(rule.operator, figure, Number(rule.value)))
          met.push(`${buyerLoan} ${rule.parameter}`)
      }
    expect(cited).toBeGreaterThan(250)
    expect(met).toEqual([])
  })

  test('cites only rules that its figures miss as they are now, in drafts of the next round too', async () => {
    const citing = await slvs()
    const met: string[] = []
    for (const { id } of citing) {
      const slv = await findRow(db, 'slv', { id })
      const ctx = await ctxFor(db, await makers(db, now).ownerOf(slv), now)
      const { findings } = await getEvaluation(ctx, id)
      const { slvRequests, buyerLoan } = await viewSlv(ctx, id)
      for (const { parameter, ruleId } of slvRequests) {
        const finding =
          ruleId && findings.find((each) => each.parameter === parameter)
        if (finding && finding.state === 'MEETS')
          met.push(`${buyerLoan} ${parameter}`)
      }
    }
    expect(met).toEqual([])
  })

  test('promises each seller the day on which a count of the ledger ends, whatever desk has the SLV', async () => {
    const { days, targets } = await loadSla(db)
    const intervals = bySlv(
      await db
        .selectFrom('slvInterval')
        .selectAll()
        .orderBy('openedAt')
        .orderBy('id')
        .execute(),
    )
    const open = await db
      .selectFrom('slv')
      .select(['id', 'sellerId', 'companyId', 'status', 'resubmitCount'])
      .where('status', 'in', openStatuses)
      .where('resubmission', 'is', null)
      .execute()
    expect(open.length).toBeGreaterThan(50)
    expect(new Set(open.map(({ status }) => status)).size).toBeGreaterThan(10)

    for (const slv of open) {
      const { id, resubmitCount } = slv
      const owner = await makers(db, now).ownerOf(slv)
      const { waitingOn, expectedBy, availableActions, status } = await viewSlv(
        await ctxFor(db, owner, now),
        id,
      )
      const ledger = intervals.get(id) ?? []
      const promised = countPromisedDay({
        ledger,
        resubmitCount,
        targets,
        calendar: days,
      })
      expect(
        isAsPromised({ waitingOn, expectedBy }, promised),
        JSON.stringify({ id, waitingOn, expectedBy, promised }),
      ).toBe(true)
      expect(status).not.toMatch(/^(SLR|TD)_/)
      expect(availableActions.join()).not.toMatch(/slr|td-/)
    }
  }, 60_000)
})

test('the suggested price of each SLV equals a second computation', async () => {
  const { id } = await findRow(db, 'appUser', {
    email: 'underwriter.two@buyer.example',
  })
  const lead = await findPersonActor(db, id)
  if (!lead) throw new Error('The demo has no lead')
  const ctx = await ctxFor(db, lead, now)
  const findTotal = await plainPrices(db)
  const totals: (number | null)[] = []
  for (const { id: slvId } of await slvs()) {
    const slv = await viewSlv(ctx, slvId, 'IN_EFFECT')
    const isPriced = slv.status === 'APPROVED' || isUndecided(slv.status)
    const total = slv.suggestedPrice?.total ?? null
    expect(total, slvId).toBe(isPriced ? findTotal(slv) : null)
    totals.push(total)
  }
  expect(totals.filter((total) => total !== null).length).toBeGreaterThan(50)
})

describe('the times of the demo', () => {
  test('are business hours of business days, in every table', async () => {
    const { days } = await loadSla(db)
    const moments = {
      people: (await findRows(db, 'appUser')).map(({ createdAt }) => createdAt),
      versions: (await findRows(db, 'guidelineVersion')).flatMap((one) => [
        one.createdAt,
        one.publishedAt,
      ]),
      guidelines: (await findRows(db, 'guidelineHistory')).map(({ at }) => at),
      comments: (await findRows(db, 'comment')).map(
        ({ createdAt }) => createdAt,
      ),
      documents: (await findRows(db, 'document')).map(
        ({ uploadedAt }) => uploadedAt,
      ),
      tdocs: (await findRows(db, 'tdoc')).flatMap((one) => [
        one.tdocReceivedDate,
        one.sftpTransmittalDate,
      ]),
      tdocHistory: (await findRows(db, 'tdocHistory')).map(({ at }) => at),
      uploads: (await findRows(db, 'captureUpload')).map(
        ({ uploadedAt }) => uploadedAt,
      ),
    }
    for (const [what, all] of Object.entries(moments)) {
      expect(all.length, what).toBeGreaterThan(0)
      for (const at of all) {
        if (at === null) continue
        const { day, time } = civil(at)
        expect(days.isBusinessDay(day), `${what} ${day}`).toBe(true)
        expect(time >= '08:00' && time <= '18:00', `${what} ${time}`).toBe(true)
        expect(at.getTime(), what).toBeLessThanOrEqual(now.getTime())
      }
    }
  })

  test('rise within the history of each Tdoc and of the guidelines, and none is before its people joined', async () => {
    const people = byId(await findRows(db, 'appUser'))
    const ofTdocs = Map.groupBy(
      await findRows(db, 'tdocHistory'),
      ({ tdocId }) => tdocId,
    )
    for (const events of [
      ...ofTdocs.values(),
      await findRows(db, 'guidelineHistory'),
    ]) {
      const inOrder = events.toSorted((a, b) => a.id - b.id)
      expectInOrder(...inOrder.map(({ at }) => at))
      for (const { at, actorId } of events)
        expectInOrder(people.get(actorId ?? '')?.createdAt, at)
    }
  })

  test('put each answer after what it answers', async () => {
    const tdocs = byId(await findRows(db, 'tdoc'))
    const uploads = byId(await findRows(db, 'captureUpload'))
    for (const { uploadId, tdocId } of await findRows(db, 'captureRow')) {
      if (tdocId === null) continue
      const { tdocReceivedDate } = getRow(tdocs, tdocId)
      expectInOrder(tdocReceivedDate, getRow(uploads, uploadId).uploadedAt)
    }
    for (const tdoc of tdocs.values())
      expectInOrder(
        tdoc.sftpTransmittalDate,
        tdoc.tdocReceivedDate,
        tdoc.tprResponseDate,
        tdoc.completedDate,
      )

    const history = await histories()
    const requested = byId(await findRows(db, 'slvPendingDocument'))
    for (const document of await findRows(db, 'document')) {
      const [opening] = getRow(history, document.slvId)
      const request = requested.get(document.pendingDocumentId ?? '')
      expectInOrder(request?.askedAt ?? opening?.at, document.uploadedAt)
    }
    for (const { slvId, createdAt } of await findRows(db, 'comment')) {
      if (slvId === null) continue
      const [opening] = getRow(history, slvId)
      expectInOrder(opening?.at, createdAt)
    }
  })
})

describe('the Tdocs of the demo', () => {
  test('are of every status, type and vendor, purchased ones among them', async () => {
    const tdocs = await findRows(db, 'tdoc')
    expect(tdocs.length).toBeGreaterThan(100)
    const some = (
      column: 'status' | 'type' | 'vendorId' | 'isPurchased' | 'tprResponse',
    ) =>
      [...Map.groupBy(tdocs, (tdoc) => tdoc[column])]
        .filter(([, group]) => group.length >= 5)
        .map(([value]) => value)
    expect(some('status').toSorted()).toEqual([
      'COMPLETE',
      'NEW',
      'REVIEW_PENDING',
    ])
    expect(some('type').toSorted()).toEqual([
      'AUTOMATIC',
      'ESCALATION',
      'MANUAL',
    ])
    expect(some('vendorId')).toHaveLength(2)
    expect(some('isPurchased')).toHaveLength(2)
    expect(some('tprResponse').length).toBeGreaterThanOrEqual(4)
    expect(tdocs.filter(({ imageKey }) => imageKey).length).toBeGreaterThan(30)
    expect(tdocs.every(({ tdocReceivedDate }) => tdocReceivedDate <= now)).toBe(
      true,
    )
  })

  test('come with uploads of both vendors, one applied completely, one with rejected rows', async () => {
    const uploads = await findRows(db, 'captureUpload')
    expect(
      uploads.map(({ state, rejectedCount }) => `${state} ${rejectedCount}`),
    ).toEqual([
      'APPLIED 0',
      'APPLIED 0',
      'PARTLY_APPLIED 2',
      'PARTLY_APPLIED 2',
    ])
  })
})

/** Where the bands of the demo's price grid end. */
const demoEnds = {
  ...usualEnds,
  CLTV: [0, 2, 5],
  DTI: [0, 2, 5],
  DSCR: [0, 0.1, 0.25],
  RESERVES_MONTHS: [0, 3, 6],
  LOAN_AMOUNT_MAX: [0, 100_000, 500_000],
}

test('like cases of the demo are counted as a plain loop counts them', async () => {
  const email = 'underwriter.two@buyer.example'
  const { id: readerId } = await findRow(db, 'appUser', { email })
  const reader = await findPersonActor(db, readerId)
  if (!reader) throw new Error('There is no such reader')
  const ctx = await ctxFor(db, reader, now)
  const slvs = await findRows(db, 'slv', { status: 'REVIEW' })
  let asked = 0
  for (const { id } of slvs) {
    const { items } = await getLikeCases(ctx, id)
    const plain = await countPlainly(db, id, { now, ends: demoEnds })
    expect(items).toMatchObject(plain.map(({ ids: _, ...figures }) => figures))
    for (const item of items) asked += item.asked
  }
  expect(asked).toBeGreaterThan(10)
}, 60_000)

describe('the mails about the demo', () => {
  test('are all in the gallery, name no borrower, no inner desk to outsiders, and lead to what their reader may open', async () => {
    const before = await findRows(db, 'notification')
    const { mails, types } = await sendAllMails(db, sandbox)
    expect([...types].toSorted()).toEqual(mailTypes.toSorted())
    await expectEveryNotification(db, mails)
    await expectGoodMails(db, mails)
    expect(await findRows(db, 'notification')).toEqual(before)
  }, 60_000)
})
