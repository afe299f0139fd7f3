import type { SlaItem } from '@portal/contract/sla/api'
import { slaItemNames } from '@portal/contract/sla/model'
import type { Ctx } from '../lib/ctx.ts'

/** The targets of all steps, in the contract's order. */
export async function listSlaItems({ db }: Ctx): Promise<SlaItem[]> {
  const items = await db.selectFrom('slaItem').select(['name', 'label', 'area', 'targetDays', 'warnDays']).execute()
  return slaItemNames.flatMap((name) => items.flatMap((item) => (item.name === name ? [{ ...item, name }] : [])))
}
