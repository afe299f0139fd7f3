/**
 * Spec.md §8. There are no success messages, since the conversation shows the
 * result.
 */
export const conversationMessages = {
  add: { failed: 'Failed to add comment' },
  update: { failed: 'Failed to update comment' },
  dismiss: { failed: 'Failed to update comment' },
  delete: { failed: 'Failed to delete comment' },
} as const
