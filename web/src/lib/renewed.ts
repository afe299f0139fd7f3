const mark = 'reloaded-for'

/**
 * A page that stood open while the portal was renewed asks for parts that are gone. It is loaded again, once for each
 * version of the page; what was typed and not saved is kept (kept-text.ts) and comes back.
 */
export const reloadWhenRenewed = () =>
  window.addEventListener('vite:preloadError', (event) => {
    if (sessionStorage.getItem(mark) === import.meta.url) return
    sessionStorage.setItem(mark, import.meta.url)
    event.preventDefault()
    window.location.reload()
  })
