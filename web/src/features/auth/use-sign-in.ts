import * as api from '@portal/contract/auth/api'
import { homeFor } from '@portal/contract/user/navigation'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { call } from '../../lib/call.ts'
import { sessionQuery } from './queries.ts'
import { takeReturn } from './return-to.ts'
import { takeTicket } from './ticket.ts'

/** Signs in with the ticket that LoanDock sent along, if there is one, and goes where the person was heading. */
export const useSignIn = () => {
  const queryClient = useQueryClient()
  const router = useRouter()
  const { mutate, isPending, isSuccess } = useMutation({
    mutationFn: (loanDockId: string) => call(api.logIn, { body: { loanDockId } }),
    meta: { failed: 'Login failed' },
    retry: false,
    onSuccess: (profile) => {
      queryClient.setQueryData(sessionQuery.queryKey, profile)
      return router.navigate({ href: takeReturn() ?? homeFor(profile), replace: true })
    },
  })

  useEffect(() => {
    const ticket = takeTicket()
    if (ticket) mutate(ticket)
  }, [mutate])

  return { isSigningIn: isPending || isSuccess }
}
