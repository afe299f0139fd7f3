import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { CallError } from '../../../lib/call-error.ts'
import { createEditor } from './editor.ts'
import { requestId, serverOf, shelfOf, slvOf, turns } from './test/memory-server.ts'

const open = (slv = slvOf(), autosaves = true) => {
  const { at, server } = serverOf(slv)
  const { on, shelf } = shelfOf()
  const editor = createEditor(slv, { server, shelf, autosaves, inTurn: turns() })
  return { at, on, editor, again: () => createEditor(at.slv, { server, shelf, autosaves, inTurn: turns() }) }
}

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const away = () => new CallError('network', {})

describe('a draft', () => {
  test('saves after a rest, only what changed, and tells it', async () => {
    const { at, editor } = open()
    editor.type('city', 'Aus')
    editor.type('city', 'Austin')
    await vi.advanceTimersByTimeAsync(799)
    expect(at.saves).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    expect(at.saves).toEqual([{ city: 'Austin' }])
    expect(editor.get()).toMatchObject({ saving: 'idle', version: 2, form: { typed: {} } })
  })

  test('has one save on its way at a time, and the newest typing wins', async () => {
    const { at, editor } = open()
    editor.type('city', 'Austin')
    editor.leave('city')
    editor.type('city', 'Dallas')
    editor.leave('city')
    editor.leave('zip')
    await vi.runAllTimersAsync()
    expect(at.most).toBe(1)
    expect(at.slv.city).toBe('Dallas')
    expect(editor.get().form.typed).toEqual({})
  })

  test('keeps trying while the server is away, and loses nothing', async () => {
    const { at, on, editor } = open()
    at.failWith = [away(), away()]
    editor.type('city', 'Austin')
    await vi.advanceTimersByTimeAsync(800)
    expect(editor.get().saving).toBe('away')
    expect(on.kept?.form.typed).toEqual({ city: 'Austin' })
    await vi.advanceTimersByTimeAsync(2_000 + 4_000)
    expect(editor.get().saving).toBe('idle')
    expect(at.slv.city).toBe('Austin')
    expect(on.kept).toBeNull()
  })

  test('brings back after a crash what was not saved, also what cannot be', async () => {
    const { at, editor, again } = open()
    at.failWith = [away()]
    editor.type('zip', '78')
    editor.type('city', 'Austin')
    await vi.advanceTimersByTimeAsync(800)
    const reopened = again()
    expect(reopened.get().form.typed).toEqual({ zip: '78', city: 'Austin' })
    expect(reopened.get().left.has('zip')).toBe(true)
  })

  test('asks about a field that changed elsewhere between crash and return', () => {
    const { at, editor, again } = open()
    editor.type('city', 'Austin')
    at.slv = slvOf({ version: 2, city: 'Waco' })
    expect(again().get().form).toMatchObject({ contested: ['city'], typed: { city: 'Austin' }, base: { city: 'Waco' } })
  })

  test('merges silently after a lost race, and holds back what both changed', async () => {
    const { at, editor } = open()
    at.slv = slvOf({ version: 2, city: 'Waco', zip: '76701' })
    editor.type('city', 'Austin')
    editor.type('borrowerLastName', 'Ortiz')
    await vi.advanceTimersByTimeAsync(800)
    expect(at.slv).toMatchObject({ city: 'Waco', zip: '76701', borrowerLastName: 'Ortiz' })
    expect(editor.get().form).toMatchObject({ contested: ['city'], base: { zip: '76701' } })
    editor.keepMine('form', 'city')
    await vi.advanceTimersByTimeAsync(800)
    expect(at.slv.city).toBe('Austin')
  })

  test('a lost answer is found again and not contested', async () => {
    const { at, editor } = open()
    editor.type('city', 'Austin')
    at.slv = slvOf({ version: 2, city: 'Austin' })
    await vi.advanceTimersByTimeAsync(800)
    expect(editor.get()).toMatchObject({ version: 2, saving: 'idle', form: { contested: [], typed: {} } })
  })

  test('sets a refused field aside and saves the others', async () => {
    const { at, editor } = open()
    at.failWith = [new CallError('refused', { status: 400, details: [{ field: 'city', error: 'No such city' }] })]
    editor.type('city', 'Nowhere')
    editor.type('zip', '78701')
    await vi.advanceTimersByTimeAsync(800)
    expect(at.saves).toEqual([{ zip: '78701' }])
    expect(editor.get().form.refused).toEqual({ city: 'No such city' })
  })

  test('halts with the reason when it is no longer to be written', async () => {
    const { at, on, editor } = open()
    at.failWith = [new CallError('refused', { status: 409, reason: 'The SLV is Review Pending now' })]
    editor.type('city', 'Austin')
    await vi.advanceTimersByTimeAsync(60_000)
    expect(editor.get()).toMatchObject({ saving: 'halted', halt: 'The SLV is Review Pending now' })
    expect(on.kept?.form.typed).toEqual({ city: 'Austin' })
  })
})

describe('variances', () => {
  test('wait for a reason, are added once and then changed', async () => {
    const { at, editor } = open()
    const key = editor.addVariance()
    editor.typeVariance(key, { justification: 'Strong reserves' })
    await vi.advanceTimersByTimeAsync(800)
    expect(at.slv.slvRequests).toEqual([])
    editor.typeVariance(key, { reason: 'Other' })
    await vi.advanceTimersByTimeAsync(800)
    editor.typeVariance(key, { currentGuideline: '3.1' })
    await vi.advanceTimersByTimeAsync(800)
    expect(at.slv.slvRequests).toMatchObject([
      { reason: 'Other', justification: 'Strong reserves', currentGuideline: '3.1' },
    ])
    expect(editor.get().variances).toMatchObject([{ key, id: requestId(1) }])
    expect(editor.get().version).toBe(at.slv.version)
  })

  test('come back after a crash, new ones and changed ones', async () => {
    const { editor, at, again } = open()
    const saved = editor.addVariance()
    editor.typeVariance(saved, { reason: 'Other' })
    await vi.advanceTimersByTimeAsync(800)
    editor.typeVariance(saved, { justification: 'Half a sen' })
    editor.typeVariance(editor.addVariance(), { justification: 'No reason yet' })
    editor.addVariance()
    const sheets = again().get().variances
    expect(sheets.map(({ id, edits }) => [id, edits.typed])).toEqual([
      [requestId(1), { justification: 'Half a sen' }],
      [null, { justification: 'No reason yet' }],
    ])
    expect(at.slv.slvRequests).toHaveLength(1)
  })

  test('removed elsewhere while typed into stay, and can be asked for anew', async () => {
    const first = open()
    const key = first.editor.addVariance()
    first.editor.typeVariance(key, { reason: 'Other' })
    await vi.advanceTimersByTimeAsync(800)
    first.at.slv = { ...first.at.slv, version: first.at.slv.version + 1, slvRequests: [] }
    first.editor.typeVariance(key, { justification: 'Typed for an hour' })
    await vi.advanceTimersByTimeAsync(800)
    expect(first.editor.get().variances).toMatchObject([
      { isGone: true, edits: { typed: { justification: 'Typed for an hour' } } },
    ])
    first.editor.askAgain(key)
    await vi.advanceTimersByTimeAsync(800)
    expect(first.at.slv.slvRequests).toMatchObject([{ reason: 'Other', justification: 'Typed for an hour' }])
  })

  test('are deleted with the version of the last save', async () => {
    const { at, editor } = open()
    const key = editor.addVariance()
    editor.typeVariance(key, { reason: 'Other' })
    editor.type('city', 'Austin')
    await vi.advanceTimersByTimeAsync(800)
    const removing = editor.removeVariance(key)
    await vi.runAllTimersAsync()
    await removing
    expect(at.slv.slvRequests).toEqual([])
    expect(editor.get()).toMatchObject({ variances: [], version: at.slv.version })
  })
})

describe('a request that was sent', () => {
  test('saves when told to and only then, and throws what the server said', async () => {
    const { at, editor } = open(slvOf({ status: 'REVIEW' }), false)
    editor.type('city', 'Austin')
    editor.leave('city')
    await vi.advanceTimersByTimeAsync(60_000)
    expect(at.saves).toEqual([])
    at.failWith = [away()]
    await expect(editor.save(['form'])).rejects.toMatchObject({ kind: 'network' })
    await editor.save(['form'])
    expect(at.saves).toEqual([{ city: 'Austin' }])
  })

  test('discards back to what the server holds', () => {
    const { editor, on } = open(slvOf({ status: 'REVIEW', city: 'Waco' }), false)
    editor.type('city', 'Austin')
    editor.discard('form')
    expect(editor.get().form.typed).toEqual({})
    expect(on.kept).toBeNull()
  })
})
