import { expect, test } from 'vitest'
import { createDrafts, editDraftKey, newDraftKey } from './drafts.ts'

/** A browser tab's storage: what is written to it survives a reload, which is another store on it. */
const tab = () => {
  const held = new Map<string, unknown>()
  let user = 'me'
  const own = (key: string) => `${user}.${key}`
  return {
    shelf: {
      own,
      keep: (key: string, value: unknown) => {
        if (value === null) held.delete(own(key))
        else held.set(own(key), JSON.parse(JSON.stringify(value)))
      },
      kept: (key: string) => held.get(own(key)) ?? null,
    },
    signIn: (name: string) => {
      user = name
    },
    held,
  }
}
const words = (message: string) => ({ message, chosen: [] })

test('a draft is kept per visibility and per SLV, and over a reload', () => {
  const { shelf } = tab()
  const drafts = createDrafts(shelf)
  drafts.write(newDraftKey('a', 'INTERNAL'), words('for us'))
  drafts.write(newDraftKey('a', 'EXTERNAL'), words('for you'))
  for (const store of [drafts, createDrafts(shelf)]) {
    expect(store.readNew(newDraftKey('a', 'INTERNAL')).message).toBe('for us')
    expect(store.readNew(newDraftKey('a', 'EXTERNAL')).message).toBe('for you')
    expect(store.readNew(newDraftKey('b', 'INTERNAL')).message).toBe('')
  }
})

test('a draft that was sent is gone, from the tab too; an edit has its own', () => {
  const { shelf, held } = tab()
  const drafts = createDrafts(shelf)
  drafts.write(newDraftKey('a', 'INTERNAL'), words('for us'))
  drafts.write(editDraftKey('c'), { ...words('better'), type: 'EXTERNAL' })
  drafts.drop(newDraftKey('a', 'INTERNAL'))
  expect(drafts.readNew(newDraftKey('a', 'INTERNAL')).message).toBe('')
  expect(drafts.read(editDraftKey('c'))).toMatchObject({ message: 'better', type: 'EXTERNAL' })
  expect(held.size).toBe(1)
})

test('nobody reads the draft of who was signed in before, and what is no draft is none', () => {
  const { shelf, signIn, held } = tab()
  const drafts = createDrafts(shelf)
  const key = newDraftKey('a', 'INTERNAL')
  drafts.write(key, words('mine'))
  signIn('you')
  expect(drafts.readNew(key).message).toBe('')
  signIn('me')
  expect(drafts.readNew(key).message).toBe('mine')
  held.set(shelf.own(newDraftKey('b', 'INTERNAL')), { message: 7 })
  expect(drafts.readNew(newDraftKey('b', 'INTERNAL')).message).toBe('')
})

test('whoever shows a draft is told of its changes', () => {
  const drafts = createDrafts(tab().shelf)
  const key = newDraftKey('a', 'EXTERNAL')
  const seen: string[] = []
  const stop = drafts.subscribe(() => seen.push(drafts.readNew(key).message))
  drafts.write(key, words('one'))
  drafts.drop(key)
  stop()
  drafts.write(key, words('two'))
  expect(seen).toEqual(['one', ''])
})

test('a storage that keeps nothing loses the comfort only, and one that was emptied empties the drafts', () => {
  const key = newDraftKey('a', 'EXTERNAL')
  const broken = createDrafts({ keep: () => {}, kept: () => null, own: (name) => name })
  broken.write(key, words('one'))
  expect(broken.readNew(key)).toBe(broken.readNew(key))
  expect(broken.readNew(key).message).toBe('one')
  const { shelf, held } = tab()
  const drafts = createDrafts(shelf)
  drafts.write(key, words('one'))
  held.clear()
  expect(drafts.readNew(key).message).toBe('')
})
