// Before the first paint: the remembered scheme, so that a dark screen does not flash white. Key and values are Mantine's.
;(() => {
  let chosen = null
  try {
    chosen = localStorage.getItem('portal.color-scheme')
  } catch {}
  const dark = chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light')
})()
