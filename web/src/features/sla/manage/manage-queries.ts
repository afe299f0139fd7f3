import * as api from '@portal/contract/sla/api'
import * as manage from '@portal/contract/sla/manage-api'
import { slaMessages } from '@portal/contract/sla/messages'
import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import { call } from '../../../lib/call.ts'
import { etag, slvKey } from '../../slv/queries.ts'

const slaKey = ['sla'] as const
const changesPerPage = 10

export const slaItemsQuery = queryOptions({
  queryKey: [...slaKey, 'items'],
  queryFn: ({ signal }) => call(api.listSlaItems, {}, { signal }),
})

export const calendarQuery = queryOptions({
  queryKey: [...slaKey, 'calendar'],
  queryFn: ({ signal }) => call(manage.getBusinessCalendar, {}, { signal }),
})

export const slaChangesQuery = infiniteQueryOptions({
  queryKey: [...slaKey, 'changes'],
  queryFn: ({ signal, pageParam: page }) =>
    call(manage.listSlaChanges, { query: { page, size: changesPerPage } }, { signal }),
  initialPageParam: 1,
  getNextPageParam: ({ page, size, total }) => (page * size < total ? page + 1 : undefined),
})

/** What a change would do to open work. Never cached: open work changes all the time. */
export const slaEffectQuery = (plan: manage.SlaPlan) =>
  queryOptions({
    queryKey: [...slaKey, 'effect', plan],
    queryFn: ({ signal }) => call(manage.getSlaEffect, { body: plan }, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    meta: { quiet: true },
  })

/** The screen itself shows wrong fields and what someone else changed. */
const shown = [400, 412]

const useSlaMutation = <Input, Saved>(mutationFn: (input: Input) => Promise<Saved>) => {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn,
    meta: { ...slaMessages.update, shown },
    onSettled: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: slaKey }),
        // The clocks of every SLV may have changed.
        queryClient.invalidateQueries({ queryKey: slvKey, refetchType: 'none' }),
      ]),
  })
}

type Versioned<Body> = Body & { version: number }

export const useUpdateItem = () =>
  useSlaMutation(({ version, ...body }: Versioned<manage.SlaItemChange>) =>
    call(manage.updateSla, { body }, { ifMatch: etag(version) }),
  )

export const useUpdateCalendar = () =>
  useSlaMutation(({ version, ...body }: Versioned<manage.BusinessCalendarChange>) =>
    call(manage.updateBusinessCalendar, { body }, { ifMatch: etag(version) }),
  )
