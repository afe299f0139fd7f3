import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { memoryServer, slvOf } from '../form/test/memory-server.ts'
import { createDecisionDraft, decisionSnapshot } from './decision-draft.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const open = () => {
  const slv = slvOf({ status: 'REVIEW', priceAdjustment: 0, decisionComment: null })
  const { at, ...target } = memoryServer(slv, decisionSnapshot)
  const reopen = () => createDecisionDraft(at.slv, target)
  return { at, draft: reopen(), reopen }
}

test.for([
  ['priceAdjustment', '−25', 800, -25],
  ['decisionComment', 'PTD: lease', 4_000, 'PTD: lease'],
] as const)('%s is saved when nothing was typed for some time: text waits longer than figures', async (row) => {
  const [name, typed, pause, saved] = row
  const { at, draft } = open()
  const before = at.slv[name]
  draft.type(name, typed)
  await vi.advanceTimersByTimeAsync(pause - 1)
  expect(at.slv[name]).toBe(before)
  await vi.advanceTimersByTimeAsync(1)
  expect(at.slv[name]).toBe(saved)
})

test('text that can’t be read is kept and never sent, and the SLV can’t change its status', async () => {
  const { at, draft, reopen } = open()
  draft.type('decisionLtv', '8o')
  await expect(draft.flush()).rejects.toThrow('not saved')
  expect(at.saves).toEqual([])
  expect(reopen().edits().typed).toEqual({ decisionLtv: '8o' })
})
