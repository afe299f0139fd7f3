import { openStream } from '@portal/contract/live/api'
import { mayView } from '@portal/contract/slv/policy'
import { mayViewTdoc } from '@portal/contract/tdoc/policy'
import type { Persona } from '@portal/contract/test/personas'
import { type Sandbox, startSandbox } from '@portal/sandbox/start'
import type {
  FastifyInstance,
  InjectOptions,
  LightMyRequestResponse,
} from 'fastify'
import { afterAll, beforeAll, expect } from 'vitest'
import type { Operation } from '../../src/auth/guard.ts'
import { openSession } from '../../src/auth/sessions/session.ts'
import type { Db } from '../../src/lib/database/db.ts'
import { createLoanDock } from '../../src/lib/integrations/loan-dock.ts'
import { temporaryStore } from '../files.ts'
import { appOn } from '../http.ts'
import { test } from '../makers.ts'
import { undoEach } from '../undo-each.ts'
import {
  buildAddress,
  type CallContext,
  type Case,
  expectStatuses,
  listRelations,
  read,
  tdocSubjects,
} from './case.ts'
import { poolWithin } from './nested.ts'
import { peopleCases } from './people-cases.ts'
import { slvCases } from './slv-cases.ts'
import { tdocCases } from './tdoc-cases.ts'
import { watchChanges } from './untouched.ts'
import { createWorld, type World } from './world.ts'
import type { Loans } from './world-people.ts'

const cases = { ...slvCases, ...peopleCases, ...tdocCases }

/**
 * The valid call of an operation: a read without a case needs none. Any other
 * operation without one is a gap in the proof.
 */
export const findCase = ({ method, url }: Operation): Case | undefined =>
  cases[`${method} ${url.replace('/api/', '/')}`] ??
  (method === 'GET' ? read : undefined)

const boundary = 'proof'
const multipart = [
  `--${boundary}`,
  'content-disposition: form-data; name="file"; filename="letter.txt"',
  'content-type: text/plain',
  '',
  'A letter',
  `--${boundary}--`,
  '',
].join('\r\n')

/** Calls an operation with the valid request of its case. */
export async function call(
  app: FastifyInstance,
  operation: Operation,
  testCase: Case,
  context: CallContext,
  cookie: string | undefined,
  moreHeaders: Record<string, string> = {},
): Promise<LightMyRequestResponse> {
  const headers = {
    ...moreHeaders,
    ...(cookie && { cookie: `session=${cookie}` }),
    ...(testCase.sendsFile && {
      'content-type': `multipart/form-data; boundary=${boundary}`,
    }),
  }
  const body = testCase.body?.(context) as object | undefined
  const payload = testCase.sendsFile ? multipart : body
  const options: InjectOptions = {
    method: operation.method as 'GET',
    url: buildAddress(operation, testCase, context),
    headers,
    ...(payload !== undefined && { payload }),
  }
  const isStream = operation.url.endsWith(openStream.path)
  if (!isStream) return app.inject(options)

  // A stream of events ends only when it is refused.
  const opened = await app.inject({ ...options, payloadAsStream: true })
  opened.stream().destroy()
  return opened.statusCode === 200 ? opened : app.inject(options)
}

/** The body of an error without its request id and the ids of the request. */
const withoutIds = ({ body }: LightMyRequestResponse) =>
  body
    .replace(/"requestId":"[^"]*"/, '')
    .replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'id')

export async function findLoans(url: string): Promise<Loans> {
  const loanDock = createLoanDock({ url })
  const found = new Map<string, string>()
  for (let number = 7_001_234; found.size < 3; number++) {
    const loan = await loanDock.findLoan(String(number))
    if (loan && loan.kind === 'ACTIVE' && !found.has(loan.seller.corrId))
      found.set(loan.seller.corrId, loan.loanNumber)
  }
  const [home, foreign, unknown] = [...found].map(([corrId, number]) => ({
    corrId,
    number,
  }))
  if (!home || !foreign || !unknown)
    throw new Error('LoanDock has too few companies')
  return { home, foreign, unknown }
}

type AppOptions = Parameters<typeof appOn>

/**
 * The portal on one transaction, with LoanDock and a store, and a way to sign
 * in.
 */
export async function openPortal(
  db: Db,
  now: Date,
  url: string,
  files: AppOptions[3],
  more?: AppOptions[4],
) {
  const within = poolWithin(db)
  const app = await appOn(within, () => now, url, files, more)
  await app.ready()
  return {
    app,
    enter: (userId: string) => openSession(db, userId, now, 'test'),
  }
}

/** An operation, and a call of it in each relation. */
type Trial = {
  operation: Operation
  testCase: Case
  contexts: CallContext[]
}

const nameOperation = ({ method, url }: Operation) => `${method} ${url}`

/** Makes what an operation is called about, in every relation. */
async function prepareTrial(
  operation: Operation,
  testCase: Case,
  world: World,
): Promise<Trial> {
  const { actor } = world
  // Callers without access are refused before anything is read, so fewer
  // relations are enough.
  const mayCall = operation.access === 'PUBLIC' || operation.access(actor)
  const relations = listRelations(operation).filter(
    (relation) => mayCall || relation === 'own' || relation === 'missing',
  )
  const contexts: CallContext[] = []
  for (const relation of relations) {
    const thing = await world.thingIn(relation, testCase.at ?? 'REVIEW')
    contexts.push({ actor, thing, relation, world })
  }
  return { operation, testCase, contexts }
}

/** Prepares the trials of all operations; names those without a case. */
async function prepareTrials(operations: readonly Operation[], world: World) {
  const trials: Trial[] = []
  const problems: string[] = []
  for (const operation of operations) {
    const testCase = findCase(operation)
    if (testCase) trials.push(await prepareTrial(operation, testCase, world))
    else
      problems.push(
        `${nameOperation(operation)} is served, but has no case in a *-cases.ts of test/proofs`,
      )
  }
  return { trials, problems }
}

/** What is wrong with the response to a call. */
async function checkResponse(
  { statusCode, body }: LightMyRequestResponse,
  { operation, testCase }: Trial,
  context: CallContext,
  watch: Awaited<ReturnType<typeof watchChanges>>,
): Promise<string[]> {
  const problems: string[] = []
  const name = `${nameOperation(operation)} ${context.relation}`
  const allowed = expectStatuses(operation, testCase, context)
  if (!allowed.includes(statusCode))
    problems.push(
      `${name}: ${statusCode}, not ${allowed.join(' or ')} ${body.slice(0, 120)}`,
    )
  const changed = statusCode >= 300 ? await watch.listChanged() : []
  if (changed.length > 0)
    problems.push(
      `${name}: ${statusCode}, and it changed ${changed.join(', ')}`,
    )
  return problems
}

/**
 * The 404s of one operation must look the same, whether the thing doesn't exist
 * or is hidden from the caller. They may differ for a child of a visible thing.
 */
class NotFoundBodies {
  readonly #ofThings = new Set<string>()
  readonly #ofChildren = new Set<string>()

  add(response: LightMyRequestResponse, trial: Trial, context: CallContext) {
    if (response.statusCode !== 404) return
    const isOfChild = seesParent(trial.operation, context)
    const bodies = isOfChild ? this.#ofChildren : this.#ofThings
    bodies.add(withoutIds(response))
  }

  listProblems({ operation }: Trial): string[] {
    return [this.#ofThings, this.#ofChildren]
      .filter((bodies) => bodies.size > 1)
      .map(
        (bodies) =>
          `${nameOperation(operation)}: the bodies of 404s differ: ${[...bodies].join(' ')}`,
      )
  }
}

/** A caller who sees the parent may learn that the child is missing. */
function seesParent(operation: Operation, { actor, thing }: CallContext) {
  const { facts, tdoc } = thing
  return tdocSubjects.includes(operation.about)
    ? tdoc.facts !== null && mayViewTdoc(actor, tdoc.facts)
    : facts !== null && mayView(actor, facts)
}

export const testRelations = (personas: readonly Persona[]) => {
  let sandbox: Sandbox
  let loans: Loans
  let store: Awaited<ReturnType<typeof temporaryStore>>
  beforeAll(async () => {
    sandbox = await startSandbox({
      loanDockPort: 0,
      smtpPort: 0,
      mailboxPort: 0,
      portalOrigins: [],
    })
    loans = await findLoans(sandbox.loanDockUrl)
    store = await temporaryStore()
  })
  let total = 0
  afterAll(async () => {
    process.stdout.write(`${total} calls by ${personas.length} personas\n`)
    await sandbox.stop()
    await store.remove()
  })

  /** Makes the calls of all operations; returns what is wrong with them. */
  async function tryAll(db: Db, now: Date, persona: Persona) {
    const world = await createWorld(db, now, persona, store.files, loans)
    const { app, enter } = await openPortal(
      db,
      now,
      sandbox.loanDockUrl,
      store.files,
    )
    await using _ = { [Symbol.asyncDispose]: () => app.close() }
    const cookie = await enter(world.actor.id)
    const { trials, problems } = await prepareTrials(app.operations, world)

    // Everything exists now. Each call starts from this state and is undone.
    const thenUndo = await undoEach(db)
    const watch = await watchChanges(db)
    for (const trial of trials) {
      const { operation, testCase, contexts } = trial
      const notFoundBodies = new NotFoundBodies()
      for (const context of contexts)
        await thenUndo(async () => {
          const response = await call(app, operation, testCase, context, cookie)
          total++
          problems.push(
            ...(await checkResponse(response, trial, context, watch)),
          )
          notFoundBodies.add(response, trial, context)
        })
      problems.push(...notFoundBodies.listProblems(trial))
    }
    return problems
  }

  test.for(personas.map((persona) => [persona.name, persona] as const))(
    '%s',
    { timeout: 600_000 },
    async ([, persona], { db, now }) => {
      expect(await tryAll(db, now, persona)).toEqual([])
    },
  )
}
