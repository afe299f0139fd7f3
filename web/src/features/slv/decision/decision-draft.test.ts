import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { memoryServer, slvOf } from '../form/test/memory-server.ts'
import { createDecisionDraft, decisionSnapshot } from './decision-draft.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const open = () => {
  const slv = slvOf({ status: 'REVIEW', priceAdjustment: 0, decisionComment: null })
  const { at, ...options } = memoryServer(slv, decisionSnapshot)
  return { at, draft: createDecisionDraft(at.slv, options), reopen: () => createDecisionDraft(at.slv, options) }
}

test('figures are saved after a short rest in typing, text after a longer one', async () => {
  const { at, draft } = open()
  draft.type('priceAdjustment', '−25')
  await vi.advanceTimersByTimeAsync(800)
  expect(at.slv.priceAdjustment).toBe(-25)
  draft.type('decisionComment', 'PTD: lease')
  await vi.advanceTimersByTimeAsync(3_999)
  expect(at.slv.decisionComment).toBeNull()
  await vi.advanceTimersByTimeAsync(1)
  expect(at.slv.decisionComment).toBe('PTD: lease')
})

test('text that cannot be read is kept and never sent, and the SLV cannot change its status', async () => {
  const { at, draft, reopen } = open()
  draft.type('decisionLtv', '8o')
  await expect(draft.flush()).rejects.toThrow('not saved')
  expect(at.saves).toEqual([])
  expect(reopen().edits().typed).toEqual({ decisionLtv: '8o' })
})
