export const processed = (fileName: string) => `${fileName} Processed successfully.`

export const partlyProcessed = (fileName: string, applied: string, rows: string) =>
  `"${fileName}". ${applied} of ${rows} rows applied: download the rejected rows to see why the others were not.`

export const noneApplied = (fileName: string) =>
  `"${fileName}". No row could be applied: download the rejected rows to see why.`
