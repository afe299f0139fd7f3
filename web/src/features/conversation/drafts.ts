import type { CommentType } from '@portal/contract/conversation/model'
import { replaceEqualDeep } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { z } from 'zod'
import { createListeners } from '../../lib/listeners.ts'
import { ownKey } from '../../lib/owner.ts'
import { draftStorage } from '../../lib/stored-text.ts'

/**
 * A comment that is being written: its text, and the people who were chosen for
 * the names in it.
 */
const Draft = z.object({
  message: z.string(),
  chosen: z.array(z.object({ id: z.string(), name: z.string() })),
  /** The new type of an edited comment. */
  type: z.enum(['INTERNAL', 'EXTERNAL']).optional(),
})
export type Draft = z.infer<typeof Draft>

/**
 * Internal and external drafts have separate keys, so that one is never sent as
 * the other.
 */
export const newDraftKey = (topicId: string, type: CommentType) =>
  `comment.${topicId}.${type}`
export const editDraftKey = (commentId: string) => `comment.${commentId}.edit`

/**
 * Drafts that survive a reload, a change of tabs and the end of a session. The
 * panel and the dialog share them.
 */
export const createDrafts = (storage: () => Storage) => {
  const getStorage = (key: string) => draftStorage(storage(), key, Draft)
  /**
   * The last value by the user's own key, so that an unchanged draft stays the
   * same object.
   */
  const known = new Map<string, Draft | null>()
  const { subscribe, notify } = createListeners()
  /** The storage is full or forbidden, so drafts are only in memory. */
  let isBroken = false

  const read = (key: string): Draft | null => {
    const last = known.get(ownKey(key)) ?? null
    const draft =
      isBroken && last ? last : replaceEqualDeep(last, getStorage(key).read())
    known.set(ownKey(key), draft)
    return draft
  }
  const write = (key: string, draft: Draft | null) => {
    getStorage(key).write(draft)
    isBroken = JSON.stringify(getStorage(key).read()) !== JSON.stringify(draft)
    known.set(ownKey(key), draft)
    notify()
  }
  return { read, write, drop: (key: string) => write(key, null), subscribe }
}

export const drafts = createDrafts(() => sessionStorage)

/** The draft with this key, or null. */
export const useDraft = (key: string): Draft | null =>
  useSyncExternalStore(drafts.subscribe, () => drafts.read(key))
