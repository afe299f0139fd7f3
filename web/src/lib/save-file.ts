/**
 * Has the browser save the file at an address of our own origin, under `name`
 * or the name that the server gives it.
 */
export const saveFile = (address: string, name = '') => {
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.hidden = true
  document.body.append(link)
  link.click()
  link.remove()
}

/** Has the browser save downloaded content. */
export const saveBlob = (blob: Blob, name: string) => {
  const address = URL.createObjectURL(blob)
  saveFile(address, name)
  // The browser reads it after the click; a minute is more than it needs.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
