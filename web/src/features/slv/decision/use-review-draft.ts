import type { SlvDetail } from '@portal/contract/slv/answers'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { DraftServer } from '../../../lib/autosave/draft-options.ts'
import { StoredDraft } from '../../../lib/autosave/draft-state.ts'
import { usePendingWrite } from '../../../lib/autosave/pending-writes.tsx'
import { draftStorage } from '../../../lib/stored-text.ts'
import { slvQuery } from '../../../records/slv/queries.ts'
import { type SlvDraftCalls, useSlvDraft } from '../use-slv-draft.ts'
import { createAnswerWriter } from './answer-writes.ts'
import {
  createReviewDraft,
  decisionKey,
  type ReviewDraft,
  reviewSnapshot,
} from './review-draft.ts'

/** A reviewer's unsaved answers and decision, in this browser. */
export const reviewStorage = (slvId: string) =>
  draftStorage(localStorage, `decision.${slvId}`, StoredDraft)

/** Nothing is shown as a toast: the page says what isn't saved and why. */
const noToasts = { failed: null }

/**
 * An SLV as this person saw it, and as it was when a save was merged with
 * someone else's change.
 */
type MergedChange = { seen: SlvDetail; now: SlvDetail }

export type Review = {
  draft: ReviewDraft
  merged: MergedChange | null
  /** Hides what was merged. */
  dismissMerged: () => void
}

/**
 * The draft of the answers and the decision of an SLV; `isReviewer` tells
 * whether this person may save it.
 */
export const useReviewDraft = (slv: SlvDetail, isReviewer: boolean): Review => {
  const queryClient = useQueryClient()
  const [merged, setMerged] = useState<MergedChange | null>(null)

  const createServer = (calls: SlvDraftCalls): DraftServer => {
    const saveAnswer = createAnswerWriter(queryClient, slv.id)
    const { queryKey } = slvQuery(slv.id)
    return {
      latest: calls.server.latest,
      /** Reads the SLV after someone else changed it. */
      read: async () => {
        const seen = queryClient.getQueryData(queryKey)
        const snapshot = await calls.server.read()
        const now = queryClient.getQueryData(queryKey)
        if (seen && now)
          // After several changes, what was seen first is compared.
          setMerged((earlier) => ({ seen: earlier?.seen ?? seen, now }))
        return snapshot
      },
      save: (record, values, version) =>
        record.key === decisionKey
          ? calls.saveFields(decisionKey, values, version)
          : saveAnswer(record, values, version),
    }
  }
  const createDraft = (calls: SlvDraftCalls) =>
    createReviewDraft(slv, {
      server: createServer(calls),
      storage: reviewStorage(slv.id),
      runInTurn: calls.runInTurn,
    })

  const draft = useSlvDraft(
    slv,
    reviewSnapshot,
    noToasts,
    createDraft,
    isReviewer,
  )
  usePendingWrite(async () => {
    if (isReviewer) await draft.flush()
  })
  return { draft, merged, dismissMerged: () => setMerged(null) }
}
