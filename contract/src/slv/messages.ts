export const slvMessages = {
  openDraft: { failed: 'Failed to check {buyer} Loan Number' },
  createPostClose: {
    done: 'Post Close SLV was successfully created',
    failed: 'Failed to create Post Close SLV',
  },
} as const

export const reassignedText = (n: number, name: string) =>
  `${n} SLV(s) reassigned to ${name}`
