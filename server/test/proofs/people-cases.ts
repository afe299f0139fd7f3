import { mayAssign } from '@portal/contract/assignment/rules'
import { actionsFor } from '@portal/contract/notification/policy'
import { isReviewer } from '@portal/contract/tdoc/policy'
import {
  mayManage,
  maySeePerson,
  type PersonFacts,
} from '@portal/contract/user/manage-policy'
import { isBdd, isUnderwriter } from '@portal/contract/user/policy'
import {
  always,
  type CallContext,
  type Case,
  type Cases,
  ifOwn,
  read,
} from './case.ts'
import { guidelineCases } from './guideline-cases.ts'
import { missingId } from './relation-ids.ts'
import { signInCases } from './sign-in-cases.ts'
import { missingLoan } from './world.ts'

/** Whether the caller may look up the loan of the relation's company. */
const maySeeLoan = ({ actor, world, relation }: CallContext) => {
  if (isUnderwriter(actor)) return true
  if (relation === 'unassigned') return false
  const company = relation === 'other company' ? world.foreign : world.home
  return isBdd(actor)
    ? company.bddId === actor.id
    : actor.companyId === company.id
}
/**
 * The answer to a call about a loan of LoanDock. `statusIfUnowned` is the one
 * for loans of companies without users in the portal.
 */
const loanAnswer =
  (statusIfUnowned: number) =>
  (context: CallContext): number => {
    const exists = context.thing.loanNumber !== missingLoan
    if (!exists || !maySeeLoan(context)) return 404
    return context.relation === 'unassigned' ? statusIfUnowned : 200
  }

const loans: Cases = {
  'GET /v1/loans/:n': { answer: loanAnswer(200) },
  'GET /v1/loans/check-loan/:n': { answer: loanAnswer(200) },
  'POST /v1/loans/check-loan/:n': { answer: loanAnswer(409) },
  'GET /v1/loans/underwriter/check-loan/:n': { answer: loanAnswer(200) },
  'POST /v1/loans/underwriter/check-loan/:n': { answer: loanAnswer(409) },
  'POST /v1/loans/underwriter/check-loans/:n': read,
  'POST /v1/proxy-loan/underwriter/:productLoanId/create-post-close': {
    body: () => ({ postCloseReason: 'Seller Error' }),
    answer: loanAnswer(409),
  },
}

const comments: Cases = {
  'POST /v1/conversation-log/proxy-loan': {
    body: ({ thing }) => ({
      proxyLoanId: thing.id,
      type: 'EXTERNAL',
      message: 'Hello',
    }),
    answer: always(200),
  },
  'PATCH /v1/conversation-log/:id/proxy-loan': {
    body: () => ({ message: 'Changed' }),
    answer: ({ thing }) => (thing.isOwnComment ? 200 : 409),
  },
  'DELETE /v1/conversation-log/:id': {
    answer: ({ thing }) => (thing.isOwnComment ? 200 : 409),
  },
  'PUT /v1/conversation-log/:id/dismissal': { answer: always(200) },
  'GET /v1/users/proxy-loan/internal': {
    query: ({ thing }) => `proxyLoanId=${thing.id}`,
    answer: always(200),
  },
  'GET /v1/users/proxy-loan/external': {
    query: ({ thing }) => `proxyLoanId=${thing.id}`,
    answer: always(200),
  },
}

const viewed = { status: 'CHECKED' }

const notifications: Cases = {
  'PATCH /v1/notifications/:id': { body: () => viewed, answer: ifOwn },
  'PATCH /v1/notifications/statuses': {
    body: ({ thing }) => [{ id: thing.notificationId, ...viewed }],
    answer: ifOwn,
  },
  'DELETE /v1/notifications/:id': { answer: ifOwn },
  'POST /v1/notifications': {
    body: ({ thing }) => ({
      userId: thing.person.id,
      action: 'MY_COMPANY_VIEW',
    }),
    // Bad input: oneself, a missing person, and people whose role doesn't get
    // this notification.
    answer: ({ thing, relation, world }) => {
      if (thing.person.id === missingId || relation === 'own') return 400
      const receivers = {
        'same company': world.ownColleague,
        'other company': world.outsider,
        unassigned: world.cast.reviewer,
      }
      const { role } = receivers[relation as keyof typeof receivers]
      return actionsFor(role).includes('MY_COMPANY_VIEW') ? 200 : 400
    },
  },
  'POST /v1/notifications/announcements': {
    body: () => ({ title: 'Hello', description: 'Everyone' }),
    answer: always(200),
  },
  'PATCH /v1/notifications/preferences': {
    body: () => ({ ACCESS: { email: 'OFF' } }),
    answer: always(200),
  },
  // No token that this portal made.
  'POST /v1/notifications/unsubscribe/:token': {
    body: () => ({ 'List-Unsubscribe': 'One-Click' }),
    answer: always(404),
  },
  'GET /v1/notifications/unsubscribe/:token': { answer: always(303) },
  // The code of no letter.
  'GET /v1/verify/:code': { answer: always(404) },
}

/**
 * These tests have no mail server: calls that need one are refused for every
 * owner.
 */
const schedules: Cases = {
  'POST /v1/reporting/schedules': {
    body: () => ({
      name: 'Mondays',
      view: { type: 'PRE' },
      cadence: 'WEEKLY',
      weekday: 1,
    }),
    answer: always(409),
  },
  'PATCH /v1/reporting/schedules/:id': {
    body: () => ({ isPaused: true }),
    answer: ifOwn,
  },
  'POST /v1/reporting/schedules/:id/send': { answer: always(409) },
  'DELETE /v1/reporting/schedules/:id': { answer: ifOwn },
}

const personFacts = ({ relation, world }: CallContext): PersonFacts | null =>
  world.people[relation]
const seesPerson = (context: CallContext): boolean => {
  const person = personFacts(context)
  return person !== null && maySeePerson(context.actor, person)
}
const managesPerson = (context: CallContext): boolean => {
  const person = personFacts(context)
  return person !== null && mayManage(context.actor, person)
}

/**
 * A change to a managed person. The reasons for a 400 or 409 are tested with
 * each call.
 */
const personChange = (body: object): Case => ({
  body: ({ thing }) => ({ id: thing.person.id, ...body }),
  answer: (context) => {
    if (!managesPerson(context)) return 404
    return context.relation === 'own' ? [200, 409] : [200, 400, 409]
  },
})
const personRead: Case = {
  answer: (context) => (managesPerson(context) ? 200 : 404),
}

const people: Cases = {
  'GET /v1/users/:userId': {
    answer: (context) => (seesPerson(context) ? 200 : 404),
  },
  'PATCH /v1/users': {
    body: () => ({ firstName: 'Ana' }),
    answer: always(200),
  },
  'GET /v1/users/:userId/open-work': personRead,
  'GET /v1/users/:userId/changes': personRead,
  'PATCH /v1/users/permissions': personChange({ myCompanyView: true }),
  'PATCH /v1/users/roles': personChange({ roles: ['SELLER'] }),
  'PATCH /v1/users/status': personChange({ status: 'ACTIVE' }),
  'PATCH /v1/users/mail-refusal': personChange({ answer: '550 No mailbox' }),
  // No one in these tests has a second factor that could be removed.
  'POST /v1/users/:userId/second-factor/remove': {
    answer: (context) => (managesPerson(context) ? 409 : 404),
  },
  'PATCH /v1/companies/:companyId/bdd': {
    body: () => ({ bddId: null }),
    answer: ({ relation }) =>
      relation === 'missing' || relation === 'wrong parent'
        ? 404
        : [200, 400, 409],
  },
}

/** The ids of things are of no request; decide-access.test.ts has the rest. */
const accessRequests: Cases = {
  'GET /v1/access-requests/own': read,
  'POST /v1/access-requests': {
    body: () => ({ message: 'I underwrite loans' }),
    answer: always(200),
  },
  'POST /v1/access-requests/:id/answer': {
    body: () => ({ refuse: 'We do not know you' }),
    answer: always(404),
  },
}

const assignments: Cases = {
  'POST /v1/assignments/plan': {
    body: ({ thing }) => ({ action: 'set-underwriter', ids: [thing.tdoc.id] }),
    answer: ({ actor }) => (isUnderwriter(actor) ? 200 : 403),
  },
  // Only one's own; undo.test.ts has the rest.
  'POST /v1/assignments/:id/undo': {
    answer: ({ actor, relation }) => {
      if (relation !== 'own') return 404
      return mayAssign['assign-requests'](actor) ? 200 : 403
    },
  },
}

/** Shared views too are changed only by their owners. */
const views: Cases = {
  'POST /v1/views': {
    body: ({ actor }) => ({
      list: isReviewer(actor) ? 'TDOC' : 'SLV',
      name: 'Mine',
      search: {},
      isShared: false,
    }),
    answer: always(200),
  },
  'PATCH /v1/views/:id': { body: () => ({ name: 'Ours' }), answer: ifOwn },
  'DELETE /v1/views/:id': { answer: ifOwn },
  'POST /v1/system/failed-jobs/:id/retry': { answer: always(404) },
  'POST /v1/system/failed-jobs/:id/drop': { answer: always(404) },
  // This node has no mail server.
  'POST /v1/system/test-mail': { answer: always(409) },
}

/**
 * The ids don't exist. The tests in server/src/integration call these for the
 * caller's own company and another.
 */
const integrations: Cases = {
  'POST /v1/integration/services': {
    body: () => ({ name: 'Feed', permissions: [] }),
    answer: always(200),
  },
  'PATCH /v1/integration/services/:serviceId': {
    body: () => ({ name: 'Feed' }),
    answer: always(404),
  },
  'POST /v1/integration/services/:serviceId/keys': {
    body: () => ({}),
    answer: always(404),
  },
  'POST /v1/integration/services/:serviceId/keys/:keyId/rotate': {
    body: () => ({}),
    answer: always(404),
  },
  'DELETE /v1/integration/services/:serviceId/keys/:keyId': {
    answer: always(404),
  },
  'POST /v1/integration/webhooks': {
    body: () => ({
      name: 'Feed',
      url: 'https://receiver.example/',
      events: ['slv.decided'],
    }),
    answer: always(200),
  },
  'PATCH /v1/integration/webhooks/:webhookId': {
    body: () => ({ name: 'Feed' }),
    answer: always(404),
  },
  'DELETE /v1/integration/webhooks/:webhookId': { answer: always(404) },
  'POST /v1/integration/webhooks/:webhookId/rotate-secret': {
    answer: always(404),
  },
  'POST /v1/integration/webhooks/:webhookId/test': { answer: always(404) },
  'GET /v1/integration/webhooks/:webhookId/deliveries': { answer: always(404) },
  'POST /v1/integration/webhooks/:webhookId/deliveries/:deliveryId/replay': {
    answer: always(404),
  },
}

const sla: Cases = {
  'PATCH /v1/sla': {
    body: () => ({ name: 'slvReview', targetDays: 3, warnDays: 1 }),
    answer: always(200),
  },
  'PATCH /v1/sla/calendar': {
    body: () => ({
      cutOff: '15:00',
      frames: [{ weekday: 1, opens: '09:00', closes: '17:00' }],
      holidays: [],
    }),
    answer: always(200),
  },
  'POST /v1/sla/effect': {
    body: () => ({ item: { name: 'slvReview', targetDays: 3, warnDays: 1 } }),
    answer: always(200),
  },
}

const records: Cases = {
  'GET /v1/records/slvs/:id': read,
  // There is no such loan, and a hold that covers nothing is refused.
  'POST /v1/records/holds': {
    body: () => ({ loanNumber: '7000001', reason: 'Litigation' }),
    answer: always(400),
  },
  'POST /v1/records/holds/:id/lift': { answer: always(404) },
  'GET /v1/records/erasure': {
    query: () => 'loanNumber=7000001',
    answer: always(200),
  },
  'POST /v1/records/erasure': {
    body: () => ({
      loanNumber: '7000001',
      confirmation: '7000001',
      reason: 'Request',
    }),
    answer: always(404),
  },
  'GET /v1/records/users/:userId/data': personRead,
}

/** Everything that is not only about one SLV. */
export const peopleCases: Cases = {
  ...loans,
  ...comments,
  ...notifications,
  ...schedules,
  ...people,
  ...accessRequests,
  ...assignments,
  ...views,
  ...records,
  ...integrations,
  ...sla,
  ...guidelineCases,
  ...signInCases,
}
