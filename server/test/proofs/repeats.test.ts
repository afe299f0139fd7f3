import {
  ruleColumnNames,
  ruleColumns,
} from '@portal/contract/guideline/columns'
import type { NewRule } from '@portal/contract/guideline/model'
import { takesIdempotencyKey } from '@portal/contract/lib/endpoint'
import { civil } from '@portal/contract/sla/calendar'
import { personas } from '@portal/contract/test/personas'
import { permissions } from '@portal/contract/user/model'
import { startSandbox } from '@portal/sandbox/start'
import type { LightMyRequestResponse } from 'fastify'
import { writeXlsx } from 'hucre/xlsx'
import { sql } from 'kysely'
import { expect } from 'vitest'
import type { Operation } from '../../src/auth/guard.ts'
import { addProgram } from '../../src/guideline/change-programs.ts'
import { createVersion } from '../../src/guideline/change-version.ts'
import { saveRules } from '../../src/guideline/save-rules.ts'
import { createWebhook } from '../../src/integration/webhooks/create-webhook.ts'
import { testWebhook } from '../../src/integration/webhooks/list-deliveries.ts'
import type { Ctx } from '../../src/lib/ctx.ts'
import type { Db } from '../../src/lib/database/db.ts'
import { createHold } from '../../src/retention/set-hold.ts'
import { captureHeader } from '../capture.ts'
import { addFailedJob } from '../failed-job.ts'
import { keptFile, temporaryStore } from '../files.ts'
import { test as base, ctxFor, type Makers } from '../makers.ts'
import { addRow, findRows } from '../rows.ts'
import { undoEach } from '../undo-each.ts'
import { deps as webhookDeps } from '../webhooks.ts'
import type { CallContext } from './case.ts'
import { call, findCase, findLoans, openPortal } from './relations.ts'
import { watchWrites } from './untouched.ts'
import { createWorld } from './world.ts'

const test = base
  .extend('sandbox', async ({}, { onCleanup }) => {
    const sandbox = await startSandbox({
      loanDockPort: 0,
      smtpPort: 0,
      mailboxPort: 0,
      portalOrigins: [],
    })
    onCleanup(sandbox.stop)
    return sandbox
  })
  .extend('files', async ({}, { onCleanup }) => {
    const { files, remove } = await temporaryStore()
    onCleanup(remove)
    return files
  })

const nameOf = ({ method, url }: Operation) =>
  `${method} ${url.replace('/api/', '/')}`

/** Deletes what a read would find: its repeat is the read's 404. */
const deleting = 'POST /v1/proxy-loan/:id/discard-draft'
/** Its response shows the records before they were erased. */
const describesBefore = 'POST /v1/records/erasure'

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

const isWithoutText = (value: unknown): boolean => {
  if (typeof value === 'string') return uuid.test(value)
  if (typeof value === 'object' && value !== null)
    return Object.values(value).every(isWithoutText)
  return true
}

type Ask = (headers: Record<string, string>) => Promise<LightMyRequestResponse>

type Watched = { db: Db; countWrites: () => Promise<number> }

/**
 * Sends a request twice with one key. Returns what is wrong with the repeat;
 * undefined if the first is refused.
 */
async function findRepeatProblems(
  { db, countWrites }: Watched,
  name: string,
  ask: Ask,
) {
  const headers = { 'idempotency-key': 'walk' }
  const first = await ask(headers)
  if (first.statusCode !== 200) return undefined
  const written = await countWrites()
  const repeat = await ask(headers)
  const status = name === deleting ? 404 : 200
  const isSame =
    status !== 200 || name === describesBefore || repeat.body === first.body
  const kept = await findRows(db, 'idempotencyKey', { key: 'walk' })
  const isKeptWell =
    kept.length === 1 &&
    kept.every(
      ({ result, answer }) =>
        isWithoutText(result) && answer.toString() === 'null',
    )
  return [
    ...(repeat.statusCode === status
      ? []
      : [`${name}: ${repeat.statusCode} ${repeat.body.slice(0, 200)}`]),
    ...(isSame
      ? []
      : [`${name}: another response\n${first.body}\n${repeat.body}`]),
    ...((await countWrites()) === written
      ? []
      : [`${name}: its repeat changed something`]),
    ...(isKeptWell ? [] : [`${name}: stored ${JSON.stringify(kept)}`]),
  ]
}

type Setting = { a: Makers; db: Db; now: Date; admin: Ctx }
type Request = {
  path: string
  body?: object
  /** Who calls it; an administrator if no one is named. */
  callerId?: string
  file?: { name: string; content: Uint8Array<ArrayBuffer> }
}

const rule: NewRule = {
  program: 'P1',
  parameter: 'LTV',
  operator: '<=',
  value: 75,
  unit: null,
  scope: {},
  severity: 'REVIEW',
  citation: '§1',
  text: 'As written',
}

async function draftVersion({ admin }: Setting): Promise<string> {
  await addProgram(admin, {
    code: 'P1',
    name: 'Program 1',
    family: 'DSCR',
    qualifiesBy: 'DSCR',
    activeFrom: '2020-01-01',
    activeTo: null,
    approvalDays: 60,
    products: [{ code: 'X', name: 'X' }],
  })
  const { id } = await createVersion(admin, { title: 'Spring' })
  await saveRules(admin, id, [rule])
  return id
}

async function addWebhook({ admin }: Setting): Promise<string> {
  const form = {
    name: 'Feed',
    url: 'http://127.0.0.1:9/hook',
    events: ['slv.decided' as const],
  }
  return (await createWebhook(admin, form, webhookDeps)).webhook.id
}

const loanNumber = '7009999'
const reason = 'Litigation'

/**
 * Requests of an administrator that the cases of the other proofs don't have,
 * as their world has nothing for them.
 */
const requests: Record<string, (setting: Setting) => Promise<Request>> = {
  'POST /v1/proxy-loan/:id/report/send': async ({ a }) => {
    const [slv, reader] = [
      await a.slv(),
      await a.underwriter('viewSlvDepartment'),
    ]
    return {
      path: `/v1/proxy-loan/${slv.id}/report/send`,
      body: { userIds: [reader.id] },
    }
  },
  'POST /v1/proxy-loan/:id/document/:documentId/verify-factor': async ({
    a,
    db,
    now,
    admin,
  }) => {
    const slv = await a.slv({ underwriterId: admin.actor.id })
    const { key, facts: _, pageCount: __, ...file } = keptFile()
    const place = {
      slvId: slv.id,
      kind: 'SELLER',
      resubmitCount: 0,
      uploadedById: slv.sellerId,
      uploadedAt: now,
    } as const
    const supports = [
      {
        factor: '0x30 housing history',
        verifiedAt: null,
        verifiedByName: null,
      },
    ]
    const row = {
      ...file,
      ...place,
      storageKey: key,
      supports: JSON.stringify(supports),
    }
    const { id } = await addRow(db, 'document', row)
    return {
      path: `/v1/proxy-loan/${slv.id}/document/${id}/verify-factor`,
      body: { factor: '0x30 housing history', isVerified: true },
    }
  },
  'POST /v1/guidelines/example': async ({ db }) => {
    await db.deleteFrom('guidelineProduct').execute()
    await db.deleteFrom('guidelineProgram').execute()
    return { path: '/v1/guidelines/example' }
  },
  'POST /v1/guidelines/versions/:id/publish': async (setting) => ({
    path: `/v1/guidelines/versions/${await draftVersion(setting)}/publish`,
    body: { effectiveFrom: civil(setting.now).day },
  }),
  'POST /v1/guidelines/versions/:id/import': async (setting) => {
    const titles: string[] = ruleColumnNames.map(
      (column) => ruleColumns[column],
    )
    const line = [
      'P1',
      'LTV',
      'Review',
      80,
      ...Array<null>(12).fill(null),
      '§2',
      'As written',
    ]
    const content = new Uint8Array(
      await writeXlsx({ sheets: [{ name: 'Rules', rows: [titles, line] }] }),
    )
    return {
      path: `/v1/guidelines/versions/${await draftVersion(setting)}/import`,
      file: { name: 'rules.xlsx', content },
    }
  },
  'POST /v1/guidelines/contract-variances': async ({ a }) => ({
    path: '/v1/guidelines/contract-variances',
    body: {
      code: 'V-1',
      sellerId: (await a.company()).id,
      programs: [],
      parameter: 'LTV',
      value: 80,
      from: '2026-01-01',
      to: null,
      capLoans: null,
      capAmount: null,
    },
  }),
  'POST /v1/integration/webhooks/:webhookId/test': async (setting) => ({
    path: `/v1/integration/webhooks/${await addWebhook(setting)}/test`,
  }),
  'POST /v1/integration/webhooks/:webhookId/deliveries/:deliveryId/replay':
    async (setting) => {
      const webhookId = await addWebhook(setting)
      const { id } = await testWebhook(setting.admin, webhookId)
      return {
        path: `/v1/integration/webhooks/${webhookId}/deliveries/${id}/replay`,
      }
    },
  'POST /v1/records/holds': async ({ a }) => {
    await a.slv({ status: 'APPROVED', buyerLoan: loanNumber })
    return { path: '/v1/records/holds', body: { loanNumber, reason } }
  },
  'POST /v1/records/holds/:id/lift': async ({ a, admin }) => {
    await a.slv({ status: 'APPROVED', buyerLoan: loanNumber })
    const { id } = await createHold(admin, { loanNumber, reason })
    return { path: `/v1/records/holds/${id}/lift` }
  },
  'POST /v1/records/erasure': async ({ a }) => {
    await a.slv({ status: 'APPROVED', buyerLoan: loanNumber })
    return {
      path: '/v1/records/erasure',
      body: { loanNumber, confirmation: loanNumber, reason },
    }
  },
  'POST /v1/users/:userId/second-factor/remove': async ({ a, db, now }) => {
    const { id } = await a.user({ role: 'TPR' })
    await addRow(db, 'credential', { userId: id })
    await addRow(db, 'totp', {
      userId: id,
      secret: Buffer.alloc(48, 1),
      addedAt: now,
    })
    return { path: `/v1/users/${id}/second-factor/remove` }
  },
  'POST /v1/access-requests': async ({ a }) => ({
    path: '/v1/access-requests',
    body: { message: 'I register loans' },
    callerId: (await a.user({ role: 'DEFAULT' })).id,
  }),
  'POST /v1/access-requests/:id/answer': async ({ a, db, now }) => {
    const { id: userId } = await a.user({ role: 'DEFAULT' })
    await addRow(db, 'accessRequest', {
      userId,
      message: 'I register loans',
      createdAt: now,
    })
    const [request] = await findRows(db, 'accessRequest', { userId })
    return {
      path: `/v1/access-requests/${request?.id}/answer`,
      body: { refuse: 'We do not know you' },
    }
  },
  'POST /v1/system/failed-jobs/:id/retry': async ({ db }) => ({
    path: `/v1/system/failed-jobs/${await addFailedJob(db, 'send-report', null, {})}/retry`,
  }),
  'POST /v1/system/failed-jobs/:id/drop': async ({ db }) => ({
    path: `/v1/system/failed-jobs/${await addFailedJob(db, 'send-report', null, {})}/drop`,
  }),
}

/** People who may together make all other calls. */
const callers = personas.filter(({ name }) =>
  [
    'seller, owner',
    'underwriter, assigned',
    'manager, theirs',
    'trade desk, theirs',
    'admin, every permission, not assigned',
    'TPR, every permission',
  ].includes(name),
)

const uploadTable = 'POST /v1/data-capture-tpr/upload-file'

function formOf({ name, content }: NonNullable<Request['file']>) {
  const form = new FormData()
  form.set('file', new Blob([content]), name)
  return form
}

test('a repeat with the same Idempotency-Key only reads, and only ids, numbers and booleans were stored', {
  timeout: 600_000,
}, async ({ db, now, a, sandbox, files }) => {
  const loans = await findLoans(sandbox.loanDockUrl)
  const { app, enter } = await openPortal(db, now, sandbox.loanDockUrl, files, {
    canMail: true,
  })
  const operations = app.operations.filter(({ endpoint }) =>
    takesIdempotencyKey(endpoint),
  )
  const watched = { db, countWrites: await watchWrites(db) }
  const problems = new Map<string, string[]>()
  const send = (cookie: string, { path, body, file }: Request): Ask => {
    const payload = file ? formOf(file) : body
    return (headers) =>
      app.inject({
        method: 'POST',
        url: `/api${path}`,
        headers: { ...headers, cookie: `session=${cookie}` },
        ...(payload && { payload }),
      })
  }

  /**
   * Makes every call that wasn't made yet, about the persona's own things or a
   * colleague.
   */
  const tryAs = async (persona: (typeof personas)[number]) => {
    const world = await createWorld(db, now, persona, files, loans)
    const cookie = await enter(world.actor.id)
    const calls: { name: string; ask: Ask }[] = []
    for (const operation of operations) {
      const name = nameOf(operation)
      const testCase = findCase(operation)
      const isAdmitted =
        operation.access !== 'PUBLIC' && operation.access(world.actor)
      if (problems.has(name) || !testCase || !isAdmitted) continue
      const relation = operation.about === 'PERSON' ? 'same company' : 'own'
      const thing = await world.thingIn(relation, testCase.at ?? 'REVIEW')
      const context: CallContext = {
        actor: world.actor,
        thing,
        relation,
        world,
      }
      calls.push({
        name,
        ask: (headers) =>
          call(app, operation, testCase, context, cookie, headers),
      })
    }
    const table = {
      name: 'Answers.csv',
      content: new TextEncoder().encode(`${captureHeader}\n`),
    }
    calls.push({
      name: uploadTable,
      ask: send(cookie, {
        path: '/v1/data-capture-tpr/upload-file',
        file: table,
      }),
    })
    const thenUndo = await undoEach(db)
    for (const { name, ask } of calls) {
      const found = problems.has(name)
        ? undefined
        : await thenUndo(() => findRepeatProblems(watched, name, ask))
      if (found) problems.set(name, found)
    }
  }
  for (const persona of callers) {
    await sql`savepoint before_world`.execute(db)
    await tryAs(persona)
    await sql`rollback to savepoint before_world`.execute(db)
  }

  const admin = await ctxFor(
    db,
    await a.user({ role: 'UNDERWRITER', holds: permissions }),
    now,
  )
  const cookie = await enter(admin.actor.id)
  const thenUndo = await undoEach(db)
  for (const [name, make] of Object.entries(requests)) {
    const found = await thenUndo(async () => {
      const request = await make({ a, db, now, admin })
      const { callerId } = request
      const caller = callerId ? await enter(callerId) : cookie
      return findRepeatProblems(watched, name, send(caller, request))
    })
    if (found) problems.set(name, found)
  }
  await app.close()

  expect([...problems.values()].flat()).toEqual([])
  const neverMade = operations.map(nameOf).filter((name) => !problems.has(name))
  expect(
    neverMade,
    'Never made: add a body to moveBodies (test/actions.ts), a case beside the others (test/proofs/*-cases.ts), or a request to `requests`',
  ).toEqual([])
  expect(operations.length).toBeGreaterThan(50)
})
