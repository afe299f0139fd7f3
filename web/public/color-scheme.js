// Before the first paint: the remembered scheme, so that a dark screen does not flash white. Key and values are Mantine's.
;(() => {
  let chosen = null
  try {
    chosen = localStorage.getItem('portal.color-scheme')
  } catch {}
  const dark =
    chosen === 'dark' ||
    (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.setAttribute(
    'data-mantine-color-scheme',
    dark ? 'dark' : 'light',
  )
})()

// zod tries whether it may compile its parsers with `new Function`, as soon as a schema is made; the content security policy
// says no, and each try is a violation that browsers report. So this is set before any module runs.
globalThis.__zod_globalConfig = { jitless: true }
