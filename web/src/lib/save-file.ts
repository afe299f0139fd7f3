/** Lets the browser save what lies at an address of our own, under the name that the server gives it. */
export const saveFile = (address: string) => {
  const link = document.createElement('a')
  link.href = address
  link.download = ''
  link.hidden = true
  document.body.append(link)
  link.click()
  link.remove()
}
