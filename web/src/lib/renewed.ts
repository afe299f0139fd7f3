import { getBranding } from '@portal/contract/auth/api'
import { call } from './call.ts'
import { reportDisconnected } from './outage.ts'

const mark = 'reloaded-for'

/** What the error of a part says that was not brought. */
export const notBrought = 'This part of the portal could not be loaded. Check your connection.'

/**
 * A page that stood open while the portal was renewed asks for parts that are gone. It is loaded again, once for each
 * version of the page; what was typed and not saved is kept (kept-text.ts) and comes back. A portal that is away has no
 * page either: then the open one stays, with the error in place of the part.
 */
export const reloadWhenRenewed = () =>
  window.addEventListener('vite:preloadError', ({ payload }) => {
    // By the browser's own words for it the router would load the page again at once, whoever answers.
    payload.message = notBrought
    reportDisconnected()
    const reload = () => {
      if (sessionStorage.getItem(mark) === import.meta.url) return
      sessionStorage.setItem(mark, import.meta.url)
      window.location.reload()
    }
    call(getBranding).then(reload, () => null)
  })
