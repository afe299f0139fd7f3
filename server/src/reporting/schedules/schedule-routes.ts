import * as api from '@portal/contract/reporting/schedule-api'
import type { FastifyInstance } from 'fastify'
import { conflict } from '../../lib/errors.ts'
import { serve } from '../../lib/http/serve.ts'
import { changeSchedule } from './change-schedule.ts'
import { createSchedule } from './create-schedule.ts'
import { deleteSchedule } from './delete-schedule.ts'
import { listSchedules } from './list-schedules.ts'
import { sendSchedule } from './send-schedule.ts'

export function scheduleRoutes(app: FastifyInstance, { canMail }: { canMail: boolean }) {
  const checkMail = () => {
    if (!canMail) throw conflict('This portal has no mail server')
  }
  serve(app, api.listSchedules, async ({ ctx }) => ({ items: await listSchedules(ctx), canMail }))
  serve(app, api.createSchedule, ({ ctx, body }) => {
    checkMail()
    return createSchedule(ctx, body)
  })
  serve(app, api.changeSchedule, ({ ctx, params, body }) => changeSchedule(ctx, params.id, body))
  serve(app, api.sendSchedule, ({ ctx, params }) => {
    checkMail()
    return sendSchedule(ctx, params.id)
  })
  serve(app, api.deleteSchedule, ({ ctx, params }) => deleteSchedule(ctx, params.id))
}
