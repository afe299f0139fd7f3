import { type Decision, slvStatusLabels } from '../slv/status.ts'

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
