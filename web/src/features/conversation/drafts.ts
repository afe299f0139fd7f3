import type { CommentType } from '@portal/contract/conversation/model'
import { z } from 'zod'
import { keepText, keptText } from '../../lib/kept-text.ts'
import { ownKey } from '../../lib/owner.ts'

/** A comment that is being written: its words, and who was chosen for the names in them. */
const Draft = z.object({
  message: z.string(),
  chosen: z.array(z.object({ id: z.string(), name: z.string() })),
  /** Of an edit: the type that it is to have. */
  type: z.enum(['INTERNAL', 'EXTERNAL']).optional(),
})
export type Draft = z.infer<typeof Draft>

const noDraft: Draft = { message: '', chosen: [] }

/** Internal and external words never share a place: neither can be taken for the other. */
export const newDraftKey = (topicId: string, type: CommentType) => `comment.${topicId}.${type}`
export const editDraftKey = (commentId: string) => `comment.${commentId}.edit`

type Shelf = {
  keep: (key: string, value: unknown) => void
  kept: (key: string) => unknown
  own: (key: string) => string
}

/**
 * What is being written, shared by everything that shows it (the panel, the dialog over it), and kept in this tab over a
 * reload, a change of tabs and a session that ends.
 */
export const createDrafts = (shelf: Shelf) => {
  /** The last reading of each, so that what did not change stays the same object. */
  const known = new Map<string, { raw: string; draft: Draft | null }>()
  const listeners = new Set<() => void>()
  /** A storage that is full or forbidden: then this page remembers by itself. */
  let isBroken = false

  const rawOf = (key: string) => JSON.stringify(shelf.kept(key))
  const read = (key: string): Draft | null => {
    const own = shelf.own(key)
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
    shelf.keep(key, draft)
    isBroken = rawOf(key) !== raw
    known.set(shelf.own(key), { raw, draft })
    for (const listener of listeners) listener()
  }
  return {
    read,
    /** The draft of a new comment: empty words are none. */
    readNew: (key: string): Draft => read(key) ?? noDraft,
    write: (key: string, draft: Draft) => write(key, draft),
    drop: (key: string) => write(key, null),
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
  }
}

export const drafts = createDrafts({ keep: keepText, kept: keptText, own: ownKey })
