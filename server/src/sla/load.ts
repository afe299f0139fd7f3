import { tableOf } from '@portal/contract/lib/typed'
import { businessDays } from '@portal/contract/sla/calendar'
import { slaItemNames } from '@portal/contract/sla/model'
import type { Sla } from '../lib/ctx.ts'
import type { Db } from '../lib/db.ts'

/** The business calendar and the targets as they stand in the database. */
export async function loadSla(db: Db): Promise<Sla> {
  const [calendar, frames, holidays, items] = await Promise.all([
    db.selectFrom('businessCalendar').select(['timeZone', 'cutOff']).executeTakeFirstOrThrow(),
    db.selectFrom('businessFrame').select(['weekday', 'opens', 'closes']).execute(),
    db.selectFrom('businessHoliday').select(['day', 'name']).execute(),
    db.selectFrom('slaItem').select(['name', 'targetDays', 'warnDays']).execute(),
  ])
  const targets = tableOf(slaItemNames, (name) => {
    const item = items.find((candidate) => candidate.name === name)
    if (!item) throw new Error(`There is no SLA item ${name}`)
    return { targetDays: item.targetDays, warnDays: item.warnDays }
  })
  return { days: businessDays({ ...calendar, frames, holidays }), targets }
}
