import { documentMessages } from '@portal/contract/document/messages'

/** The toasts for files that failed out of sight: one for all when none arrived, for each file says why beside itself. */
export const failureTexts = (added: number, unseen: readonly { problem: string | null }[]): string[] => {
  const problems = unseen.flatMap(({ problem }) => (problem === null ? [] : [problem]))
  return added === 0 && problems.length > 1 ? [documentMessages.add.failed] : problems
}
