import * as api from '@portal/contract/sla/api'
import * as manage from '@portal/contract/sla/manage-api'
import type { FastifyInstance } from 'fastify'
import { serve } from '../lib/http/serve.ts'
import { countEffect } from './count-effect.ts'
import { explainSlvClocks, explainTdocClock } from './explain.ts'
import { listSlaChanges, listSlaItems } from './list.ts'
import {
  findCalendar,
  findWorkCalendar,
  updateCalendar,
  updateItem,
} from './update-calendar.ts'

type Deps = {
  /** Clears this node's cache of targets and calendar. */
  forget: () => void
}

export function slaRoutes(app: FastifyInstance, { forget }: Deps) {
  const forgotten = async <T>(changing: Promise<T>): Promise<T> => {
    const changed = await changing
    forget()
    return changed
  }
  serve(app, api.listSlaItems, ({ ctx }) => listSlaItems(ctx))
  serve(app, api.listTdocSlaItems, ({ ctx }) => listSlaItems(ctx, 'TDOC'))
  serve(app, api.getWorkCalendar, ({ ctx }) => findWorkCalendar(ctx))
  serve(app, api.explainSlvClocks, ({ ctx, params }) =>
    explainSlvClocks(ctx, params.id),
  )
  serve(app, api.explainTdocClock, ({ ctx, params }) =>
    explainTdocClock(ctx, params.id),
  )
  serve(app, manage.updateSla, ({ ctx, body, ifMatch }) =>
    forgotten(updateItem(ctx, body, ifMatch)),
  )
  serve(app, manage.getBusinessCalendar, ({ ctx }) => findCalendar(ctx))
  serve(app, manage.updateBusinessCalendar, ({ ctx, body, ifMatch }) =>
    forgotten(updateCalendar(ctx, body, ifMatch)),
  )
  serve(app, manage.getSlaEffect, ({ ctx, body }) => countEffect(ctx, body))
  serve(app, manage.listSlaChanges, ({ ctx, query }) =>
    listSlaChanges(ctx, query),
  )
}
