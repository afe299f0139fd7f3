import { tableModes } from '@portal/contract/slv/table-mode'
import { tdocTableModes } from '@portal/contract/tdoc/model'
import type { Actor } from '@portal/contract/user/model'
import type { FastifyInstance } from 'fastify'
import type { Operation } from '../../src/auth/guard.ts'
import {
  buildAddress,
  type CallContext,
  type Case,
  tdocSubjects,
} from './case.ts'
import type { CanarySlv } from './plant-slv-canaries.ts'
import type { CanaryTdoc } from './plant-tdoc-canaries.ts'
import { missingId } from './relation-ids.ts'
import { findCase } from './relations.ts'

export type CanaryCall = { method: 'GET'; url: string; body?: unknown }

/** What the calls are about. */
export type CanaryThings = {
  slvs: CanarySlv[]
  tdocs: CanaryTdoc[]
  actors: Actor[]
}

/**
 * The calls that an actor makes: every operation about these things, and lists
 * with parameters.
 */
export function listCalls(
  app: FastifyInstance,
  actor: Actor,
  things: CanaryThings,
): CanaryCall[] {
  // A stream never ends; server/src/live/open-streams.test.ts looks for ids in
  // it.
  const operations = app.operations.filter(
    ({ endpoint }) => !endpoint.answersStream,
  )
  return [
    ...operations.flatMap((operation) =>
      callsOfOperation(operation, actor, things),
    ),
    ...listAddresses.map((url) => ({ method: 'GET' as const, url })),
  ]
}

/** Reads by POST, because their parameters are too long for an address. */
const readByPost = /\/proxy-loan-history\/:id$|\/check-loans\/|\/effect$/

function callsOfOperation(
  operation: Operation,
  actor: Actor,
  { slvs, tdocs, actors }: CanaryThings,
): CanaryCall[] {
  const isGet = operation.method === 'GET'
  const isRead = isGet || readByPost.test(operation.url)
  // Reads cover everything, changes one SLV of each company.
  const scope = isRead
    ? { slvs, tdocs, actors }
    : {
        slvs: slvs.filter(({ status }) => status === 'REVIEW'),
        tdocs,
        actors: actors.slice(0, 4),
      }
  const calls = listThings(operation, scope).map((thing) => {
    const { url, body } = callAbout(operation, thing, scope.actors[0])
    return {
      method: operation.method as 'GET',
      url,
      ...(!isGet && { body }),
    }
  })
  // Callers without access are refused before anything is read, so one call is
  // enough.
  const isOpen = operation.access === 'PUBLIC' || operation.access(actor)
  return isOpen ? calls : calls.slice(0, 1)
}

/** The ids of each thing that an operation is called about. */
function listThings(
  { about, url }: Operation,
  { slvs, tdocs, actors }: CanaryThings,
): object[] {
  if (about === 'PERSON') return actors.map((person) => ({ person }))
  if (tdocSubjects.includes(about)) return tdocs.map((tdoc) => ({ tdoc }))

  const isAboutSlv = /^SLV(_|$)/.test(about) || about === 'LOAN'
  const relevantSlvs = isAboutSlv ? slvs : slvs.slice(0, 1)
  const isAboutDocument = url.includes(':documentId')
  return relevantSlvs.flatMap(({ documentIds, ...slv }) => {
    const ids = isAboutDocument ? documentIds : [missingId]
    return ids.map((documentId) => ({
      ...slv,
      documentId,
      requestId: slv.decisionId,
      loanNumber: slv.buyerLoan,
    }))
  })
}

/** The parts of a thing that a call is not about. */
const missingThing = {
  id: missingId,
  requestId: missingId,
  decisionId: missingId,
  askedId: missingId,
  conditionId: missingId,
  commentId: missingId,
  documentId: missingId,
  notificationId: missingId,
  sessionId: missingId,
  scheduleId: missingId,
  companyId: missingId,
  viewId: missingId,
  assignmentId: missingId,
  loanNumber: missingId,
  person: { id: missingId },
  tdoc: {
    id: missingId,
    categoryId: missingId,
    commentId: missingId,
    captureId: missingId,
  },
}

/** The address of a call, with a valid body if it needs one. */
function callAbout(
  operation: Operation,
  thing: object,
  actor: Actor | undefined,
) {
  const testCase: Case = findCase(operation) ?? { answer: () => 0 }
  const context = {
    thing: { ...missingThing, ...thing },
    actor,
    relation: 'own',
    world: { cast: {}, colleague: {}, outsider: {} },
  } as unknown as CallContext
  return {
    url: buildAddress(operation, testCase, context),
    body: makeBody(testCase, context),
  }
}

/**
 * Leaves out a body that needs what these tests don't have; the resulting error
 * is searched, too.
 */
function makeBody(testCase: Case, context: CallContext): unknown {
  try {
    return testCase.body?.(context)
  } catch {
    return {}
  }
}

/** Lists with the parameters that show the most. */
const listAddresses = [
  ...tableModes.flatMap((mode) => [
    `/api/v1/proxy-loans?size=100&tableMode=${mode}`,
    `/api/v1/proxy-loans/download?tableMode=${mode}`,
    `/api/v1/proxy-loans/get-seller-filter?tableMode=${mode}`,
    `/api/v1/proxy-loans/get-buyer-non-agency-program-filter?tableMode=${mode}&search=canary`,
    `/api/v1/proxy-loans/statistics?tableMode=${mode}`,
  ]),
  '/api/v1/proxy-loans?size=100&search=canary&sortBy=borrowerLastName',
  '/api/v1/proxy-loans?size=100&search=CANARY&status=REVIEW',
  ...tdocTableModes.flatMap((mode) => [
    `/api/v1/tdocs?size=100&tableMode=${mode}`,
    `/api/v1/tdocs/download?&tableMode=${mode}`,
    `/api/v1/tdocs/filter-options?&tableMode=${mode}`,
    `/api/v1/tdocs?size=100&search=canary&tableMode=${mode}&sortBy=jumboVendorName`,
  ]),
  '/api/v1/reporting/slv/summary?topLimit=10',
  '/api/v1/reporting/slv/summary?tableMode=SLR&status=SLR_REVIEW',
  '/api/v1/reporting/slv/figures?topLimit=10&countBy=MONTH',
  '/api/v1/reporting/consistency',
  '/api/v1/reporting/exceptions/download',
  '/api/v1/reporting/slv/sellers?search=canary',
  '/api/v1/reporting/slv/programs?search=canary',
  '/api/v1/users?size=100&search=canary',
  '/api/v1/users/sellers?search=canary',
  '/api/v1/users/underwriters?permission=manageSlr',
  '/api/v1/companies?size=100',
  '/api/v1/access-requests?status=REFUSED',
]
