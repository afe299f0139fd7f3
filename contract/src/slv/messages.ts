export const slvMessages = {
  openDraft: { failed: 'Failed to check {buyer} Loan Number' },
  createPostClose: {
    done: 'Post Close SLV was successfully created',
    failed: 'Failed to create Post Close SLV',
  },
} as const

/** Reassigning all SLVs of a colleague. */
export const assignOwnedMessages = {
  label: 'Reassign a colleague’s SLVs',
  failed: 'Failed to reassign the SLVs',
}

export const reassignedText = (n: number, name: string) =>
  `${n} SLV(s) reassigned to ${name}`
