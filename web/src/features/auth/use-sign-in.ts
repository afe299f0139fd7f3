import * as api from '@portal/contract/auth/api'
import { useMutation } from '@tanstack/react-query'
import { useCallback, useEffect, useState } from 'react'
import { call } from '../../lib/call.ts'
import { useArrival } from './arrival.ts'
import { takeReturn } from './return-to.ts'
import { heldTicket, takeTicket } from './ticket.ts'

/**
 * Signs in with the ticket that LoanDock sent along, if there is one, and goes where the person was heading.
 * A ticket that nobody here asked for waits as `unasked`, until the person says yes by `signIn`: else whoever passes on
 * a link would have others work, and upload, as themselves.
 */
export const useSignIn = () => {
  const arrive = useArrival()
  const { mutate, isPending, isSuccess } = useMutation({
    mutationFn: (loanDockId: string) => call(api.logIn, { body: { loanDockId } }),
    meta: { failed: 'Login failed' },
    retry: false,
    onSuccess: (profile) => arrive(profile, takeReturn()),
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
