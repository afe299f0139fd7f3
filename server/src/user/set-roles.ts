import type { setRoles as api } from '@portal/contract/user/manage-api'
import { roleRefusal } from '@portal/contract/user/manage-policy'
import { roleLabels } from '@portal/contract/user/model'
import { managesEveryone } from '@portal/contract/user/policy'
import type { z } from 'zod'
import type { Ctx } from '../lib/ctx.ts'
import { notify } from '../notification/notify.ts'
import { changeRights } from './change-rights.ts'

/** Sets a person's roles; the first is the one they act in. */
export const setRoles = (ctx: Ctx, { id, roles, ...asked }: z.output<typeof api.body>) =>
  changeRights(
    ctx,
    { id, ...asked },
    {
      action: 'set-roles',
      access: managesEveryone,
      refusal: (actor, person, othersManage) => roleRefusal(actor, person, roles, othersManage),
      after: (person) => ({ ...person, roles }),
      changes: (person) =>
        person.roles.join() === roles.join() ? [] : [{ field: 'roles', before: person.roles, after: roles }],
      write: async (db) => {
        await db.deleteFrom('userRole').where('userId', '=', id).execute()
        await db
          .insertInto('userRole')
          .values(roles.map((role, position) => ({ userId: id, role, position })))
          .execute()
      },
      tell: (inner, _person, message) => {
        const description = message ?? `You are ${roles.map((role) => roleLabels[role]).join(', ')} now.`
        return notify(inner, { action: 'ROLES_CHANGED', entityId: id, to: [id], description })
      },
    },
  )
