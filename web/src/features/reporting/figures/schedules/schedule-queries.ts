import { reportMessages } from '@portal/contract/reporting/messages'
import type {
  ReportSchedule,
  ReportScheduleChange,
  ReportScheduleForm,
} from '@portal/contract/reporting/schedule'
import * as api from '@portal/contract/reporting/schedule-api'
import { useMutation } from '@tanstack/react-query'
import { call } from '../../../../lib/call.ts'
import { endpointQuery } from '../../../../lib/queries.ts'
import { useIntent } from '../../../../lib/state/use-intent.ts'
import { dateTime } from '../../../../lib/text/format.ts'

const key = ['reporting', 'schedules'] as const
const changes = [key]
const { schedule: messages } = reportMessages

const isSending = ({ state }: ReportSchedule) =>
  state === 'QUEUED' || state === 'RETRYING'

/**
 * The user's schedules, and whether there is a mail server. Polls while an
 * email is being sent.
 */
export const schedulesQuery = endpointQuery(key, api.listSchedules, {
  refetchInterval: ({ state: { data } }) =>
    data?.items.some(isSending) ? 2000 : false,
  meta: { quiet: true },
})

const withNextDate = (message: string) => (schedule: ReportSchedule) =>
  schedule.nextAt === null
    ? message
    : `${message}, next on ${dateTime(schedule.nextAt)}`

/** Schedules the current view; the dialog shows errors. */
export const useCreateSchedule = () => {
  const intent = useIntent()
  return useMutation({
    mutationFn: (body: ReportScheduleForm) =>
      call(api.createSchedule, { body }, { intent }),
    meta: { done: withNextDate(messages.create.done), failed: null, changes },
  })
}

type Change = { id: string; change: ReportScheduleChange }
const changeSchedule = ({ id, change }: Change) =>
  call(api.changeSchedule, { params: { id }, body: change })

/** Edits a schedule; the dialog shows errors. */
export const useChangeSchedule = () =>
  useMutation({
    mutationFn: changeSchedule,
    meta: { done: withNextDate(messages.change.done), failed: null, changes },
  })

/** Pauses or resumes a schedule. */
export const usePauseSchedule = () =>
  useMutation({
    mutationFn: changeSchedule,
    meta: { failed: messages.change.failed, changes },
  })

/** Emails a schedule's view now. */
export const useSendSchedule = () =>
  useMutation({
    mutationFn: (id: string) => call(api.sendSchedule, { params: { id } }),
    meta: { failed: messages.send.failed, changes },
  })

export const useDeleteSchedule = () =>
  useMutation({
    mutationFn: (id: string) => call(api.deleteSchedule, { params: { id } }),
    meta: { ...messages.delete, changes },
  })
