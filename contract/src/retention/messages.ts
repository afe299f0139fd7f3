export const retentionMessages = {
  hold: { done: 'The legal hold was set', failed: 'Failed to set the legal hold' },
  lift: { done: 'The legal hold was lifted', failed: 'Failed to lift the legal hold' },
  erase: { done: 'The borrower’s data was erased', failed: 'Failed to erase the borrower’s data' },
} as const

export const onHold = 'On legal hold'
export const stillOpen = 'Still open. Close it before you erase it.'
export const noSuchLoan = 'No SLV or Tdoc has this loan number.'
export const allErased = 'Everything of this loan is already erased.'
