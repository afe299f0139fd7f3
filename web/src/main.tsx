import './features/auth/link-token.ts'
import '@fontsource-variable/inter'
import './ui/mantine-styles.ts'
import 'virtual:theme-variables.css'
import './ui/global.css'
import { getProfile } from '@portal/contract/auth/api'
import { QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { brandingQuery, sessionQuery } from './features/auth/queries.ts'
import { isGate, type WayOn } from './features/auth/way-on.ts'
import { queryClient } from './lib/query-client.ts'
import { reloadWhenRenewed } from './lib/renewed.ts'

reloadWhenRenewed()

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
 * For whoever brings a session the server names the profile in a screen's page, and in the sign-in page; the browser that
 * prints has none.
 */
const isAsked = () => document.querySelector(`link[href="/api${getProfile.path}"]`) !== null

const loadPortal = () => import('./portal.tsx')

/** Draws the portal; `way` is where the sign-in leads to. */
const enter = async (way?: WayOn) => {
  const { Portal, goOn } = await loadPortal()
  if (way) await goOn(way)
  draw(<Portal />)
}

/** What the signed-out need is a third of it all: the portal comes when somebody stirs, before they have typed. */
const standAtGate = async () => {
  // Who brings no session is nobody: there is no need to ask, and to be refused.
  if (!isAsked()) queryClient.setQueryData(sessionQuery.queryKey, null)
  const [{ Gate }, profile] = await Promise.all([
    import('./features/auth/gate.tsx'),
    queryClient.ensureQueryData(sessionQuery),
    queryClient.ensureQueryData(brandingQuery),
  ])
  if (profile) return enter()
  draw(<Gate onWayOn={enter} />)
  for (const sign of ['pointermove', 'pointerdown', 'keydown']) {
    window.addEventListener(sign, () => void loadPortal().catch(() => {}), { once: true, passive: true })
  }
}

if (isGate(window.location)) standAtGate().catch(() => enter())
else {
  // The portal asks for both first of all; so they are under way while it is loaded.
  void queryClient.prefetchQuery(brandingQuery)
  if (isAsked()) void queryClient.prefetchQuery(sessionQuery)
  void enter()
}
