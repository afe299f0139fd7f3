import { describe, expect, test } from 'vitest'
import {
  type Edits,
  keepMine,
  merge,
  noEdits,
  readyToSave,
  refuse,
  settle,
  startSending,
  takeTheirs,
  typeInto,
  unsavable,
} from './edits.ts'
import { readField } from './read-field.ts'

const base = { city: 'Austin', zip: '78701', loanAmount: 400_000, borrowerLastName: 'Ortiz' }
const typed = (...pairs: [string, string][]): Edits =>
  pairs.reduce((edits, [name, value]) => typeInto(edits, name, value, readField), noEdits(base))
const sent = (edits: Edits) => startSending(edits, readyToSave(edits, readField)?.typed ?? {})

describe('typing', () => {
  test('saves only what changed and reads as something', () => {
    const edits = typed(['city', 'Dallas'], ['zip', '787'], ['loanAmount', '$450,000.50'])
    expect(readyToSave(edits, readField)?.values).toEqual({ city: 'Dallas', loanAmount: 450_000.5 })
    expect(unsavable(edits, readField)).toEqual([{ field: 'zip', error: '5 or 9 digits' }])
  })

  test('typing back what the server holds leaves nothing to save', () => {
    expect(typed(['city', 'Dallas'], ['city', 'Austin']).typed).toEqual({})
    expect(typed(['loanAmount', '400,000.00']).typed).toEqual({})
  })

  test('but not while another value is on its way', () => {
    const edits = typeInto(sent(typed(['city', 'Dallas'])), 'city', 'Austin', readField)
    const settled = settle(edits, { ...base, city: 'Dallas' }, readField)
    expect(readyToSave(settled, readField)?.values).toEqual({ city: 'Austin' })
  })

  test('an emptied field is saved as no answer', () => {
    expect(readyToSave(typed(['city', '  ']), readField)?.values).toEqual({ city: null })
  })
})

describe('an answer', () => {
  test('settles what was sent and keeps what was typed since', () => {
    const edits = typeInto(sent(typed(['city', 'Dallas'], ['zip', '75201'])), 'city', 'Dallas Park', readField)
    const settled = settle(edits, { ...base, city: 'Dallas', zip: '75201' }, readField)
    expect(settled.typed).toEqual({ city: 'Dallas Park' })
    expect(settled.base).toMatchObject({ city: 'Dallas', zip: '75201' })
    expect(settled.contested).toEqual([])
  })

  test('a refusal names its fields and the rest can still go', () => {
    const edits = refuse(sent(typed(['city', 'Dallas'], ['zip', '75201'])), [{ field: 'zip', error: 'No such zip' }])
    expect(edits && readyToSave(edits, readField)?.values).toEqual({ city: 'Dallas' })
    expect(edits && unsavable(edits, readField)).toEqual([{ field: 'zip', error: 'No such zip' }])
    expect(edits && unsavable(typeInto(edits, 'zip', '75202', readField), readField)).toEqual([])
  })

  test('a refusal of something else is no refusal of a field', () => {
    expect(refuse(sent(typed(['city', 'Dallas'])), [{ field: 'version', error: 'x' }])).toBeNull()
  })
})

describe('a race', () => {
  const ours = typed(['city', 'Dallas'], ['loanAmount', '410000'])

  test('merges what only one side changed', () => {
    const merged = merge(ours, { ...base, zip: '75201' }, readField)
    expect(merged.contested).toEqual([])
    expect(merged.base.zip).toBe('75201')
    expect(readyToSave(merged, readField)?.values).toEqual({ city: 'Dallas', loanAmount: 410_000 })
  })

  test('is over where both wrote the same', () => {
    expect(merge(ours, { ...base, city: 'Dallas' }, readField).typed).toEqual({ loanAmount: '410000' })
  })

  test('holds back what both changed until a person chose', () => {
    const merged = merge(ours, { ...base, city: 'Houston' }, readField)
    expect(merged.contested).toEqual(['city'])
    expect(readyToSave(merged, readField)?.values).toEqual({ loanAmount: 410_000 })
    expect(readyToSave(keepMine(merged, 'city'), readField)?.values).toEqual({ city: 'Dallas', loanAmount: 410_000 })
    expect(takeTheirs(merged, 'city')).toMatchObject({
      typed: { loanAmount: '410000' },
      base: { city: 'Houston' },
      contested: [],
    })
  })

  test('stays open when they change again, and ends when they come to our value', () => {
    const once = merge(ours, { ...base, city: 'Houston' }, readField)
    expect(merge(once, { ...base, city: 'Waco' }, readField)).toMatchObject({
      contested: ['city'],
      base: { city: 'Waco' },
    })
    expect(merge(once, { ...base, city: 'Dallas' }, readField)).toMatchObject({
      contested: [],
      typed: { loanAmount: '410000' },
    })
  })

  test('keeps text that cannot be read, also where the other side wrote', () => {
    const merged = merge(typed(['loanAmount', '4x']), { ...base, loanAmount: 420_000 }, readField)
    expect(merged.typed).toEqual({ loanAmount: '4x' })
    expect(merged.contested).toEqual(['loanAmount'])
  })
})
