import { tableModes } from '@portal/contract/slv/table-mode'
import { tdocTableModes } from '@portal/contract/tdoc/model'
import type { Actor } from '@portal/contract/user/model'
import { isUnderwriter } from '@portal/contract/user/policy'
import { expect } from 'vitest'
import type { Operation } from '../../src/auth/guard.ts'
import { openSession } from '../../src/auth/sessions/session.ts'
import { unzipped } from '../../src/lib/files/zip.ts'
import { createLog } from '../../src/lib/log.ts'
import { sendNotificationMail } from '../../src/notification/send-mail.ts'
import { actions } from '../actions.ts'
import { appOn, nowhere } from '../http.ts'
import { ctxFor, makers, test } from '../makers.ts'
import { rowsOf, setRows } from '../rows.ts'
import { say } from '../talk.ts'
import { undoEach } from '../undo-each.ts'
import { type Canaries, createCanaries } from './canaries.ts'
import { addressOf, type Case, ofTdocs } from './case.ts'
import { poolWithin } from './nested.ts'
import { type CanarySlv, type People, plantCanaries } from './plant-canaries.ts'
import { type CanaryTdoc, tdocStory } from './plant-tdoc-canaries.ts'
import { missingId } from './relation-ids.ts'
import { caseOf } from './relations.ts'

const workbook = 'application/vnd.openxmlformats'

type Walk = { url: string; body?: unknown }

/** What a call is made with that is about none of these. */
const noThing = {
  ...Object.fromEntries(
    (
      [
        'id',
        'requestId',
        'decisionId',
        'askedId',
        'commentId',
        'documentId',
      ] as const
    ).map((name) => [name, missingId]),
  ),
  ...Object.fromEntries(
    (
      [
        'notificationId',
        'sessionId',
        'scheduleId',
        'companyId',
        'viewId',
        'assignmentId',
      ] as const
    ).map((name) => [name, missingId]),
  ),
  loanNumber: missingId,
  person: { id: missingId },
  tdoc: {
    id: missingId,
    categoryId: missingId,
    commentId: missingId,
    captureId: missingId,
  },
}

/**
 * Every address of an operation for these things, with a valid body if it needs
 * one.
 */
function walksOf(
  operation: Operation,
  slvs: CanarySlv[],
  tdocs: CanaryTdoc[],
  people: Actor[],
): Walk[] {
  const { about, url } = operation
  const one: Case = caseOf(operation) ?? { answer: () => 0 }
  const isOfSlv = /^SLV(_|$)/.test(about) || about === 'LOAN'
  const ofSlvs = (isOfSlv ? slvs : slvs.slice(0, 1)).flatMap(
    ({ documentIds, ...slv }) =>
      (url.includes(':documentId') ? documentIds : [missingId]).map(
        (documentId) => ({
          ...slv,
          documentId,
          requestId: slv.decisionId,
          loanNumber: slv.buyerLoan,
        }),
      ),
  )
  const ofOthers =
    about === 'PERSON'
      ? people.map((person) => ({ person }))
      : tdocs.map((tdoc) => ({ tdoc }))
  return (
    about === 'PERSON' || ofTdocs.includes(about) ? ofOthers : ofSlvs
  ).map((thing) => {
    const world = { cast: {}, colleague: {}, outsider: {} }
    const asked = {
      thing: { ...noThing, ...thing },
      actor: people[0],
      relation: 'own',
      world,
    } as never
    return {
      url: addressOf(operation, one, asked),
      body: bodyOf(() => one.body?.(asked)),
    }
  })
}

/**
 * Leaves out a body that needs what these tests don't have; the resulting error
 * is searched, too.
 */
const bodyOf = (make: () => unknown) => {
  try {
    return make()
  } catch {
    return {}
  }
}

const more = [
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
    ...['?size=100', '/download?', '/filter-options?'].map(
      (to) => `/api/v1/tdocs${to}&tableMode=${mode}`,
    ),
    `/api/v1/tdocs?size=100&search=canary&tableMode=${mode}&sortBy=jumboVendorName`,
  ]),
  '/api/v1/reporting/slv/summary?topLimit=10',
  '/api/v1/reporting/slv/summary?tableMode=SLR&status=SLR_REVIEW',
  '/api/v1/reporting/slv/figures?topLimit=10&countBy=MONTH',
  ...['sellers', 'programs'].map(
    (names) => `/api/v1/reporting/slv/${names}?search=canary`,
  ),
  '/api/v1/users?size=100&search=canary',
  '/api/v1/users/sellers?search=canary',
  '/api/v1/users/underwriters?permission=manageSlr',
  '/api/v1/companies?size=100',
]

const watching = (canaries: Canaries) => {
  const leaks = new Set<string>()
  const seen = new Set<string>()
  return {
    leaks,
    seen,
    /**
     * Records the canaries that someone saw, and those they should not have
     * seen.
     */
    search: (actor: Actor, who: string, where: string, found: string) => {
      for (const [text] of found.matchAll(canaries.pattern)) {
        const audience = canaries.audienceOf.get(text.toLowerCase())
        if (audience?.(actor)) seen.add(text.toLowerCase())
        else leaks.add(`${who} at ${where}: ${text}`)
      }
      for (const [text] of canaries.audienceOf)
        if (!text.startsWith('canary') && found.includes(text))
          leaks.add(`${who} at ${where}: ${text}`)
    },
  }
}

/** Reads by POST, because their parameters are too long for an address. */
const readByPost = /\/proxy-loan-history\/:id$|\/check-loans\/|\/effect$/

const programs = /canary-\d+-program/gi

const isPerson = (value: People[keyof People]): value is Actor =>
  'role' in value
const everyoneOf = (people: People) =>
  Object.entries(people).flatMap(([who, one]) =>
    isPerson(one) ? [[who, one] as const] : [],
  )

const place = (url: string) => url.replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, '*')

test('no text leaks into responses, workbooks, errors or the log', {
  timeout: 240_000,
}, async ({ db, now }) => {
  const canaries = createCanaries()
  const { people, slvs, tdocs } = await plantCanaries({ db, now, canaries })
  const { leaks, seen, search } = watching(canaries)
  let logged = ''
  const log = createLog('trace', {
    write: (line) => {
      logged += line
    },
  })
  const app = await appOn(poolWithin(db), () => now, nowhere, undefined, {
    log,
  })
  await app.ready()
  const everyone = everyoneOf(people)
  const actors = everyone.map(([, actor]) => actor)
  const tokens = new Map<Actor, string>()
  for (const actor of actors)
    tokens.set(actor, await openSession(db, actor.id, now, 'test'))
  const tried = await undoEach(db)
  const changed = slvs.filter(({ status }) => status === 'REVIEW')
  let calls = 0
  for (const [who, actor] of everyone) {
    const token = tokens.get(actor)
    const ask = async (method: string, url: string, body?: unknown) => {
      calls++
      const answer = await tried(() =>
        app.inject({
          method: method as 'GET',
          url,
          headers: { cookie: `session=${token}` },
          ...(body !== undefined && { payload: body as object }),
        }),
      )
      const isBook = `${answer.headers['content-type']}`.startsWith(workbook)
      const whole = isBook
        ? [...(await unzipped(answer.rawPayload)).values()].join('\n')
        : answer.body
      // Underwriters may see the most requested programs of all sellers' SLVs,
      // but nothing else of those SLVs.
      const found =
        /\/reporting\/slv\/(summary|figures|programs)/.test(url) &&
        isUnderwriter(actor)
          ? whole.replaceAll(programs, '')
          : whole
      search(actor, who, `${method} ${place(url)}`, found)
      search(
        actor,
        who,
        `headers of ${method} ${place(url)}`,
        JSON.stringify(answer.headers),
      )
      for (const other of tokens.values())
        if (found.includes(other))
          leaks.add(`${who} at ${place(url)}: a session`)
    }
    // A stream never ends; server/src/live/open-streams.test.ts looks for ids
    // in it.
    for (const operation of app.operations.filter(
      ({ endpoint }) => !endpoint.answersStream,
    )) {
      const isGet = operation.method === 'GET'
      const isRead = isGet || readByPost.test(operation.url)
      // Callers without access are refused before anything is read, so one call
      // is enough.
      const isOpen = operation.access === 'PUBLIC' || operation.access(actor)
      // Reads cover everything, changes one SLV of each company.
      const walks = walksOf(
        operation,
        isRead ? slvs : changed,
        tdocs,
        isRead ? actors : actors.slice(0, 4),
      )
      for (const { url, body } of isOpen ? walks : walks.slice(0, 1))
        await ask(operation.method, url, isGet ? undefined : body)
    }
    for (const url of more) await ask('GET', url)
  }
  await app.close()
  expect([...leaks]).toEqual([])
  const inLog = [...logged.matchAll(canaries.pattern)].map(([text]) => text)
  expect(inLog).toEqual([])
  for (const token of tokens.values()) expect(logged).not.toContain(token)

  // Every text that someone may see was seen, so the search covered everything.
  const unseen = [...canaries.audienceOf]
    .filter(([text, audience]) => actors.some(audience) && !seen.has(text))
    .map(([text]) => text)
  process.stdout.write(
    `${calls} calls searched for ${canaries.audienceOf.size} texts, ${seen.size} of them found where they may be\n`,
  )
  expect(unseen).toEqual([])
})

test('no notification or mail shows more than its reader may see', async ({
  db,
  now,
}) => {
  const canaries = createCanaries()
  const { people } = await plantCanaries({ db, now, canaries })
  const { leaks, seen, search } = watching(canaries)
  const everyone = everyoneOf(people)
  const immediate = {
    notificationMail: 'AT_ONCE',
    notificationMailSince: new Date(now.getTime() - 1000),
  } as const
  for (const [, { id }] of everyone)
    await setRows(db, 'appUser', { id }, immediate)
  const as = (actor: Actor) => ctxFor(db, actor, now)
  const {
    ownerA,
    ownerB,
    underwriterA,
    underwriterB,
    manager,
    trader,
    chief,
    outsider,
  } = people
  const cast = {
    underwriterId: underwriterA.id,
    managerId: manager.id,
    traderId: trader.id,
    sellerId: ownerA.id,
  }
  const a = makers(db, now)
  for (const [owner, overseer, underwriter] of [
    [ownerA, people.overseerA, underwriterA],
    [ownerB, people.overseerB, underwriterB],
  ] as const) {
    const readers = [
      owner,
      overseer,
      underwriter,
      manager,
      trader,
      chief,
      outsider,
    ]
    const borrowerLastName = canaries.plant('borrower', (actor) =>
      readers.some(({ id }) => id === actor.id),
    )
    const slv = await a.slv({
      status: 'PENDING',
      sellerId: owner.id,
      underwriterId: underwriter.id,
      borrowerLastName,
    })
    const story = [
      [underwriter, 'start-review-process'],
      [underwriter, 'set-pending-documents'],
      [owner, 'upload-pending-documents'],
      [underwriter, 'start-review-process'],
      [underwriter, 'set-slr-pending'],
      [manager, 'set-slr-review'],
      [manager, 'set-slr-pending-info'],
      [underwriter, 'set-slr-info-received'],
      [manager, 'set-slr-review'],
      [manager, 'set-slr-completed'],
      [underwriter, 'set-td-pending'],
      [trader, 'set-td-review'],
      [trader, 'set-td-completed'],
      [owner, 'set-withdraw-pending'],
      [underwriter, 'set-withdraw-declined'],
      [owner, 'set-withdraw-pending'],
      [owner, 'cancel-withdrawal'],
      [underwriter, 'make-final-decision'],
      [owner, 'set-draft-resubmitted'],
      [owner, 'set-resubmitted'],
    ] as const
    for (const [actor, action] of story)
      await actions[action](await as(actor), slv.id, cast)
    const secret = canaries.plant('internalcomment', () => false)
    await say(await as(underwriter), slv, {
      message: secret,
      mentions: [outsider.id],
    })
    await say(await as(underwriter), slv, {
      type: 'EXTERNAL',
      message: secret,
      mentions: [owner.id],
    })
  }

  for (const [desk, reviewer] of [
    [people.deskX, people.reviewerX],
    [people.deskY, people.reviewerY],
  ] as const)
    await tdocStory({ db, now, canaries, desk, inner: outsider, reviewer })

  let noticeCount = 0
  const mails: string[] = []
  for (const [who, actor] of everyone) {
    const rows = await rowsOf(db, 'notification', { userId: actor.id })
    noticeCount += rows.length
    search(actor, who, 'the bell', JSON.stringify(rows))
    const mailer = {
      send: async (mail: object) => {
        const { to: _, ...sent } = mail as { to: string }
        search(actor, who, 'a mail', JSON.stringify(sent))
        mails.push(JSON.stringify(sent))
      },
      close: () => undefined,
    }
    await sendNotificationMail(
      { db, mailer, brandName: 'Buyer', publicUrl: 'https://portal.example' },
      { userId: actor.id, notificationIds: rows.map(({ id }) => id) },
    )
  }
  process.stdout.write(
    `${noticeCount} notifications and ${mails.length} mails searched\n`,
  )
  expect([...leaks]).toEqual([])
  expect(noticeCount).toBeGreaterThan(30)
  expect(mails.length).toBeGreaterThanOrEqual(5)
  expect(seen.size).toBeGreaterThan(1)
  // Mail is stored in many places, so it never has a borrower's name.
  expect(mails.join('\n')).not.toMatch(/canary-\d{4}-borrower/i)
})
