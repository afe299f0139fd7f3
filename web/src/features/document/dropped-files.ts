type Dropped = { files: File[]; hasFolder: boolean }

/** The files of a drop. A folder comes along as a file without content: it is left out and told. */
export const droppedFiles = ({ items, files }: DataTransfer): Dropped => {
  const entries = [...items].filter(({ kind }) => kind === 'file')
  const folders = entries.map((item) => item.webkitGetAsEntry()?.isDirectory ?? false)
  return { files: [...files].filter((_, index) => !folders[index]), hasFolder: folders.includes(true) }
}

/** What is dragged is a file from outside, not a text or a link of the page. */
export const carriesFiles = ({ dataTransfer }: { dataTransfer: DataTransfer | null }) =>
  dataTransfer?.types.includes('Files') ?? false
