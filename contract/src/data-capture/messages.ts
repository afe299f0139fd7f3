/** What is said when the rows of an uploaded file were gone through (spec.md §8). */
export const processed = (fileName: string) => `${fileName} Processed successfully.`

/** What is said of a file of which some rows were rejected: a warning, for not all was done. */
export const partlyProcessed = (fileName: string, applied: string, rows: string) =>
  `"${fileName}". ${applied} of ${rows} rows applied: download the rejected rows to see why the others were not.`

/** What is said of a file of which nothing was applied, when the server gives no reason for the whole of it. */
export const noneApplied = (fileName: string) =>
  `"${fileName}". No row could be applied: download the rejected rows to see why.`
