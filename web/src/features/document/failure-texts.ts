import { documentMessages } from '@portal/contract/document/messages'

/** Toasts for failed files that aren't visible: a single one if every file failed, since each file shows its own reason. */
export const failureTexts = (added: number, unseen: readonly { problem: string | null }[]): string[] => {
  const problems = unseen.flatMap(({ problem }) => (problem === null ? [] : [problem]))
  return added === 0 && problems.length > 1 ? [documentMessages.add.failed] : problems
}
