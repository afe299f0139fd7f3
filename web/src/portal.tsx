import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core'
import { logOut } from '@portal/contract/auth/api'
import { useQuery } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { useMemo } from 'react'
import { brandingQuery } from './features/auth/queries.ts'
import { leaveOnSessionEnd } from './features/auth/shared/session-end.ts'
import type { NextStep } from './features/auth/sign-in-flow.ts'
import { call } from './lib/call.ts'
import { queryClient } from './lib/query-client.ts'
import { styleNonce } from './lib/style-nonce.ts'
import { router } from './router.tsx'
import { focusPageTitle } from './ui/page.tsx'
import { portalVariables, themeOf } from './ui/theme.ts'
import { Toasts } from './ui/toasts.tsx'

// public/color-scheme.js reads the same key before the first paint.
const colorSchemeManager = localStorageColorSchemeManager({ key: 'portal.color-scheme' })

leaveOnSessionEnd(queryClient, {
  at: () => router.state.location,
  logOut: () => call(logOut, {}, { signal: AbortSignal.timeout(3000) }),
  go: (href, notice) => router.navigate({ href, replace: true, ...(notice && { state: { signIn: { notice } } }) }),
})

/** Navigates to the address after signing in before the first render, so that no empty page shows. */
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
  const theme = useMemo(() => themeOf(color), [color])
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
