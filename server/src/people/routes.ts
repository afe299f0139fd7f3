import { switchRole as switchRoleApi } from '@portal/contract/auth/api'
import * as access from '@portal/contract/user/access-api'
import * as api from '@portal/contract/user/api'
import * as manage from '@portal/contract/user/manage-api'
import type { FastifyInstance } from 'fastify'
import { removeFactors } from '../auth/factors/remove-factors.ts'
import { serve, serveOnce } from '../lib/http/serve.ts'
import { listChanges } from '../user/changes.ts'
import { findManagedUser, getPerson, presentUser } from '../user/find-user.ts'
import { askForAccess, findOwnAccess } from './ask-for-access.ts'
import { decideAccess } from './decide-access.ts'
import { editOwn } from './edit-own.ts'
import { listOpenWork } from './find-successors.ts'
import { getAccessRequest, listAccessRequests } from './list-access-requests.ts'
import { listCompanies } from './list-companies.ts'
import { listBdds, listSellers, listUnderwriters } from './list-people.ts'
import { listUsers } from './list-users.ts'
import { setBdd } from './set-bdd.ts'
import { setMailRefusal } from './set-mail-refusal.ts'
import { setRights } from './set-rights.ts'
import { setStatus } from './set-status.ts'
import { switchRole } from './switch-role.ts'

/**
 * People, their roles and permissions, and companies. Changes to rights also
 * reassign open work and end sessions.
 */
export function peopleRoutes(app: FastifyInstance) {
  serve(app, api.listUnderwriters, ({ ctx, query }) =>
    listUnderwriters(ctx, query),
  )
  serve(app, api.listSellers, ({ ctx, query }) => listSellers(ctx, query))
  serve(app, api.listBdds, ({ ctx, query }) => listBdds(ctx, query))
  serve(app, manage.listUsers, ({ ctx, query }) => listUsers(ctx, query))
  serve(app, manage.getPerson, ({ ctx, params }) =>
    getPerson(ctx, params.userId),
  )
  serve(app, manage.updateUser, ({ ctx, body }) => editOwn(ctx, body))
  serve(app, manage.getOpenWork, async ({ ctx, params }) =>
    listOpenWork(ctx.db, await findManagedUser(ctx, params.userId)),
  )
  serve(app, manage.listUserChanges, ({ ctx, params, query }) =>
    listChanges(ctx, params.userId, query),
  )
  serve(app, manage.setPermissions, ({ ctx, body }) => setRights(ctx, body))
  serve(app, manage.setRoles, ({ ctx, body }) => setRights(ctx, body))
  serve(app, manage.setStatus, ({ ctx, body }) => setStatus(ctx, body))
  serve(app, manage.setMailRefusal, ({ ctx, body }) =>
    setMailRefusal(ctx, body),
  )
  serve(app, switchRoleApi, ({ ctx, body }) => switchRole(ctx, body.role))
  serveOnce(
    app,
    manage.removeFactors,
    ({ ctx, params }) => removeFactors(ctx, params.userId),
    {
      read: async ({ ctx, params }) =>
        presentUser(await findManagedUser(ctx, params.userId)),
    },
  )
  serve(app, manage.listCompanies, ({ ctx, query }) =>
    listCompanies(ctx, query),
  )
  serve(app, access.getOwnAccess, ({ ctx }) => findOwnAccess(ctx))
  serveOnce(
    app,
    access.createAccessRequest,
    ({ ctx, body }) => askForAccess(ctx, body),
    { read: ({ ctx }) => findOwnAccess(ctx) },
  )
  serve(app, access.listAccessRequests, ({ ctx, query }) =>
    listAccessRequests(ctx, query),
  )
  serveOnce(
    app,
    access.answerAccessRequest,
    ({ ctx, params, body }) => decideAccess(ctx, params.id, body),
    { read: ({ ctx, params }) => getAccessRequest(ctx, params.id) },
  )
  serve(app, manage.setBdd, ({ ctx, params, body }) =>
    setBdd(ctx, params.companyId, body.bddId),
  )
}
