import * as api from '@portal/contract/sla/api'
import * as manage from '@portal/contract/sla/manage-api'
import { slaMessages } from '@portal/contract/sla/messages'
import {
  keepPreviousData,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import { call } from '../../../lib/call.ts'
import { endpointQuery, pagesQuery } from '../../../lib/queries.ts'
import { etag, slvKey } from '../../../records/slv/queries.ts'

const slaKey = ['sla'] as const
const changesPerPage = 10

export const slaItemsQuery = endpointQuery(
  [...slaKey, 'items'],
  api.listSlaItems,
  {},
)

export const calendarQuery = endpointQuery(
  [...slaKey, 'calendar'],
  manage.getBusinessCalendar,
  {},
)

export const slaChangesQuery = pagesQuery(
  [...slaKey, 'changes'],
  manage.listSlaChanges,
  (page) => ({
    query: { page, size: changesPerPage },
  }),
)

/**
 * What a change would do to open work. Never cached: open work changes all the
 * time.
 */
export const slaEffectQuery = (plan: manage.SlaPlan) =>
  endpointQuery([...slaKey, 'effect', plan], manage.getSlaEffect, {
    body: plan,
    placeholderData: keepPreviousData,
    staleTime: 0,
    meta: { quiet: true },
  })

/** The screen itself shows wrong fields and what someone else changed. */
const shown = [400, 412]

const useSlaMutation = <Input, Saved>(
  mutationFn: (input: Input) => Promise<Saved>,
) => {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn,
    meta: { ...slaMessages.update, shown },
    onSettled: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: slaKey }),
        // The clocks of every SLV may have changed.
        queryClient.invalidateQueries({
          queryKey: slvKey,
          refetchType: 'none',
        }),
      ]),
  })
}

type Versioned<Body> = Body & { version: number }

export const useUpdateItem = () =>
  useSlaMutation(({ version, ...body }: Versioned<manage.SlaItemChange>) =>
    call(manage.updateSla, { body }, { ifMatch: etag(version) }),
  )

export const useUpdateCalendar = () =>
  useSlaMutation(
    ({ version, ...body }: Versioned<manage.BusinessCalendarChange>) =>
      call(manage.updateBusinessCalendar, { body }, { ifMatch: etag(version) }),
  )
