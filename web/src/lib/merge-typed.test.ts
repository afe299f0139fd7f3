import { describe, expect, test } from 'vitest'
import { mergeTyped, unsaved } from './merge-typed.ts'

const base = { a: 'one', b: 2, c: null }

describe('what is typed meets what the server has', () => {
  test('an untouched field follows the server', () => {
    const { values, clashes } = mergeTyped(base, base, { ...base, b: 3 })
    expect(values).toEqual({ ...base, b: 3 })
    expect(clashes).toEqual([])
  })

  test('a touched field stays while the server keeps the old value', () => {
    const typed = { ...base, a: 'mine' }
    expect(mergeTyped(typed, base, { ...base, b: 3 }).values).toEqual({ a: 'mine', b: 3, c: null })
  })

  test('a field that both changed clashes, and what was typed stays', () => {
    const typed = { ...base, a: 'mine' }
    const { values, clashes } = mergeTyped(typed, base, { ...base, a: 'theirs' })
    expect(values.a).toBe('mine')
    expect(clashes).toEqual([{ field: 'a', mine: 'mine', theirs: 'theirs' }])
  })

  test('both wrote the same: nothing to choose', () => {
    expect(mergeTyped({ ...base, b: 5 }, base, { ...base, b: 5 }).clashes).toEqual([])
  })

  test('typing on while a save is under way does not clash with that save', () => {
    const typed = { ...base, a: 'mine and more' }
    expect(mergeTyped(typed, base, { ...base, a: 'mine' }, { a: 'mine ' }).clashes).toEqual([])
  })

  test('what the server trims is not unsaved, nor taken out from under the cursor', () => {
    const typed = { ...base, a: 'mine ' }
    expect(mergeTyped(typed, base, { ...base, a: 'mine' }).values.a).toBe('mine ')
    expect(unsaved(typed, { ...base, a: 'mine' })).toEqual([])
  })
})
