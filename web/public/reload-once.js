// During an upgrade, a script or style of the page can be missing on the node that is asked for it. Without it the page
// stays blank, so it is loaded again, once per file: the next node may have it.
addEventListener(
  'error',
  ({ target }) => {
    const isScript = target instanceof HTMLScriptElement
    const isStyle =
      target instanceof HTMLLinkElement && target.rel === 'stylesheet'
    if (!isScript && !isStyle) return
    const file = isScript ? target.src : target.href
    try {
      if (sessionStorage.getItem('portal.reloaded-for') === file) return
      sessionStorage.setItem('portal.reloaded-for', file)
    } catch {
      return
    }
    location.reload()
  },
  true,
)
