export const requestMessages = {
  add: {
    done: 'Request was successfully added',
    failed: 'Failed to add the request',
  },
  update: {
    done: 'Request was successfully updated',
    failed: 'Failed to update the request',
  },
  delete: {
    done: 'Request was successfully deleted',
    failed: 'Failed to delete the request',
  },
} as const

/** The answer to a variance saves itself without a message. */
export const answerMessages = {
  delete: { done: 'Answer deleted', failed: 'Failed to delete the answer' },
} as const
