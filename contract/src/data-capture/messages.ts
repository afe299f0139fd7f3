/** When all rows of a file were applied (spec.md §8). */
export const processed = (fileName: string) => `${fileName} Processed successfully.`

/** A warning when some rows of a file were rejected. */
export const partlyProcessed = (fileName: string, applied: string, rows: string) =>
  `"${fileName}". ${applied} of ${rows} rows applied: download the rejected rows to see why the others were not.`

/** When all rows of a file were rejected and there is no other reason. */
export const noneApplied = (fileName: string) =>
  `"${fileName}". No row could be applied: download the rejected rows to see why.`
