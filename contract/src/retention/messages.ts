export const retentionMessages = {
  hold: {
    done: 'The legal hold was placed',
    failed: 'Failed to place the legal hold',
  },
  lift: {
    done: 'The legal hold was lifted',
    failed: 'Failed to lift the legal hold',
  },
  erase: {
    done: 'The borrower data was erased',
    failed: 'Failed to erase the borrower data',
  },
} as const

export const onHold = 'On legal hold. Lift the hold before you erase the data.'
export const stillOpen = 'Still open. Close it before you erase its data.'
export const noSuchLoan = 'No SLV or Tdoc has this loan number.'
/** Two sellers may use the same loan number. */
export const severalLoans =
  'Several loans have this number. Enter the buyer’s loan number of one of them.'
export const allErased = 'This loan’s data was already erased.'
