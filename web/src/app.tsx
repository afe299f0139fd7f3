import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core'
import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { useMemo } from 'react'
import { brandingQuery } from './features/auth/queries.ts'
import { queryClient } from './lib/query-client.ts'
import { styleNonce } from './lib/style-nonce.ts'
import { router } from './router.tsx'
import { portalVariables, themeOf } from './ui/theme.ts'
import { Toasts } from './ui/toasts.tsx'

// public/color-scheme.js reads the same key before the first paint.
const colorSchemeManager = localStorageColorSchemeManager({ key: 'portal.color-scheme' })

/** Providers, from the outside in: what is read, how it looks, where one is. */
export const App = () => (
  <QueryClientProvider client={queryClient}>
    <Themed />
  </QueryClientProvider>
)

const Themed = () => {
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
