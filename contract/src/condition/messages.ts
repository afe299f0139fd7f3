export const conditionMessages = {
  add: {
    done: 'Condition was added',
    failed: 'Failed to add the condition',
  },
  update: {
    done: 'Condition was updated',
    failed: 'Failed to update the condition',
  },
  answer: {
    done: 'Answer was sent',
    failed: 'Failed to send the answer',
  },
  library: {
    done: 'Conditions were saved',
    failed: 'Failed to save the conditions',
  },
} as const
