/** Spec.md §8: what is said of comments that could not be written. What went well shows in the conversation itself. */
export const conversationMessages = {
  add: { failed: 'Failed to add comment' },
  update: { failed: 'Failed to update comment' },
  delete: { failed: 'Failed to delete comment' },
} as const
