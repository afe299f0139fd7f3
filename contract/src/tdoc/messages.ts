export const tdocMessages = {
  checkLoan: { failed: 'Failed to check {buyer} Loan Number' },
  checkDownload: { failed: 'Failed to get count of Tdocs to download' },
  download: { failed: 'Failed to download file' },
  filterOptions: {
    failed:
      'Failed to get Tdoc sellers, borrowers, Loan Doc statuses and {buyer} Loan Numbers',
  },
} as const
