import type { CommentType } from '@portal/contract/conversation/model'
import { useSyncExternalStore } from 'react'
import { z } from 'zod'
import { keepText, keptText } from '../../lib/kept-text.ts'
import { createListeners } from '../../lib/listeners.ts'
import { ownKey } from '../../lib/owner.ts'

/** A comment that is being written: its text, and the people who were chosen for the names in it. */
const Draft = z.object({
  message: z.string(),
  chosen: z.array(z.object({ id: z.string(), name: z.string() })),
  /** The new type of an edited comment. */
  type: z.enum(['INTERNAL', 'EXTERNAL']).optional(),
})
export type Draft = z.infer<typeof Draft>

/** Internal and external drafts have separate keys, so that one is never sent as the other. */
export const newDraftKey = (topicId: string, type: CommentType) => `comment.${topicId}.${type}`
export const editDraftKey = (commentId: string) => `comment.${commentId}.edit`

type DraftStorage = {
  keep: (key: string, value: unknown) => void
  kept: (key: string) => unknown
  own: (key: string) => string
}

/** Drafts that survive a reload, a change of tabs and the end of a session. The panel and the dialog share them. */
export const createDrafts = (storage: DraftStorage) => {
  /** The last value by key, so that an unchanged draft stays the same object. */
  const known = new Map<string, { raw: string; draft: Draft | null }>()
  const { subscribe, notify } = createListeners()
  /** The storage is full or forbidden, so drafts are only in memory. */
  let isBroken = false

  const rawOf = (key: string) => JSON.stringify(storage.kept(key))
  const read = (key: string): Draft | null => {
    const own = storage.own(key)
    const last = known.get(own)
    const raw = isBroken && last ? last.raw : rawOf(key)
    if (last?.raw === raw) return last.draft
    const parsed = Draft.safeParse(JSON.parse(raw))
    const draft = parsed.success ? parsed.data : null
    known.set(own, { raw, draft })
    return draft
  }
  const write = (key: string, draft: Draft | null) => {
    const raw = JSON.stringify(draft)
    storage.keep(key, draft)
    isBroken = rawOf(key) !== raw
    known.set(storage.own(key), { raw, draft })
    notify()
  }
  return {
    read,
    write: (key: string, draft: Draft) => write(key, draft),
    drop: (key: string) => write(key, null),
    subscribe,
  }
}

export const drafts = createDrafts({ keep: keepText, kept: keptText, own: ownKey })

/** The draft with this key, or null. */
export const useDraft = (key: string): Draft | null => useSyncExternalStore(drafts.subscribe, () => drafts.read(key))
