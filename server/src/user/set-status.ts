import type { setStatus as api } from '@portal/contract/user/manage-api'
import { statusRefusal } from '@portal/contract/user/manage-policy'
import { managesPeople } from '@portal/contract/user/policy'
import type { z } from 'zod'
import { endAccess } from '../auth/end-access.ts'
import type { Ctx } from '../lib/ctx.ts'
import { notify } from '../notification/notify.ts'
import { changeRights } from './change-rights.ts'
import { queueFarewell } from './tell-deactivated.ts'

/** Activates or deactivates a person. Who is deactivated is out at once; what the admin says to them reaches them by mail. */
export const setStatus = (ctx: Ctx, { id, status, ...asked }: z.output<typeof api.body>) =>
  changeRights(
    ctx,
    { id, ...asked },
    {
      action: 'set-status',
      access: managesPeople,
      refusal: (actor, person, othersManage) => statusRefusal(actor, person, status, othersManage),
      after: (person) => ({ ...person, status }),
      changes: (person) =>
        person.status === status ? [] : [{ field: 'status', before: person.status, after: status }],
      write: async (db) => {
        await db.updateTable('appUser').set({ status }).where('id', '=', id).execute()
        if (status === 'INACTIVE') await endAccess({ db, now: ctx.now }, id)
      },
      tell: async (inner, _person, { message, changeId }) => {
        if (status === 'INACTIVE') {
          if (message !== null) await queueFarewell(inner.db, changeId)
          return
        }
        const about = { entityId: id, to: [id], description: message ?? '' }
        await notify(inner, { ...about, action: 'ACCOUNT_ACTIVATED' })
      },
    },
  )
