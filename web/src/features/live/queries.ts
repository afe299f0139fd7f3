import { setPresence } from '@portal/contract/live/api'
import { presenceEverySeconds } from '@portal/contract/live/model'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'

export const presenceKey = ['presence'] as const

/**
 * Reports every 20 s that this person has the SLV open, while the tab is
 * visible, and returns who else does.
 */
export const presenceQuery = (id: string, isEditing: () => boolean) =>
  queryOptions({
    queryKey: [...presenceKey, id],
    queryFn: ({ signal }) =>
      call(
        setPresence,
        { params: { id }, body: { isEditing: isEditing() } },
        { signal, probe: true },
      ),
    staleTime: 0,
    retry: false,
    refetchInterval: presenceEverySeconds * 1000,
    refetchIntervalInBackground: false,
    refetchOnWindowFocus: 'always',
    meta: { quiet: true },
  })

export const leave = (id: string) =>
  void call(
    setPresence,
    { params: { id }, body: { isEditing: false, isHere: false } },
    { keepalive: true, probe: true },
  ).catch(() => null)
