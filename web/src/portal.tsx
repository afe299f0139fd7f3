import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { createRouter, RouterProvider } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { NextStep } from './features/auth/sign-in-flow.ts'
import { waitForConnection } from './lib/lazy.tsx'
import { queryClient } from './lib/query-client.ts'
import { parseSearch, stringifySearch } from './lib/text/search-text.ts'
import { brandingQuery } from './records/auth/queries.ts'
import { leaveOnSessionEnd } from './records/auth/session-end.ts'
import { routeTree } from './route-tree.gen.ts'
import { PageError, PageNotFound } from './ui/errors/page-error.tsx'
import { focusNewScreen, focusPageTitle } from './ui/page.tsx'
import { createPortalTheme, portalVariables } from './ui/theme/theme.ts'
import { Toasts } from './ui/toasts.tsx'

declare global {
  interface Window {
    __webpack_nonce__?: string
  }
}

/**
 * Lets this page's own `<style>` elements through the content security policy
 * (docs/decisions).
 */
const styleNonce =
  document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')
    ?.nonce ?? ''

// react-remove-scroll, which Mantine's dialogs use, reads the nonce from here.
window.__webpack_nonce__ = styleNonce

const router = createRouter({
  routeTree,
  context: { queryClient },
  parseSearch,
  stringifySearch,
  defaultPreload: 'intent',
  // The query client caches data.
  defaultPreloadStaleTime: 0,
  defaultErrorComponent: PageError,
  defaultNotFoundComponent: PageNotFound,
})

// A screen whose code can't be loaded doesn't replace the open one. The first
// screen replaces none, and the page has just been loaded.
const stopFirst = router.subscribe('onRendered', () => {
  stopFirst()
  for (const { options } of Object.values(router.routesById))
    waitForConnection(options.component)
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}

// The first screen keeps the browser's own focus; each later one is announced
// by its heading, or by that of the drawer that its address opens.
router.subscribe('onRendered', ({ pathChanged, fromLocation }) => {
  if (fromLocation && pathChanged) focusNewScreen()
})

// public/color-scheme.js reads the same key before the first paint.
const colorSchemeManager = localStorageColorSchemeManager({
  key: 'portal.color-scheme',
})

leaveOnSessionEnd(queryClient, router)

/**
 * Navigates to the address after signing in before the first render, so that no
 * empty page shows.
 */
export const goTo = async (step: NextStep) => {
  await router.navigate(step)
  const stop = router.subscribe('onRendered', () => {
    stop()
    focusPageTitle()
  })
}

export const Portal = () => {
  const { data } = useQuery({ ...brandingQuery, enabled: false })
  const color = data?.color ?? null
  const theme = useMemo(() => createPortalTheme(color), [color])
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={portalVariables}
      colorSchemeManager={colorSchemeManager}
      defaultColorScheme="auto"
      getStyleNonce={() => styleNonce}
    >
      <Toasts />
      <RouterProvider router={router} />
    </MantineProvider>
  )
}
