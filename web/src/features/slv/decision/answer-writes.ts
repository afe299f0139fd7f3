import type { SlvDetail } from '@portal/contract/slv/answers'
import * as api from '@portal/contract/slv-request/api'
import type { SlvDecisionRequest } from '@portal/contract/slv-request/model'
import { findAnswer } from '@portal/contract/slv-request/policy'
import type { QueryClient } from '@tanstack/react-query'
import type { DraftServer } from '../../../lib/autosave/draft-options.ts'
import type { Values } from '../../../lib/autosave/edits.ts'
import { call } from '../../../lib/call.ts'
import { createIntent, type Intent } from '../../../lib/state/intent.ts'
import {
  etag,
  forgetOthers,
  recordOwnVersion,
  slvKey,
  slvQuery,
} from '../../../records/slv/queries.ts'

/**
 * Saves the answer to one variance: adds it, or changes the one that the server
 * has.
 */
export const createAnswerWriter = (
  queryClient: QueryClient,
  slvId: string,
): DraftServer['save'] => {
  // A retry after a lost response has the same intent, so it can't add a second
  // answer.
  const intents = new Map<string, Intent>()

  const addAnswer = (slvRequestId: string, values: Values, version: number) => {
    const intent = intents.get(slvRequestId) ?? createIntent()
    intents.set(slvRequestId, intent)
    const body = api.addDecisionRequest.body.parse({ ...values, slvRequestId })
    return call(
      api.addDecisionRequest,
      { params: { id: slvId }, body },
      { ifMatch: etag(version), intent },
    )
  }
  const changeAnswer = (answerId: string, values: Values, version: number) => {
    const body = api.updateDecisionRequest.body.parse(values)
    return call(
      api.updateDecisionRequest,
      { params: { id: slvId, requestId: answerId }, body },
      { ifMatch: etag(version) },
    )
  }

  return async ({ key: slvRequestId, edits: { base } }, values, version) => {
    const slv = queryClient.getQueryData(slvQuery(slvId).queryKey)
    const known = findAnswer(slv?.slvDecisionRequests, slvRequestId)
    // The server takes a new decision only with the comment to keep.
    const response = known
      ? await changeAnswer(
          known.id,
          { comment: base.comment ?? '', ...values },
          version,
        )
      : await addAnswer(slvRequestId, { ...base, ...values }, version)
    const { slvVersion, ...answer } = response
    showSavedAnswer(queryClient, slvId, answer, slvVersion)
    const { decision, comment, currentGuideline } = answer
    return {
      id: slvRequestId,
      version: slvVersion,
      values: { decision, comment, currentGuideline },
    }
  }
}

/** Shows a saved answer without reading the SLV again. */
const showSavedAnswer = (
  queryClient: QueryClient,
  slvId: string,
  answer: SlvDecisionRequest,
  version: number,
) => {
  recordOwnVersion(slvId, version)
  const { queryKey } = slvQuery(slvId)
  const slv = queryClient.getQueryData(queryKey)
  if (!slv) return
  const shown = withAnswer(slv, answer)
  // With a version in between, someone else's change is missing: the SLV keeps
  // its old version and is read again.
  if (slv.version === version - 1) {
    queryClient.setQueryData(queryKey, { ...shown, version })
    forgetOthers(queryClient, slvId)
  } else {
    queryClient.setQueryData(queryKey, shown)
    void queryClient.invalidateQueries({ queryKey: slvKey })
  }
}

const withAnswer = (slv: SlvDetail, answer: SlvDecisionRequest): SlvDetail => {
  const answers = slv.slvDecisionRequests ?? []
  const others = answers.filter(({ id }) => id !== answer.id)
  return { ...slv, slvDecisionRequests: [...others, answer] }
}
