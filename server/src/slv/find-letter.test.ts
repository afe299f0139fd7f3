import type { SlvStatus } from '@portal/contract/slv/status'
import { expect } from 'vitest'
import { answerVariances } from '../../test/actions.ts'
import { test as base } from '../../test/makers.ts'
import { findRows, setRows } from '../../test/rows.ts'
import type { Ctx } from '../lib/ctx.ts'
import { viewSlv } from './detail.ts'
import { getLetter, verifyLetter } from './find-letter.ts'
import { makeFinalDecision, startReview } from './review/decide.ts'
import { discardDraft } from './rounds/open-draft.ts'
import { setDraftResubmitted, setResubmitted } from './rounds/resubmit.ts'

const minute = 60_000

/** An SLV with its owner and underwriter, who act a minute after each other. */
const test = base.extend(
  'file',
  ({ a, as, db, now }) =>
    async (status: SlvStatus) => {
      const [seller, underwriter] = [
        await a.seller(),
        await a.underwriter('myOwn'),
      ]
      const { id } = await a.slv({
        status,
        sellerId: seller.id,
        underwriterId: underwriter.id,
      })
      let minutes = 0
      const at = () => {
        minutes += 1
        return new Date(now.getTime() + minutes * minute)
      }
      const decide = async (decision: 'APPROVED' | 'DECLINED') => {
        const ctx = await as(underwriter, at())
        await answerVariances({ db }, id)
        await makeFinalDecision(ctx, id, {
          decision,
          decisionComment: 'As said',
        })
        return (await getLetter(ctx, id)).code
      }
      return {
        id,
        decide,
        seller: () => as(seller, at()),
        underwriter: () => as(underwriter, at()),
        reopen: async () =>
          startReview(await as(underwriter, at()), id, { reopenReason: 'New' }),
        start: async () => startReview(await as(underwriter, at()), id),
        requestAgain: async () => {
          await setDraftResubmitted(await as(seller, at()), id)
          await setResubmitted(await as(seller, at()), id, 'manual')
        },
        stateOf: async (code: string, time = now) =>
          (await verifyLetter({ db, now: time }, code)).state,
      }
    },
)

const later = (ctx: Ctx, days: number) =>
  new Date(ctx.now.getTime() + days * 86_400_000)

test('a decision has one letter, which is current until its last day in New York', async ({
  file,
  db,
}) => {
  const slv = await file('REVIEW')
  const code = await slv.decide('APPROVED')
  expect(code).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-){3}[0-9A-HJKMNP-TV-Z]{4}$/)
  const ctx = await slv.seller()
  expect(await getLetter(ctx, slv.id)).toEqual({
    code,
    state: 'CURRENT',
    goodUntil: '2026-05-03',
  })
  expect(await verifyLetter(ctx, code)).toEqual({
    state: 'CURRENT',
    decidedOn: '2026-03-04',
  })
  // Midnight in New York is 04:00 in UTC then.
  const lastMoment = new Date('2026-05-04T03:59:59Z')
  expect(await slv.stateOf(code, lastMoment)).toBe('CURRENT')
  expect(await slv.stateOf(code, new Date('2026-05-04T04:00:00Z'))).toBe(
    'EXPIRED',
  )
  expect(await findRows(db, 'slvLetter')).toHaveLength(1)
})

test('a reopened decision is withdrawn, and replaced for good by the next one', async ({
  file,
}) => {
  const slv = await file('REVIEW')
  const first = await slv.decide('APPROVED')
  await slv.reopen()
  expect(await slv.stateOf(first)).toBe('WITHDRAWN')
  const second = await slv.decide('DECLINED')
  expect(second).not.toBe(first)
  expect([await slv.stateOf(first), await slv.stateOf(second)]).toEqual([
    'REPLACED',
    'CURRENT',
  ])
  await slv.reopen()
  expect([await slv.stateOf(first), await slv.stateOf(second)]).toEqual([
    'REPLACED',
    'WITHDRAWN',
  ])
})

test('a decision stays in effect while a new round is drafted, and ends when that is sent', async ({
  file,
}) => {
  const slv = await file('REVIEW')
  const code = await slv.decide('DECLINED')
  const ctx = await slv.seller()
  await setDraftResubmitted(ctx, slv.id)
  expect(await getLetter(ctx, slv.id)).toMatchObject({ code, state: 'CURRENT' })
  await discardDraft(await slv.seller(), slv.id)
  expect(await slv.stateOf(code)).toBe('CURRENT')
  await slv.requestAgain()
  expect(await slv.stateOf(code)).toBe('WITHDRAWN')
  expect(await slv.stateOf(code, later(ctx, 400))).toBe('WITHDRAWN')
  await slv.start()
  const next = await slv.decide('APPROVED')
  expect([await slv.stateOf(code), await slv.stateOf(next)]).toEqual([
    'REPLACED',
    'CURRENT',
  ])
})

test('a decision of an earlier release gets its letter when someone opens it, once', async ({
  file,
  db,
}) => {
  const slv = await file('APPROVED')
  await setRows(db, 'slv', { id: slv.id }, { goodUntil: '2026-04-01' })
  expect(await findRows(db, 'slvLetter')).toEqual([])
  const letter = await getLetter(await slv.underwriter(), slv.id)
  expect(letter).toMatchObject({ state: 'CURRENT', goodUntil: '2026-04-01' })
  expect(await getLetter(await slv.seller(), slv.id)).toEqual(letter)
  expect(await findRows(db, 'slvLetter')).toHaveLength(1)
})

test('there is no letter without a decision, nor for people who don’t see the SLV', async ({
  file,
  a,
  as,
}) => {
  const slv = await file('REVIEW')
  const notFound = { statusCode: 404, message: 'Letter not found' }
  await expect(getLetter(await slv.seller(), slv.id)).rejects.toMatchObject(
    notFound,
  )
  const code = await slv.decide('APPROVED')
  const stranger = await as(await a.seller())
  await expect(getLetter(stranger, slv.id)).rejects.toMatchObject({
    statusCode: 404,
    message: 'SLV not found',
  })
  for (const wrong of ['', 'nonsense', `${code}0`, code.slice(0, -1), '%'])
    await expect(verifyLetter(stranger, wrong)).rejects.toMatchObject(notFound)
  // As people type it.
  const typed = ` ${code.toLowerCase().replaceAll('-', ' ')}`
  expect(await verifyLetter(stranger, typed)).toMatchObject({
    state: 'CURRENT',
  })
  expect((await viewSlv(await slv.seller(), slv.id)).status).toBe('APPROVED')
})
