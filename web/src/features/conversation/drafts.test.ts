import { expect, test } from 'vitest'
import { createDrafts, newDraftKey } from './drafts.ts'

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

test('if the storage is broken, drafts stay in memory', () => {
  const broken = createDrafts({ keep: () => {}, kept: () => null, own: (name) => name })
  broken.write(external, draft('one'))
  expect(broken.read(external)).toEqual(draft('one'))
  expect(broken.read(external)).toBe(broken.read(external))
})
