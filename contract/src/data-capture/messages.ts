export const processed = (fileName: string) =>
  `${fileName} Processed successfully.`

export const partlyProcessed = (
  fileName: string,
  applied: string,
  rows: string,
) =>
  `"${fileName}". ${applied} of ${rows} rows applied. Download the rejected rows to see why the rest were not.`

export const noneApplied = (fileName: string) =>
  `"${fileName}". No rows were applied. Download the rejected rows to see why.`
