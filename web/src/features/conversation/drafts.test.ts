import { expect, test } from 'vitest'
import { createDrafts, editDraftKey, newDraftKey } from './drafts.ts'

/** A tab's storage, which survives a reload (another `createDrafts`). */
const createTab = () => {
  const stored = new Map<string, unknown>()
  let user = 'me'
  const own = (key: string) => `${user}.${key}`
  const storage = {
    own,
    keep: (key: string, value: unknown) => {
      if (value === null) stored.delete(own(key))
      else stored.set(own(key), JSON.parse(JSON.stringify(value)))
    },
    kept: (key: string) => stored.get(own(key)) ?? null,
  }
  const signIn = (name: string) => {
    user = name
  }
  return { storage, stored, signIn }
}
const draft = (message: string) => ({ message, chosen: [] })
const internal = newDraftKey('a', 'INTERNAL')
const external = newDraftKey('a', 'EXTERNAL')

test('each type and each edited comment has its own draft, which survives a reload until it is dropped', () => {
  const { storage, stored } = createTab()
  const drafts = createDrafts(storage)
  drafts.write(internal, draft('for us'))
  drafts.write(external, draft('for you'))
  drafts.write(editDraftKey('c'), { ...draft('better'), type: 'EXTERNAL' })
  for (const { read } of [drafts, createDrafts(storage)]) {
    expect(read(internal)).toEqual(draft('for us'))
    expect(read(external)).toEqual(draft('for you'))
    expect(read(editDraftKey('c'))).toMatchObject({ message: 'better', type: 'EXTERNAL' })
    expect(read(newDraftKey('b', 'INTERNAL'))).toBeNull()
  }
  drafts.drop(internal)
  expect(drafts.read(internal)).toBeNull()
  expect(stored.size).toBe(2)
})

test('users don’t read each other’s drafts, and invalid values are ignored', () => {
  const { storage, stored, signIn } = createTab()
  const drafts = createDrafts(storage)
  drafts.write(internal, draft('mine'))
  signIn('you')
  expect(drafts.read(internal)).toBeNull()
  signIn('me')
  expect(drafts.read(internal)).toEqual(draft('mine'))
  stored.set(storage.own(external), { message: 7 })
  expect(drafts.read(external)).toBeNull()
  stored.clear()
  expect(drafts.read(internal)).toBeNull()
})

test('listeners are called after each change, until they unsubscribe', () => {
  const drafts = createDrafts(createTab().storage)
  const seen: (string | undefined)[] = []
  const stop = drafts.subscribe(() => seen.push(drafts.read(external)?.message))
  drafts.write(external, draft('one'))
  drafts.drop(external)
  stop()
  drafts.write(external, draft('two'))
  expect(seen).toEqual(['one', undefined])
})

test('if the storage is broken, drafts stay in memory', () => {
  const broken = createDrafts({ keep: () => {}, kept: () => null, own: (name) => name })
  broken.write(external, draft('one'))
  expect(broken.read(external)).toEqual(draft('one'))
  expect(broken.read(external)).toBe(broken.read(external))
})
