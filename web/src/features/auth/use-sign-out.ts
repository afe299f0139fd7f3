import * as api from '@portal/contract/auth/api'
import { signInPath } from '@portal/contract/user/navigation'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { call } from '../../lib/call.ts'
import { dropAllText } from '../../lib/kept-text.ts'
import { forget } from './forget.ts'

/** By which others see that somebody is signing out. */
export const signOutKey = ['sign-out']

/** Signs out on purpose: nothing that was typed or read stays in the tab. */
export const useSignOut = () => {
  const queryClient = useQueryClient()
  const router = useRouter()
  return useMutation({
    mutationKey: signOutKey,
    mutationFn: () => call(api.logOut),
    meta: { failed: 'Failed to log out' },
    onSuccess: () => {
      dropAllText()
      return forget(queryClient, () => router.navigate({ href: signInPath, replace: true }))
    },
  })
}
