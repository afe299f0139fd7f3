import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { CallError } from '../../../lib/call-error.ts'
import { createEditor, formOf, variancesOf } from './editor.ts'
import { memoryServer, requestId, slvOf } from './test/memory-server.ts'

const open = (slv = slvOf(), autosaves = true) => {
  const { at, ...target } = memoryServer(slv)
  const create = () => createEditor(at.slv, target, autosaves)
  const editor = create()
  return {
    at,
    editor,
    reopen: create,
    type: (name: string, text: string) => editor.type('form', { [name]: text }),
    form: () => formOf(editor.get()),
  }
}
/** The rest after typing, after which a draft saves itself. */
const rest = () => vi.advanceTimersByTimeAsync(800)
const away = () => new CallError('network', {})

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

describe('a draft', () => {
  test('saves only what changed, after a rest in typing', async () => {
    const { at, editor, type, form } = open()
    type('city', 'Aus')
    type('city', 'Austin')
    await vi.advanceTimersByTimeAsync(799)
    expect(at.saves).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    expect(at.saves).toEqual([{ city: 'Austin' }])
    expect(editor.get()).toMatchObject({ saving: 'idle', version: 2 })
    expect(form().typed).toEqual({})
  })

  test('runs one save at a time, and the newest typing wins', async () => {
    const { at, editor, type, form } = open()
    type('city', 'Austin')
    editor.leave('city')
    type('city', 'Dallas')
    editor.leave('city')
    editor.leave('zip')
    await vi.runAllTimersAsync()
    expect(at.mostRunning).toBe(1)
    expect(at.slv.city).toBe('Dallas')
    expect(form().typed).toEqual({})
  })

  test('keeps trying while the server is away, and loses nothing', async () => {
    const { at, editor, type } = open()
    at.failures = [away(), away()]
    type('city', 'Austin')
    editor.leave('city')
    editor.leave('city')
    await vi.advanceTimersByTimeAsync(0)
    expect(editor.get().saving).toBe('away')
    expect(at.failures).toHaveLength(1)
    expect(at.stored).toMatchObject([{ key: 'form', typed: { city: 'Austin' } }])
    await vi.advanceTimersByTimeAsync(2_000 + 4_000)
    expect(editor.get().saving).toBe('idle')
    expect(at.slv.city).toBe('Austin')
    expect(at.stored).toBeNull()
  })

  test('that is discarded saves and stores nothing more', async () => {
    const { at, editor, type } = open()
    type('city', 'Austin')
    editor.abandon()
    type('zip', '78701')
    editor.close(true)
    await vi.runAllTimersAsync()
    expect([at.saves, at.stored]).toEqual([[], null])
  })

  test('asks about a field that changed elsewhere between crash and return', () => {
    const { at, type, reopen } = open()
    type('city', 'Austin')
    at.slv = slvOf({ version: 2, city: 'Waco' })
    const form = formOf(reopen().get())
    expect(form).toMatchObject({ contested: ['city'], typed: { city: 'Austin' }, base: { city: 'Waco' } })
  })

  test('recognizes its own save whose answer was lost', async () => {
    const { at, editor, type, form } = open()
    type('city', 'Austin')
    at.slv = slvOf({ version: 2, city: 'Austin' })
    await rest()
    expect(editor.get()).toMatchObject({ version: 2, saving: 'idle' })
    expect(form()).toMatchObject({ contested: [], typed: {} })
  })

  test('halts with the reason when it may no longer be edited', async () => {
    const { at, editor, type } = open()
    at.failures = [new CallError('refused', { status: 409, reason: 'The SLV is now Review Pending' })]
    type('city', 'Austin')
    await vi.advanceTimersByTimeAsync(60_000)
    expect(editor.get()).toMatchObject({ saving: 'halted', halt: 'The SLV is now Review Pending' })
    expect(at.stored).toMatchObject([{ typed: { city: 'Austin' } }])
  })
})

describe('variances', () => {
  test('are added once they have a reason, and then changed', async () => {
    const { at, editor } = open()
    const key = editor.addVariance()
    editor.type(key, { justification: 'Strong reserves' })
    await rest()
    expect(at.slv.slvRequests).toEqual([])
    editor.type(key, { reason: 'Other' })
    await rest()
    editor.type(key, { currentGuideline: '3.1' })
    await rest()
    const added = { reason: 'Other', justification: 'Strong reserves', currentGuideline: '3.1' }
    expect(at.slv.slvRequests).toMatchObject([added])
    expect(variancesOf(editor.get())).toMatchObject([{ key, id: requestId(1) }])
    expect(editor.get().version).toBe(at.slv.version)
  })

  test('come back after a crash, new ones and changed ones, without empty ones', async () => {
    const { editor, reopen } = open()
    const saved = editor.addVariance()
    editor.type(saved, { reason: 'Other' })
    await rest()
    editor.type(saved, { justification: 'Half a sen' })
    editor.type(editor.addVariance(), { justification: 'No reason yet' })
    editor.addVariance()
    expect(variancesOf(reopen().get()).map(({ id, edits }) => [id, edits.typed])).toEqual([
      [requestId(1), { justification: 'Half a sen' }],
      [null, { justification: 'No reason yet' }],
    ])
  })

  test('that someone else removed stay while they have typing, and can be added again', async () => {
    const { at, editor } = open()
    const key = editor.addVariance()
    editor.type(key, { reason: 'Other' })
    await rest()
    at.slv = { ...at.slv, version: at.slv.version + 1, slvRequests: [] }
    editor.type(key, { justification: 'Typed for an hour' })
    await rest()
    const typed = { justification: 'Typed for an hour' }
    expect(variancesOf(editor.get())).toMatchObject([{ isGone: true, edits: { typed } }])
    editor.addAgain(key)
    await rest()
    expect(at.slv.slvRequests).toMatchObject([{ reason: 'Other', ...typed }])
  })

  test('are deleted with the version of the last save', async () => {
    const { at, editor, type } = open()
    const key = editor.addVariance()
    editor.type(key, { reason: 'Other' })
    type('city', 'Austin')
    await rest()
    const removing = editor.remove(key)
    await vi.runAllTimersAsync()
    await removing
    expect(at.slv.slvRequests).toEqual([])
    expect(variancesOf(editor.get())).toEqual([])
    expect(editor.get().version).toBe(at.slv.version)
  })
})

test('a sent request saves and discards only on demand, and throws the server’s error', async () => {
  const { at, editor, type, form } = open(slvOf({ status: 'REVIEW', zip: '76701' }), false)
  type('city', 'Austin')
  editor.leave('city')
  await vi.advanceTimersByTimeAsync(60_000)
  expect(at.saves).toEqual([])
  at.failures = [away()]
  await expect(editor.save(['form'])).rejects.toMatchObject({ kind: 'network' })
  await editor.save(['form'])
  expect(at.saves).toEqual([{ city: 'Austin' }])
  type('zip', '78701')
  editor.discard('form')
  expect(form().typed).toEqual({})
  expect(at.stored).toBeNull()
})
