import { useLocalStorage } from '@mantine/hooks'
import type { Profile } from '@portal/contract/auth/api'
import * as api from '@portal/contract/view/api'
import type { SavedView, ViewForm } from '@portal/contract/view/model'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import { call } from '../../lib/call.ts'
import { ownKey } from '../../lib/owner.ts'
import { itemsQuery } from '../../lib/queries.ts'
import { toActor, useProfile } from '../auth/queries.ts'

/** Changes of SLVs and Tdocs refresh the counts (features/live/refresh.ts). */
const viewsKey = ['saved-views'] as const

export const viewsQuery = itemsQuery(viewsKey, api.listViews, {
  staleTime: 30_000,
  meta: { quiet: true },
})

/** The shared views that this person hides from the sidebar of this browser. */
export const useHiddenViews = () =>
  useLocalStorage<string[]>({
    key: ownKey('hidden-views'),
    defaultValue: [],
    getInitialValueInEffect: false,
  })

/** Whether this person has lists and therefore views. */
export const useHasViews = () => {
  const profile = useProfile()
  return api.listViews.access(toActor(profile))
}

type ViewLink = { to: string; search: Record<string, string> }

/** Where a view opens. For underwriters the department has its own page. */
export const linkOf = (
  view: Pick<SavedView, 'id' | 'list' | 'search'>,
  { role }: Pick<Profile, 'role'>,
): ViewLink => {
  const search = { ...view.search, view: view.id }
  if (view.list === 'TDOC') return { to: '/condition-manager', search }
  // The address of the department leaves out its mode.
  const isDepartment = role === 'UNDERWRITER' && view.search.tableMode === 'ALL'
  return { to: isDepartment ? '/slv/department' : '/slv', search }
}

/** A dialog shows errors itself; elsewhere `failed` is their toast. */
const useWrite = <V>(
  mutationFn: (variables: V) => Promise<unknown>,
  done: string,
  failed: string | null = null,
) =>
  useMutation({
    mutationFn,
    meta: { done, failed, prefers: 'reason', changes: [viewsKey] },
  })

export const useCreateView = () => {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: z.input<typeof ViewForm>) =>
      call(api.createView, { body }),
    onSuccess: (view) =>
      queryClient.setQueryData<SavedView[]>(viewsKey, (views = []) => [
        ...views,
        view,
      ]),
    meta: { done: 'View saved', failed: null },
  })
}

type Change = { id: string } & z.input<typeof api.changeView.body>
export const useChangeView = (failed?: string) =>
  useWrite(
    ({ id, ...body }: Change) => call(api.changeView, { params: { id }, body }),
    'View saved',
    failed,
  )

export const useDeleteView = () =>
  useWrite(
    (id: string) => call(api.deleteView, { params: { id } }),
    'View deleted',
  )
