import type { SlvDetail } from '@portal/contract/slv/answers'
import type { SlvPatch } from '@portal/contract/slv/bodies'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { CallError } from '../../../lib/call-error.ts'
import { slvOf } from '../form/test/memory-server.ts'
import type { Typed } from '../form/values.ts'
import { createDecisionDraft } from './decision-draft.ts'

/** A server that holds one SLV and refuses what is stale, as the real one does. */
const aServer = () => {
  let slv: SlvDetail = slvOf({ status: 'REVIEW', priceAdjustment: 0, decisionComment: null })
  let kept: Readonly<Record<string, Typed>> | null = null
  let isDown = false
  const now = () => slv
  return {
    now,
    kept: () => kept,
    fall: (down: boolean) => {
      isDown = down
    },
    /** Somebody else saves. */
    change: (patch: SlvPatch) => {
      slv = { ...slv, ...patch, version: slv.version + 1 }
    },
    world: {
      save: async (patch: SlvPatch, version: number) => {
        if (isDown) throw new CallError('network', {})
        if (version !== slv.version) throw new CallError('refused', { status: 412 })
        slv = { ...slv, ...patch, version: version + 1 }
        return now()
      },
      read: async () => now(),
      inTurn: (work: () => Promise<void>) => work(),
      latest: () => undefined,
      keep: (typed: Readonly<Record<string, Typed>> | null) => {
        kept = typed
      },
    },
  }
}

describe('a decision in preparation', () => {
  beforeEach(() => {
    vi.useFakeTimers()
    return () => vi.useRealTimers()
  })

  test('saves itself after a rest in typing', async () => {
    const server = aServer()
    const draft = createDecisionDraft(server.now(), {}, server.world)
    draft.type('priceAdjustment', '−25')
    expect(server.now().priceAdjustment).toBe(0)
    await vi.advanceTimersByTimeAsync(800)
    expect(server.now().priceAdjustment).toBe(-25)
    expect(server.kept()).toBeNull()
  })

  test('a save that lost a race merges what only one side changed', async () => {
    const server = aServer()
    const draft = createDecisionDraft(server.now(), {}, server.world)
    server.change({ decisionComment: 'PTD: appraisal' })
    draft.type('priceAdjustment', '12.5')
    await draft.flush()
    expect(server.now()).toMatchObject({ priceAdjustment: 12.5, decisionComment: 'PTD: appraisal' })
    expect(draft.get().edits.base.decisionComment).toBe('PTD: appraisal')
  })

  test('a field that both changed waits for a choice, and mine is saved when it is chosen', async () => {
    const server = aServer()
    const draft = createDecisionDraft(server.now(), {}, server.world)
    server.change({ priceAdjustment: -50 })
    draft.type('priceAdjustment', '-25')
    await expect(draft.flush()).rejects.toThrow('not saved yet')
    expect(draft.get().edits.contested).toEqual(['priceAdjustment'])
    expect(server.now().priceAdjustment).toBe(-50)

    draft.keepMine('priceAdjustment')
    await draft.flush()
    expect(server.now().priceAdjustment).toBe(-25)
  })

  test('taking theirs lets go of what was typed', async () => {
    const server = aServer()
    const draft = createDecisionDraft(server.now(), {}, server.world)
    server.change({ priceAdjustment: -50 })
    draft.type('priceAdjustment', '-25')
    await draft.flush().catch(() => {})
    draft.takeTheirs('priceAdjustment')
    await draft.flush()
    expect(server.now().priceAdjustment).toBe(-50)
    expect(draft.get().edits.typed).toEqual({})
  })

  test('what cannot be read is never sent, and keeps the SLV from being moved', async () => {
    const server = aServer()
    const draft = createDecisionDraft(server.now(), {}, server.world)
    draft.type('decisionLtv', '8o')
    await expect(draft.flush()).rejects.toThrow('not saved yet')
    expect(server.now().version).toBe(1)
  })

  test('an outage loses nothing: it is kept, and saved on the next try', async () => {
    const server = aServer()
    const draft = createDecisionDraft(server.now(), {}, server.world)
    server.fall(true)
    draft.type('decisionComment', 'PTD: letter')
    await expect(draft.flush()).rejects.toThrow()
    expect(draft.get().saving).toBe('failed')
    expect(server.kept()).toEqual({ decisionComment: 'PTD: letter' })

    server.fall(false)
    await draft.flush()
    expect(server.now().decisionComment).toBe('PTD: letter')
    expect(draft.get().saving).toBe('idle')
  })

  test('what was kept by an earlier visit is typed again', () => {
    const server = aServer()
    const draft = createDecisionDraft(server.now(), { decisionComment: 'PTD: lease' }, server.world)
    expect(draft.get().edits.typed).toEqual({ decisionComment: 'PTD: lease' })
  })
})
