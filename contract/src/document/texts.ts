import type { SlvStatus } from '../slv/status.ts'
import { type AnswerKind, answerKindLabels } from './model.ts'

/** Whether a requested document has no file and no answer yet. */
export const isMissing = (asked: {
  receivedAt: string | null
  answer: object | null
  outcome: object | null
}): boolean =>
  asked.receivedAt === null && asked.answer === null && asked.outcome === null

type Requested = Parameters<typeof isMissing>[0] & {
  askedAt?: string | undefined
}

/**
 * The requested documents that the seller has not sent, if the SLV waits for
 * documents: the missing ones and those of the last request, even if they are
 * answered.
 */
export const listUnsent = <Document extends Requested>(
  requested: readonly Document[],
): Document[] => {
  const times = requested.map(({ askedAt = '' }) => askedAt)
  const last = times.toSorted().at(-1)
  return requested.filter(
    (asked) =>
      isMissing(asked) ||
      (asked.outcome === null && (asked.askedAt ?? '') === last),
  )
}

/** Whether all requested documents are answered but not sent. */
export const areAnswersUnsent = ({
  status,
  pendingDocuments,
}: {
  status: SlvStatus
  pendingDocuments: readonly Requested[]
}): boolean => {
  const unsent = listUnsent(pendingDocuments)
  return (
    status === 'PENDING_DOCUMENTS' &&
    unsent.length > 0 &&
    !unsent.some(isMissing)
  )
}

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
