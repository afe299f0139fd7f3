import { StoredDraft } from '../../../lib/autosave/draft-state.ts'
import { draftStorage } from '../../../lib/stored-text.ts'

/** What was typed into a request and isn't saved, in this browser. */
export const typingStorage = (slvId: string) =>
  draftStorage(localStorage, `slv.${slvId}`, StoredDraft)

export const hasTyping = (slvId: string) => typingStorage(slvId).read() !== null
