import { getBranding } from '@portal/contract/auth/api'
import { call } from './call.ts'
import { reportDisconnected } from './outage.ts'
import { untilReloadable } from './reload-holds.ts'

const mark = 'reloaded-for'

/** Shown if a code chunk can't be loaded. */
export const chunkErrorText =
  'Couldn’t load this part of the portal. Check your connection.'

/**
 * A page that was open during a deployment requests chunks that are gone, so it
 * reloads, once per version; unsaved text survives (stored-text.ts), and files
 * are sent first. If the portal is unreachable, the page stays and shows the
 * error instead.
 */
export const reloadAfterDeployment = () =>
  window.addEventListener('vite:preloadError', ({ payload }) => {
    // The browser's own message would make the router reload the page
    // immediately.
    payload.message = chunkErrorText
    reportDisconnected()
    const reload = async () => {
      await untilReloadable()
      if (sessionStorage.getItem(mark) === import.meta.url) return
      sessionStorage.setItem(mark, import.meta.url)
      window.location.reload()
    }
    call(getBranding).then(reload, () => null)
  })
