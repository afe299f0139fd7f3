import { expect, test } from 'vitest'
import { ownKey, setOwner } from '../../lib/owner.ts'
import { createDrafts, newDraftKey } from './drafts.ts'

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

test('users don’t read each other’s drafts, and invalid values are ignored', () => {
  const { storage, stored } = createTab()
  setOwner('me')
  const drafts = createDrafts(storage)
  drafts.write(internal, draft('mine'))
  setOwner('you')
  expect(drafts.read(internal)).toBeNull()
  setOwner('me')
  expect(drafts.read(internal)).toEqual(draft('mine'))
  stored.set(ownKey(`typed.${external}`), '{"message":7}')
  expect(drafts.read(external)).toBeNull()
  stored.clear()
  expect(drafts.read(internal)).toBeNull()
})

test('if the storage is broken, drafts stay in memory', () => {
  const full = { getItem: () => null, setItem: () => {} } as unknown as Storage
  const broken = createDrafts(() => full)
  broken.write(external, draft('one'))
  expect(broken.read(external)).toEqual(draft('one'))
  expect(broken.read(external)).toBe(broken.read(external))
})
