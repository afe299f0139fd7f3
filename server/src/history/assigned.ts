import type { Change } from '@portal/contract/history/api'

/** Whose work an SLV is, as the history tells it: by name. Nothing when it stays with the same person. */
export const assigned = (
  field: 'underwriterName' | 'underwriterManagerName' | 'tradeDeskName' | 'ownerName',
  before: string | null,
  after: string | null,
): Change[] => (before === after ? [] : [{ field, before, after }])
