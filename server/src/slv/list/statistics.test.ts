import { SlvListQuery } from '@portal/contract/slv/list-query'
import { slvStatuses, workParts } from '@portal/contract/slv/status'
import { expect } from 'vitest'
import type { z } from 'zod'
import { test } from '../../../test/makers.ts'
import { setRows } from '../../../test/rows.ts'
import type { Ctx } from '../../lib/ctx.ts'
import { listSlvs } from './list.ts'
import { getStatistics } from './statistics.ts'

const list = (ctx: Ctx, query: z.input<typeof SlvListQuery>) =>
  listSlvs(ctx, SlvListQuery.parse({ size: 100, ...query }))

test('the parts of one’s own work are its whole, and count what is due', async ({ a, as, db }) => {
  const underwriter = await a.underwriter()
  const ctx = await as(underwriter)
  const today = ctx.sla.days.ordinalAt(ctx.now)
  for (const status of slvStatuses)
    for (const since of [0, 2, 5]) {
      const { id, clockParty } = await a.slv({ status, underwriterId: underwriter.id })
      if (clockParty) await setRows(db, 'slv', { id }, { clockSince: today - since })
    }
  const own = { tableMode: 'MY_OWN' } as const
  const ids: string[] = []
  for (const part of workParts) {
    const found = await list(ctx, { ...own, part })
    ids.push(...found.items.map(({ id }) => id))
    const figures = await getStatistics(ctx, { ...own, departmentTableMode: 'ALL', part })
    expect(figures.total).toBe(found.total)
    const slas = found.items.flatMap(({ groupSlaStatus }) => groupSlaStatus ?? [])
    const running = slas.filter(({ dueAt, overdue }) => dueAt !== null && !overdue)
    expect(figures).toMatchObject({
      overdue: slas.filter(({ overdue }) => overdue).length,
      dueToday: running.filter(({ days }) => days === 0).length,
      dueLater: running.filter(({ days }) => days < 0).length,
    })
  }
  expect(ids.sort()).toEqual((await list(ctx, own)).items.map(({ id }) => id).sort())
  const waiting = await list(ctx, { ...own, part: 'WAITING' })
  expect(new Set(waiting.items.map(({ status }) => status))).toEqual(
    new Set(['PENDING_DOCUMENTS', 'SLR_PENDING', 'SLR_INFO_RECEIVED', 'SLR_REVIEW', 'TD_PENDING', 'TD_REVIEW']),
  )
})
