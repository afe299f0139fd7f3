import { type Decision, slvStatusLabels } from '../slv/status.ts'
import type { SlvDecisionRequest } from './model.ts'

type GivenAnswer = { decision: Decision | null; comment: string }

/**
 * Whether the comment of an answer was written for a decision other than the
 * new one. The person who changes the answer then chooses what to do with it,
 * because the seller would read it with the new answer.
 */
export const isCommentOutdated = (
  { decision, comment }: GivenAnswer,
  changed: Decision | null,
): boolean =>
  decision !== null &&
  changed !== null &&
  decision !== changed &&
  comment.trim() !== ''

/** 'The comment was written for “Approved”.' */
export const outdatedCommentText = (decision: Decision): string =>
  `The comment was written for “${slvStatusLabels[decision]}”.`

/** Answers to variances, as far as they are given. */
export type GivenAnswers =
  | readonly Pick<SlvDecisionRequest, 'slvRequestId' | 'decision'>[]
  | undefined

/** The answer to a variance; undefined without one. */
export const findAnswer = <Answer extends { slvRequestId: string }>(
  answers: readonly Answer[] | undefined,
  requestId: string,
): Answer | undefined =>
  answers?.find(({ slvRequestId }) => slvRequestId === requestId)
