import type { SlaItem } from '@portal/contract/sla/api'
import type { SlaItemChange } from '@portal/contract/sla/manage-api'
import { managesSla } from '@portal/contract/user/policy'
import { changesBetween } from '../lib/changes.ts'
import { type Ctx, transact } from '../lib/ctx.ts'
import { stale } from '../lib/errors.ts'
import { lockActor } from '../user/lock-person.ts'
import { writeChange } from './write-change.ts'

/** Sets the target of one step. Throws 412. */
export const updateItem = (ctx: Ctx, { name, ...target }: SlaItemChange, ifMatch?: number): Promise<SlaItem> =>
  transact(ctx, async (inner) => {
    const item = await inner.db
      .selectFrom('slaItem')
      .select(['name', 'label', 'area', 'targetDays', 'warnDays', 'version'])
      .where('name', '=', name)
      .forUpdate()
      .executeTakeFirstOrThrow()
    await lockActor(inner, managesSla)
    if (ifMatch !== undefined && ifMatch !== item.version) throw stale()
    const changes = changesBetween(item, target)
    if (changes.length === 0) return item

    const version = item.version + 1
    await inner.db
      .updateTable('slaItem')
      .set({ ...target, version })
      .where('name', '=', name)
      .execute()
    await writeChange(
      inner,
      changes.map((change) => ({ ...change, field: `${name}.${change.field}` })),
    )
    return { ...item, ...target, version }
  })
