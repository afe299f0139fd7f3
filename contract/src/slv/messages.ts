/** Spec.md §8: texts of SLV actions that are no row of the transition table. */
export const slvMessages = {
  openDraft: { failed: 'Failed to check {buyer} Loan Number' },
  createPostClose: { done: 'Post Close SLV was successfully created', failed: 'Failed to create Post Close SLV' },
} as const

/** '{n} SLV(s) reassigned to {name}' */
export const reassignedText = (n: number, name: string) => `${n} SLV(s) reassigned to ${name}`
