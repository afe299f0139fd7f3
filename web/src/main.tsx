import './features/auth/link-token.ts'
import '@fontsource-variable/inter'
import './ui/theme/mantine-styles.ts'
import 'virtual:theme-variables.css'
import './ui/global.css'
import './ui/touch.css'
import { getProfile } from '@portal/contract/auth/api'
import { QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { isSignInAlone, type NextStep } from './features/auth/sign-in-flow.ts'
import { queryClient } from './lib/query-client.ts'
import { reloadAfterDeployment } from './lib/reload-after-deployment.ts'
import { brandingQuery, sessionQuery } from './records/auth/queries.ts'

reloadAfterDeployment()

const element = document.getElementById('root')
if (!element) throw new Error('index.html has no #root')
const root = createRoot(element)
const draw = (page: ReactNode) =>
  root.render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>{page}</QueryClientProvider>
    </StrictMode>,
  )

/**
 * With a session cookie, the server preloads the profile in index.html; the
 * browser that prints PDFs has none.
 */
const hasSession = () =>
  document.querySelector(`link[href="/api${getProfile.path}"]`) !== null

const loadPortal = () => import('./portal.tsx')

/** Draws the portal, at the next step of the sign-in if there is one. */
const enter = async (step?: NextStep) => {
  const { Portal, goTo } = await loadPortal()
  if (step) await goTo(step)
  draw(<Portal />)
}

/**
 * Renders the sign-in page, a third of the code; the portal loads at the first
 * pointer or key event.
 */
const showSignIn = async () => {
  // Without a session cookie there is no profile to request.
  if (!hasSession()) queryClient.setQueryData(sessionQuery.queryKey, null)
  const [{ Gate }, profile] = await Promise.all([
    import('./features/auth/gate.tsx'),
    queryClient.ensureQueryData(sessionQuery),
    queryClient.ensureQueryData(brandingQuery),
  ])
  if (profile) return enter()
  draw(<Gate onNext={enter} />)
  for (const sign of ['pointermove', 'pointerdown', 'keydown']) {
    window.addEventListener(sign, () => void loadPortal().catch(() => {}), {
      once: true,
      passive: true,
    })
  }
}

if (isSignInAlone(window.location)) showSignIn().catch(() => enter())
else {
  // The portal needs both first: request them while its code loads.
  void queryClient.prefetchQuery(brandingQuery)
  if (hasSession()) void queryClient.prefetchQuery(sessionQuery)
  void enter()
}
