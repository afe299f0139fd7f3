import { expect, test } from 'vitest'
import { keepFor, ownKey } from '../../lib/owner.ts'
import { createDrafts, editDraftKey, newDraftKey } from './drafts.ts'

/** A tab's storage, which survives a reload (another `createDrafts`). */
const createTab = () => {
  const stored = new Map<string, string>()
  const storage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  } as Storage
  return { storage: () => storage, stored }
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
  const { storage, stored } = createTab()
  keepFor('me')
  const drafts = createDrafts(storage)
  drafts.write(internal, draft('mine'))
  keepFor('you')
  expect(drafts.read(internal)).toBeNull()
  keepFor('me')
  expect(drafts.read(internal)).toEqual(draft('mine'))
  stored.set(ownKey(`typed.${external}`), '{"message":7}')
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
  const full = { getItem: () => null, setItem: () => {} } as unknown as Storage
  const broken = createDrafts(() => full)
  broken.write(external, draft('one'))
  expect(broken.read(external)).toEqual(draft('one'))
  expect(broken.read(external)).toBe(broken.read(external))
})
