import { type AnswerKind, answerKindLabels } from './model.ts'

/** Whether a requested document has no file and no answer yet. */
export const isMissing = (asked: {
  receivedAt: string | null
  answer: object | null
  outcome: object | null
}): boolean =>
  asked.receivedAt === null && asked.answer === null && asked.outcome === null

/** 'Already sent: W2.pdf', or 'Can’t provide: The borrower is self-employed'. */
export const answerText = ({
  kind,
  document,
  reason,
}: {
  kind: AnswerKind
  document: { name: string } | null
  reason: string | null
}): string => {
  const detail = kind === 'ALREADY_SENT' ? document?.name : reason
  return detail
    ? `${answerKindLabels[kind]}: ${detail}`
    : answerKindLabels[kind]
}
