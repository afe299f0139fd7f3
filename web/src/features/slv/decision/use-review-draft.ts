import type { SlvDetail } from '@portal/contract/slv/answers'
import * as api from '@portal/contract/slv-request/api'
import type { SlvDecisionRequest } from '@portal/contract/slv-request/model'
import { findAnswer } from '@portal/contract/slv-request/policy'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import {
  type DraftRecord,
  StoredDraft,
} from '../../../lib/autosave/draft-state.ts'
import type { Values } from '../../../lib/autosave/edits.ts'
import { usePendingWrite } from '../../../lib/autosave/pending-writes.tsx'
import { call } from '../../../lib/call.ts'
import { createIntent, type Intent } from '../../../lib/state/intent.ts'
import { draftStorage } from '../../../lib/stored-text.ts'
import {
  etag,
  forgetOthers,
  recordOwnVersion,
  slvKey,
  slvQuery,
} from '../../../records/slv/queries.ts'
import { useSlvDraft } from '../use-slv-draft.ts'
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
const meta = { failed: null }

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
  const { queryKey } = slvQuery(slv.id)
  const draft = useSlvDraft(
    slv,
    reviewSnapshot,
    meta,
    ({ server, saveFields, runInTurn }) => {
      const saveAnswer = createAnswerWriter(queryClient, slv.id)
      /** Reads the SLV after someone else changed it. */
      const readChanged = async () => {
        const seen = queryClient.getQueryData(queryKey)
        const snapshot = await server.read()
        const now = queryClient.getQueryData(queryKey)
        if (seen && now)
          setMerged((earlier) => ({ seen: earlier?.seen ?? seen, now }))
        return snapshot
      }
      return createReviewDraft(slv, {
        server: {
          ...server,
          read: readChanged,
          save: (record, values, version) =>
            record.key === decisionKey
              ? saveFields(record.key, values, version)
              : saveAnswer(record, values, version),
        },
        storage: reviewStorage(slv.id),
        runInTurn,
      })
    },
    isReviewer,
  )
  usePendingWrite(async () => {
    if (isReviewer) await draft.flush()
  })
  return { draft, merged, dismissMerged: () => setMerged(null) }
}

/** Adds a saved answer to the SLV that is shown. */
const showSavedAnswer = (
  queryClient: QueryClient,
  id: string,
  answer: SlvDecisionRequest,
  version: number,
) => {
  recordOwnVersion(id, version)
  const { queryKey } = slvQuery(id)
  const shown = queryClient.getQueryData(queryKey)
  if (!shown) return
  const others =
    shown.slvDecisionRequests?.filter((other) => other.id !== answer.id) ?? []
  const hasAllBefore = shown.version === version - 1
  queryClient.setQueryData(queryKey, {
    ...shown,
    version: hasAllBefore ? version : shown.version,
    slvDecisionRequests: [...others, answer],
  })
  if (hasAllBefore) forgetOthers(queryClient, id)
  else void queryClient.invalidateQueries({ queryKey: slvKey })
}

/**
 * Saves the answer to one variance: adds it, or changes the one that the server
 * has.
 */
const createAnswerWriter = (queryClient: QueryClient, id: string) => {
  const intents = new Map<string, Intent>()

  const add = (slvRequestId: string, values: Values, version: number) => {
    const body = api.addDecisionRequest.body.parse({ ...values, slvRequestId })
    // The same intent until the server responds: a lost response must not add a
    // second answer.
    const intent = intents.get(slvRequestId) ?? createIntent()
    intents.set(slvRequestId, intent)
    return call(
      api.addDecisionRequest,
      { params: { id }, body },
      { ifMatch: etag(version), intent },
    )
  }
  const change = (
    answer: SlvDecisionRequest,
    values: Values,
    version: number,
  ) => {
    const body = api.updateDecisionRequest.body.parse(values)
    const params = { id, requestId: answer.id }
    return call(
      api.updateDecisionRequest,
      { params, body },
      { ifMatch: etag(version) },
    )
  }

  return async (
    { key, edits }: DraftRecord,
    values: Values,
    version: number,
  ) => {
    const slv = queryClient.getQueryData(slvQuery(id).queryKey)
    const answer = findAnswer(slv?.slvDecisionRequests, key)
    const { slvVersion, ...saved } = answer
      ? await change(
          answer,
          { comment: edits.base.comment ?? '', ...values },
          version,
        )
      : await add(key, { ...edits.base, ...values }, version)
    showSavedAnswer(queryClient, id, saved, slvVersion)
    const { decision, comment, currentGuideline } = saved
    return {
      id: key,
      version: slvVersion,
      values: { decision, comment, currentGuideline },
    }
  }
}
