import { expect, test } from 'vitest'
import {
  acceptTheirs,
  type Edits,
  keepMine,
  merge,
  noEdits,
  type Read,
  readyToSave,
  refuse,
  settle,
  typeInto,
  unsavable,
} from './edits.ts'

const base = { city: 'Austin', zip: '78701', amount: 400_000 }

const read: Read = (name, typed) => {
  const text = String(typed).trim()
  if (text === '') return { value: null }
  if (name !== 'amount') return { value: text }
  return Number.isNaN(Number(text))
    ? { error: 'Must be a number' }
    : { value: Number(text) }
}
const typeAll = (typed: Record<string, string>): Edits =>
  Object.entries(typed).reduce(
    (edits, [name, value]) => typeInto(edits, name, value, read),
    noEdits(base),
  )
const send = (edits: Edits): Edits => ({
  ...edits,
  sending: readyToSave(edits, read)?.typed ?? {},
})
const valuesToSave = (edits: Edits | null) =>
  edits && readyToSave(edits, read)?.values

test('only values that changed and can be read are saved; an emptied field is saved as no answer', () => {
  const edits = typeAll({ city: '  ', zip: '78701', amount: '4x' })
  expect(valuesToSave(edits)).toEqual({ city: null })
  expect([...unsavable(edits, read)]).toEqual([['amount', 'Must be a number']])
})

test('typing the server’s value again leaves nothing to save, except while another value is being saved', () => {
  expect(
    typeInto(typeAll({ city: 'Dallas' }), 'city', 'Austin', read).typed,
  ).toEqual({})
  const edits = typeInto(
    send(typeAll({ city: 'Dallas' })),
    'city',
    'Austin',
    read,
  )
  expect(
    valuesToSave(settle(edits, { ...base, city: 'Dallas' }, read)),
  ).toEqual({ city: 'Austin' })
})

test('a successful save keeps what was typed since', () => {
  const edits = typeInto(
    send(typeAll({ city: 'Dallas', zip: '75201' })),
    'city',
    'Dallas Park',
    read,
  )
  expect(
    settle(edits, { ...base, city: 'Dallas', zip: '75201' }, read),
  ).toMatchObject({
    base: { city: 'Dallas', zip: '75201' },
    typed: { city: 'Dallas Park' },
    contested: [],
  })
})

test('a refusal sets its fields aside until they are typed again', () => {
  const sent = send(typeAll({ city: 'Dallas', zip: '75201' }))
  const edits = refuse(sent, [{ field: 'zip', error: 'No such zip' }])
  expect(valuesToSave(edits)).toEqual({ city: 'Dallas' })
  expect(edits && [...unsavable(edits, read)]).toEqual([['zip', 'No such zip']])
  expect(
    edits && unsavable(typeInto(edits, 'zip', '75202', read), read).size,
  ).toBe(0)
  expect(refuse(sent, [{ field: 'version', error: 'x' }])).toBeNull()
})

const ours = typeAll({ city: 'Dallas', amount: '410000' })

test('a merge takes what only one side changed, and drops what both wrote alike', () => {
  const merged = merge(ours, { ...base, zip: '75201' }, read)
  expect(merged).toMatchObject({ contested: [], base: { zip: '75201' } })
  expect(valuesToSave(merged)).toEqual({ city: 'Dallas', amount: 410_000 })
  expect(merge(ours, { ...base, city: 'Dallas' }, read).typed).toEqual({
    amount: '410000',
  })
})

test('a merge holds back what both changed until a person chooses', () => {
  const merged = merge(ours, { ...base, city: 'Houston' }, read)
  expect(merged.contested).toEqual(['city'])
  expect(valuesToSave(merged)).toEqual({ amount: 410_000 })
  expect(valuesToSave(keepMine(merged, 'city'))).toEqual({
    city: 'Dallas',
    amount: 410_000,
  })
  expect(acceptTheirs(merged, 'city')).toMatchObject({
    typed: { amount: '410000' },
    base: { city: 'Houston' },
  })
  expect(merge(merged, { ...base, city: 'Waco' }, read)).toMatchObject({
    contested: ['city'],
    base: { city: 'Waco' },
  })
  expect(merge(merged, { ...base, city: 'Dallas' }, read)).toMatchObject({
    contested: [],
  })
})

test('a merge keeps text that cannot be read', () => {
  const merged = merge(
    typeAll({ amount: '4x' }),
    { ...base, amount: 420_000 },
    read,
  )
  expect(merged).toMatchObject({
    typed: { amount: '4x' },
    contested: ['amount'],
  })
})
