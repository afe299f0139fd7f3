import { businessDays } from '@portal/contract/sla/calendar'
import type { SlaTargets } from '@portal/contract/sla/model'
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
  const targets = Object.fromEntries(items.map(({ name, ...target }) => [name, target])) as SlaTargets
  return { days: businessDays({ ...calendar, frames, holidays }), targets }
}
