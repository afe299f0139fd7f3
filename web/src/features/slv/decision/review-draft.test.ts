import { expect, test, vi } from 'vitest'
import { CallError } from '../../../lib/call-error.ts'
import { memoryServer, requestId, slvOf } from '../form/test/memory-server.ts'
import { emptyVariance } from '../form/variances/variance-fields.ts'
import { getAnswer } from './answer-draft.ts'
import { createReviewDraft, reviewSnapshot } from './review-draft.ts'

const variance = (n: number) => ({
  ...emptyVariance,
  reason: 'DTI',
  id: requestId(n),
  distance: null,
  summary: `Variance ${n}`,
})

const open = (over: Record<string, unknown> = {}) => {
  const server = memoryServer(
    slvOf({ status: 'REVIEW', ...over }),
    reviewSnapshot,
  )
  const reopen = () => createReviewDraft(server.at.slv, server)
  return { at: server.at, draft: reopen(), reopen }
}

test('a decision is saved without a button, text later than figures', async () => {
  vi.useFakeTimers()
  const { at, draft } = open()
  draft.type('priceAdjustment', '−25')
  await vi.advanceTimersByTimeAsync(800)
  draft.type('decisionComment', 'PTD: lease')
  await vi.advanceTimersByTimeAsync(3_999)
  expect(at.saves).toEqual([{ priceAdjustment: -25 }])
  await vi.advanceTimersByTimeAsync(1)
  expect(at.saves[1]).toEqual({ decisionComment: 'PTD: lease' })
  vi.useRealTimers()
})

test('text that can’t be read is kept and never sent, and the SLV can’t change its status', async () => {
  const { at, draft, reopen } = open()
  draft.type('decisionLtv', '8o')
  await expect(draft.flush()).rejects.toThrow('unsaved')
  expect(at.saves).toEqual([])
  expect(reopen().edits().typed).toEqual({ decisionLtv: '8o' })
})

test('an answer that isn’t saved is kept, survives a crash, and is saved when the server is back', async () => {
  vi.useFakeTimers()
  const { at, draft, reopen } = open({ slvRequests: [variance(1)] })
  at.failures.push(new CallError('network'), new CallError('network'))
  draft.answer(requestId(1), { comment: 'Strong reserves' })
  draft.answer(requestId(1), { decision: 'APPROVED' })
  await vi.advanceTimersByTimeAsync(0)
  expect(draft.get().saving).toBe('away')
  expect(at.saves).toEqual([])

  const afterCrash = reopen()
  expect(getAnswer(afterCrash.get(), requestId(1))).toMatchObject({
    decision: 'APPROVED',
    comment: 'Strong reserves',
  })
  await vi.advanceTimersByTimeAsync(2_000 + 4_000)
  expect(at.answers).toEqual([
    [requestId(1), { decision: 'APPROVED', comment: 'Strong reserves' }],
  ])
  expect(at.stored).toBeNull()
  vi.useRealTimers()
})

test('a comment without an answer stays in the browser, and the SLV can be moved', async () => {
  const { at, draft, reopen } = open({ slvRequests: [variance(1)] })
  draft.answer(requestId(1), { comment: 'To be continued' })
  await draft.flush()
  expect(at.answers).toEqual([])
  expect(
    reopen()
      .get()
      .draftRecords.find(({ key }) => key === requestId(1))?.edits.typed,
  ).toEqual({
    comment: 'To be continued',
  })
})

test('an answer merges with a change by someone else, and two different answers are shown to choose from', async () => {
  const given = {
    id: requestId(9),
    slvRequestId: requestId(2),
    currentGuideline: '',
  }
  const { at, draft } = open({ slvRequests: [variance(1), variance(2)] })
  at.slv = slvOf({
    ...at.slv,
    version: 2,
    city: 'Elsewhere',
    slvDecisionRequests: [{ ...given, decision: 'DECLINED', comment: '' }],
  })
  draft.answer(requestId(2), { decision: 'APPROVED' })
  draft.answer(requestId(1), { decision: 'APPROVED' })
  await expect(draft.flush()).rejects.toThrow('unsaved')
  expect(at.answers).toEqual([[requestId(1), { decision: 'APPROVED' }]])
  expect(
    draft.get().draftRecords.find(({ key }) => key === requestId(2))?.edits
      .contested,
  ).toEqual(['decision'])
  draft.keepMine(requestId(2), 'decision')
  await draft.flush()
  expect(at.answers.at(-1)).toEqual([requestId(2), { decision: 'APPROVED' }])
})
