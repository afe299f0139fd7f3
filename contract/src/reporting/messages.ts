export const reportMessages = {
  print: { failed: 'Failed to download the report' },
  mismo: { failed: 'Failed to download the MISMO file' },
  file: { failed: 'Failed to download the SLV’s file' },
  sendReport: {
    done: 'Report was sent successfully',
    failed: 'Failed to send report',
  },
  download: { failed: 'Failed to download the report' },
  table: { failed: 'Failed to get the report table' },
  schedule: {
    create: { done: 'The view will be emailed' },
    change: {
      done: 'The schedule was changed',
      failed: 'Failed to change the schedule',
    },
    send: { failed: 'Failed to send the view' },
    delete: {
      done: 'The schedule was deleted',
      failed: 'Failed to delete the schedule',
    },
  },
} as const

/** What the rows of a workbook are. */
export type WorkbookSubject = 'SLVs' | 'Tdocs' | 'Exceptions'

/** The error for a list that is too long for a workbook. */
export const tooManyText = (most: number, what: WorkbookSubject) =>
  `A workbook can have at most ${most.toLocaleString('en-US')} ${what}. Narrow the list with a filter.`
