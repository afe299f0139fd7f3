import { reportMessages } from '@portal/contract/reporting/messages'
import type { ReportSchedule, ReportScheduleChange, ReportScheduleForm } from '@portal/contract/reporting/schedule'
import * as api from '@portal/contract/reporting/schedule-api'
import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../lib/call.ts'
import { dateTime } from '../../../lib/format.ts'
import { useIntent } from '../../../lib/use-intent.ts'

const key = ['reporting', 'schedules'] as const
const { schedule: said } = reportMessages

/** A mail that is on its way is looked after until it is out. */
const underWay = ({ state }: ReportSchedule) => state === 'QUEUED' || state === 'RETRYING'

/** One's own schedules, and whether there is a mail server. */
export const schedulesQuery = queryOptions({
  queryKey: key,
  queryFn: ({ signal }) => call(api.listSchedules, {}, { signal }),
  refetchInterval: ({ state: { data } }) => (data?.items.some(underWay) ? 2000 : false),
  meta: { quiet: true },
})

const readAgain = (queryClient: QueryClient) => queryClient.invalidateQueries({ queryKey: key })

const nextText = ({ nextAt }: ReportSchedule) => (nextAt === null ? '' : `, next on ${dateTime(nextAt)}`)

/** Has the present view mailed; the dialog itself says why not. */
export const useCreateSchedule = () => {
  const queryClient = useQueryClient()
  const intent = useIntent()
  return useMutation({
    mutationFn: (body: ReportScheduleForm) => call(api.createSchedule, { body }, { intent }),
    meta: { done: (schedule: ReportSchedule) => `${said.create.done}${nextText(schedule)}`, failed: null },
    onSettled: () => readAgain(queryClient),
  })
}

type Change = { id: string; change: ReportScheduleChange }
const changeOne = ({ id, change }: Change) => call(api.changeSchedule, { params: { id }, body: change })

/** Has one mailed otherwise; the dialog itself says why not. */
export const useChangeSchedule = () => {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: changeOne,
    meta: { done: (schedule: ReportSchedule) => `${said.change.done}${nextText(schedule)}`, failed: null },
    onSettled: () => readAgain(queryClient),
  })
}

/** Pauses one, or goes on with it. */
export const usePauseSchedule = () => {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: changeOne,
    meta: { failed: said.change.failed },
    onSettled: () => readAgain(queryClient),
  })
}

/** Mails one at once. */
export const useSendSchedule = () => {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => call(api.sendSchedule, { params: { id } }),
    meta: { failed: said.send.failed },
    onSettled: () => readAgain(queryClient),
  })
}

/** Takes one away. */
export const useDeleteSchedule = () => {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => call(api.deleteSchedule, { params: { id } }),
    meta: said.delete,
    onSettled: () => readAgain(queryClient),
  })
}
