import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { CallError } from '../../../lib/call-error.ts'
import { createEditor, getVariances, toForm } from './editor.ts'
import { countBySection, sendProblems } from './problems.ts'
import { memoryServer, requestId, slvOf } from './test/memory-server.ts'

const open = (slv = slvOf(), autosaves = true) => {
  const { at, ...target } = memoryServer(slv)
  const reopen = () =>
    createEditor(at.slv, target, autosaves, { programs: [], reasons: [] })
  const editor = reopen()
  const typeCity = (city: string) => editor.type('form', { city })
  const addVariance = async (
    values: Record<string, string> = { reason: 'Other' },
  ) => {
    const key = editor.addVariance()
    editor.type(key, values)
    await rest()
    return key
  }
  return {
    at,
    editor,
    reopen,
    typeCity,
    addVariance,
    form: () => toForm(editor.get()),
  }
}
/** Waits as long as a draft does before it saves by itself. */
const rest = () => vi.advanceTimersByTimeAsync(800)
const away = () => new CallError('network', {})

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('a draft', () => {
  test('saves only what changed, after a pause in typing', async () => {
    const { at, editor, typeCity, form } = open()
    typeCity('Aus')
    typeCity('Austin')
    await vi.advanceTimersByTimeAsync(799)
    expect(at.saves).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    expect(at.saves).toEqual([{ city: 'Austin' }])
    expect(editor.get()).toMatchObject({ saving: 'idle', version: 2 })
    expect(form().typed).toEqual({})
  })

  test('runs one save at a time, and the newest typing wins', async () => {
    const { at, editor, typeCity, form } = open()
    for (const city of ['Austin', 'Dallas']) {
      typeCity(city)
      editor.leave('city')
    }
    editor.leave('zip')
    await vi.runAllTimersAsync()
    expect(at.maxRunning).toBe(1)
    expect(at.slv.city).toBe('Dallas')
    expect(form().typed).toEqual({})
  })

  test('that is discarded saves and stores nothing more', async () => {
    const { at, editor, typeCity } = open()
    typeCity('Austin')
    editor.abandon()
    editor.type('form', { zip: '78701' })
    editor.close(true)
    await vi.runAllTimersAsync()
    expect([at.saves, at.stored]).toEqual([[], null])
  })

  test('asks about a field that changed elsewhere between crash and return', () => {
    const { at, typeCity, reopen } = open()
    typeCity('Austin')
    at.slv = slvOf({ version: 2, city: 'Waco' })
    const form = toForm(reopen().get())
    expect(form).toMatchObject({
      contested: ['city'],
      typed: { city: 'Austin' },
      base: { city: 'Waco' },
    })
  })

  test('recognizes its own save whose answer was lost', async () => {
    const { at, editor, typeCity, form } = open()
    typeCity('Austin')
    at.slv = slvOf({ version: 2, city: 'Austin' })
    await rest()
    expect(editor.get()).toMatchObject({ version: 2, saving: 'idle' })
    expect(form()).toMatchObject({ contested: [], typed: {} })
  })

  test('halts with the reason when it may no longer be edited', async () => {
    const { at, editor, typeCity } = open()
    const reason = 'The SLV is now Review Pending'
    at.failures = [new CallError('refused', { status: 409, reason })]
    typeCity('Austin')
    await vi.advanceTimersByTimeAsync(60_000)
    expect(editor.get()).toMatchObject({ saving: 'halted', halt: reason })
    expect(at.stored).toMatchObject([{ typed: { city: 'Austin' } }])
  })
})

describe('variances', () => {
  test('are added once they have a reason, and then changed', async () => {
    const { at, editor, addVariance } = open()
    const key = await addVariance({ justification: 'Strong reserves' })
    expect(at.slv.slvRequests).toEqual([])
    for (const [name, text] of [
      ['reason', 'Other'] as const,
      ['currentGuideline', '3.1'] as const,
    ]) {
      editor.type(key, { [name]: text })
      await rest()
    }
    const added = {
      reason: 'Other',
      justification: 'Strong reserves',
      currentGuideline: '3.1',
    }
    expect(at.slv.slvRequests).toMatchObject([added])
    expect(getVariances(editor.get())).toMatchObject([
      { key, id: requestId(1) },
    ])
    expect(editor.get().version).toBe(at.slv.version)
  })

  test('come back after a crash, new ones and changed ones, without empty ones', async () => {
    const { editor, reopen, addVariance } = open()
    editor.type(await addVariance(), { justification: 'Half a sen' })
    editor.type(editor.addVariance(), { justification: 'No reason yet' })
    editor.addVariance()
    expect(
      getVariances(reopen().get()).map(({ id, edits }) => [id, edits.typed]),
    ).toEqual([
      [requestId(1), { justification: 'Half a sen' }],
      [null, { justification: 'No reason yet' }],
    ])
  })

  test('that someone else removed stay while they have typing, and can be added again', async () => {
    const { at, editor, addVariance } = open()
    const key = await addVariance()
    at.slv = { ...at.slv, version: at.slv.version + 1, slvRequests: [] }
    const typed = { justification: 'Typed for an hour' }
    editor.type(key, typed)
    await rest()
    expect(getVariances(editor.get())).toMatchObject([
      { isGone: true, edits: { typed } },
    ])
    editor.addAgain(key)
    await rest()
    expect(at.slv.slvRequests).toMatchObject([{ reason: 'Other', ...typed }])
  })

  test('are deleted with the version of the last save', async () => {
    const { at, editor, typeCity, addVariance } = open()
    typeCity('Austin')
    const removing = editor.remove(await addVariance())
    await vi.runAllTimersAsync()
    await removing
    expect([at.slv.slvRequests, getVariances(editor.get())]).toEqual([[], []])
    expect(editor.get().version).toBe(at.slv.version)
  })
})

test('a sent request saves and discards only on demand, and throws the server’s error', async () => {
  const { at, editor, typeCity, form } = open(
    slvOf({ status: 'REVIEW', zip: '76701' }),
    false,
  )
  typeCity('Austin')
  editor.leave('city')
  await vi.advanceTimersByTimeAsync(60_000)
  expect(at.saves).toEqual([])
  at.failures = [away()]
  await expect(editor.save(['form'])).rejects.toMatchObject({ kind: 'network' })
  await editor.save(['form'])
  expect(at.saves).toEqual([{ city: 'Austin' }])
  editor.type('form', { zip: '78701' })
  editor.discard('form')
  expect([form().typed, at.stored]).toEqual([{}, null])
})

describe('a request without a variance', () => {
  test('asks for one, with a count on its section', () => {
    const { editor } = open(slvOf({ slvRequests: [] }))
    const problems = sendProblems(editor.get(), 'ACME')
    expect(problems).toContainEqual(
      expect.objectContaining({ error: 'Add at least one variance' }),
    )
    expect(countBySection(problems).variances).toBe(1)
  })

  test('of an eligible loan is not needed, which is no problem to count', () => {
    const { editor } = open(slvOf({ slvRequests: [] }))
    editor.noteUnnecessary(true)
    const problems = sendProblems(editor.get(), 'ACME')
    expect(problems.map(({ error }) => error)).not.toContain(
      'Add at least one variance',
    )
    expect(problems).toContainEqual(
      expect.objectContaining({
        error: 'The loan is eligible as is. No request is needed.',
      }),
    )
    expect(countBySection(problems).variances).toBe(0)
  })
})
