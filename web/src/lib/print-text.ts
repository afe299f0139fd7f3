/**
 * Prints a plain text without the page around it, from a frame that exists
 * until the print dialog closes.
 */
export const printText = (text: string) => {
  const frame = document.createElement('iframe')
  // Browsers print nothing of a frame that is not displayed.
  Object.assign(frame.style, { position: 'fixed', width: 0, height: 0 })
  frame.setAttribute('aria-hidden', 'true')
  document.body.append(frame)
  const { contentDocument, contentWindow } = frame
  if (!contentDocument || !contentWindow) return
  const pre = contentDocument.createElement('pre')
  pre.textContent = text
  contentDocument.body.append(pre)
  contentWindow.addEventListener('afterprint', () => frame.remove())
  contentWindow.print()
}
