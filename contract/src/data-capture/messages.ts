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

export const previewEnded =
  'This preview has expired or was already applied. Check the new preview, then apply it.'

export const previewChanged = (rows: number) =>
  rows === 1
    ? 'One row changed after the preview. Check the new preview, then apply it.'
    : `${rows.toLocaleString('en-US')} rows changed after the preview. Check the new preview, then apply it.`

export const fileChanged =
  'The file changed after the preview. Check the new preview, then apply it.'

/** The reason of a row whose Tdoc changed while the file was being applied. */
export const rowChanged = 'The Tdoc changed after the preview'
