import { expect, test, vi } from 'vitest'
import { memoryServer, slvOf } from '../form/test/memory-server.ts'
import { createDecisionDraft, decisionSnapshot } from './decision-draft.ts'

const open = () => {
  const { at, ...target } = memoryServer(slvOf({ status: 'REVIEW' }), decisionSnapshot)
  const reopen = () => createDecisionDraft(at.slv, target)
  return { at, draft: reopen(), reopen }
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
