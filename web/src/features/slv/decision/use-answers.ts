import type { SlvDetail } from '@portal/contract/slv/answers'
import type { Decision } from '@portal/contract/slv/status'
import type { SlvRequest } from '@portal/contract/slv-request/model'
import { useState } from 'react'
import { z } from 'zod'
import { hasStatus } from '../../../lib/call-error.ts'
import { draftStorage } from '../../../lib/kept-text.ts'
import { useAddAnswer, useUpdateAnswer } from '../../slv-request/queries.ts'

/** The unsent comment on a variance. */
export const commentStorage = (requestId: string) => draftStorage(sessionStorage, `${requestId} comment`, z.string())

/** The answers to an SLV's variances, optimistically including those being sent, so that the next can follow. */
export const useAnswers = (slv: SlvDetail) => {
  const add = useAddAnswer(slv.id)
  const update = useUpdateAnswer(slv.id)
  const [sending, setSending] = useState<ReadonlyMap<string, Decision>>(new Map())
  const [refused, setRefused] = useState<SlvDetail | null>(null)

  const answerTo = (requestId: string) =>
    slv.slvDecisionRequests?.find(({ slvRequestId }) => slvRequestId === requestId) ?? null
  const decisionOf = (requestId: string): Decision | null =>
    sending.get(requestId) ?? answerTo(requestId)?.decision ?? null

  const send = async ({ id: slvRequestId, currentGuideline }: SlvRequest, decision: Decision) => {
    const storage = commentStorage(slvRequestId)
    const comment = storage.read() ?? ''
    const answer = answerTo(slvRequestId)
    if (answer) await update.mutateAsync({ requestId: answer.id, patch: { decision } })
    else await add.mutateAsync({ slvRequestId, decision, comment, currentGuideline })
    storage.write(null)
  }

  /** Whether the answer was saved. */
  const give = async (request: SlvRequest, decision: Decision) => {
    setSending((others) => new Map(others).set(request.id, decision))
    setRefused(null)
    try {
      await send(request, decision)
      return true
    } catch (error) {
      // Other failures show a toast.
      if (hasStatus(error, 412)) setRefused(slv)
      return false
    } finally {
      setSending((others) => new Map([...others].filter(([id]) => id !== request.id)))
    }
  }

  return {
    answerTo,
    decisionOf,
    give,
    decisionsGiven: slv.slvRequests.flatMap(({ id: slvRequestId }) => {
      const decision = decisionOf(slvRequestId)
      return decision ? [{ slvRequestId, decision }] : []
    }),
    unanswered: slv.slvRequests.filter(({ id }) => decisionOf(id) === null),
    /** The SLV as it was seen when the server refused an answer because someone else had changed it. */
    refused,
  }
}
export type Answers = ReturnType<typeof useAnswers>
