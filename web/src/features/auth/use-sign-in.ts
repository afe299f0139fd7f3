import * as api from '@portal/contract/auth/api'
import { homeFor } from '@portal/contract/user/navigation'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useCallback, useEffect, useState } from 'react'
import { call } from '../../lib/call.ts'
import { sessionQuery } from './queries.ts'
import { takeReturn } from './return-to.ts'
import { heldTicket, takeTicket } from './ticket.ts'

/**
 * Signs in with the ticket that LoanDock sent along, if there is one, and goes where the person was heading.
 * A ticket that nobody here asked for waits as `unasked`, until the person says yes by `signIn`: else whoever passes on
 * a link would have others work, and upload, as themselves.
 */
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

  const [ticket, setTicket] = useState(heldTicket)
  const signIn = useCallback(() => {
    const taken = takeTicket()
    setTicket(null)
    if (taken) mutate(taken.loanDockId)
  }, [mutate])
  useEffect(() => {
    if (ticket?.isAskedFor) signIn()
  }, [ticket, signIn])

  return { isSigningIn: isPending || isSuccess, unasked: ticket?.isAskedFor ? null : ticket, signIn }
}
