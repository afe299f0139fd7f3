import './features/auth/link-token.ts'
import '@fontsource-variable/inter'
import './ui/mantine-styles.ts'
import './ui/global.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { leaveOnSessionEnd } from './features/auth/leave-on-session-end.ts'
import { queryClient } from './lib/query-client.ts'
import { reloadWhenRenewed } from './lib/renewed.ts'
import { router } from './router.tsx'

reloadWhenRenewed()
leaveOnSessionEnd(queryClient, {
  at: () => router.state.location,
  go: (href, notice) => router.navigate({ href, replace: true, ...(notice && { state: { signIn: { notice } } }) }),
})

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
)
