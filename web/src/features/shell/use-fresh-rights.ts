import { redirectFor } from '@portal/contract/user/navigation'
import { rightsOf } from '@portal/contract/user/policy'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { toast } from '../../lib/toast.ts'
import { brandingQuery, sessionQuery, useProfile } from '../auth/queries.ts'
import { everything, notificationsQuery } from '../notification/queries.ts'

/**
 * Follows changed roles and permissions without a new sign-in: the poll of the notifications reports them. A screen that
 * is no longer permitted redirects home.
 */
export const useFreshRights = () => {
  const profile = useProfile()
  const { role } = profile
  const known = rightsOf(profile)
  const { data: rights = known } = useQuery({
    ...notificationsQuery(everything),
    select: ({ answer }) => answer.rights,
  })
  const queryClient = useQueryClient()
  const router = useRouter()

  useEffect(() => {
    if (rights === known) return
    let isGone = false
    const follow = async () => {
      const fresh = await queryClient.fetchQuery({ ...sessionQuery, staleTime: 0 })
      if (isGone || fresh === null || rightsOf(fresh) === known) return
      // Without a role there was no other screen to lose.
      if (role !== 'DEFAULT' && redirectFor(fresh, router.state.location.pathname) !== null) toast.failure(closedText)
      await router.invalidate()
      // Lists and figures may change.
      const untouched = [
        sessionQuery.queryKey[0],
        brandingQuery.queryKey[0],
        notificationsQuery(everything).queryKey[0],
      ]
      await queryClient.invalidateQueries({
        predicate: ({ queryKey }) => !untouched.some((key) => key === queryKey[0]),
      })
    }
    // When offline, the next poll that differs retries.
    void follow().catch(() => null)
    return () => {
      isGone = true
    }
  }, [rights, known, role, queryClient, router])
}

const closedText = 'Your permissions changed, and you no longer have access to this screen.'
