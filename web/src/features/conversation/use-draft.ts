import type { CommentType } from '@portal/contract/conversation/model'
import { useSyncExternalStore } from 'react'
import { type Draft, drafts, newDraftKey } from './drafts.ts'
import type { Topic } from './topic.ts'

/** What is being written under a key, and how to change it; null when nothing is. */
export const useDraft = (key: string): Draft | null => useSyncExternalStore(drafts.subscribe, () => drafts.read(key))

/** The new comment of one visibility. */
export const useNewDraft = (topic: Topic, type: CommentType) => {
  const key = newDraftKey(topic.id, type)
  const draft = useSyncExternalStore(drafts.subscribe, () => drafts.readNew(key))
  return { key, draft }
}
