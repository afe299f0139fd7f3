import { createRouter } from '@tanstack/react-router'
import { PageError, PageNotFound } from './features/shell/shared/page-error.tsx'
import { waitForConnection } from './lib/lazy.tsx'
import { queryClient } from './lib/query-client.ts'
import { parseSearch, stringifySearch } from './lib/text/search-text.ts'
import { routeTree } from './route-tree.gen.ts'
import { focusNewScreen } from './ui/page.tsx'

export const router = createRouter({
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

// A screen whose code can't be loaded doesn't replace the open one.
for (const { options } of Object.values(router.routesById)) waitForConnection(options.component)

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}

// The first screen keeps the browser's own focus; each later one is announced by its heading, or by that of the
// drawer that its address opens.
router.subscribe('onRendered', ({ pathChanged, fromLocation }) => {
  if (fromLocation && pathChanged) focusNewScreen()
})
