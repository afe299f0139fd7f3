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
  addressOf,
  type CallContext,
  type Case,
  expected,
  ofTdocs,
  read,
  relationsOf,
} from './case.ts'
import { poolWithin } from './nested.ts'
import { peopleCases } from './people-cases.ts'
import { slvCases } from './slv-cases.ts'
import { tdocCases } from './tdoc-cases.ts'
import { watchChanges } from './untouched.ts'
import { worldOf } from './world.ts'
import type { Loans } from './world-people.ts'

const cases = { ...slvCases, ...peopleCases, ...tdocCases }

/**
 * The valid call of an operation: a read without a case needs none. Any other
 * operation without one is a gap in the proof.
 */
export const caseOf = ({ method, url }: Operation): Case | undefined =>
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

export async function call(
  app: FastifyInstance,
  operation: Operation,
  one: Case,
  asked: CallContext,
  cookie: string | undefined,
  more: Record<string, string> = {},
): Promise<LightMyRequestResponse> {
  const headers = {
    ...more,
    ...(cookie && { cookie: `session=${cookie}` }),
    ...(one.sendsFile && {
      'content-type': `multipart/form-data; boundary=${boundary}`,
    }),
  }
  const payload = one.sendsFile
    ? multipart
    : (one.body?.(asked) as object | undefined)
  const options: InjectOptions = {
    method: operation.method as 'GET',
    url: addressOf(operation, one, asked),
    headers,
    ...(payload !== undefined && { payload }),
  }
  if (!operation.url.endsWith(openStream.path)) return app.inject(options)
  // A stream of events ends only when it is refused.
  const opened = await app.inject({ ...options, payloadAsStream: true })
  opened.stream().destroy()
  return opened.statusCode === 200 ? opened : app.inject(options)
}

/** The body of an error without its request id and the ids of the request. */
const bare = (answer: LightMyRequestResponse) =>
  answer.body
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
export async function portalOn(
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

type Trial = { operation: Operation; one: Case; abouts: CallContext[] }
type World = Awaited<ReturnType<typeof worldOf>>

/** The calls of an operation in every relation, with what they are about. */
async function prepareTrial(
  operation: Operation,
  one: Case,
  world: World,
): Promise<Trial> {
  const { actor } = world
  // Callers without access are refused before anything is read, so fewer
  // relations are enough.
  const isOpen = operation.access === 'PUBLIC' || operation.access(actor)
  const relations = relationsOf(operation).filter(
    (relation) => isOpen || relation === 'own' || relation === 'missing',
  )
  const abouts: CallContext[] = []
  for (const relation of relations) {
    const thing = await world.thingIn(relation, one.at ?? 'REVIEW')
    abouts.push({ actor, thing, relation, world })
  }
  return { operation, one, abouts }
}

/** What is wrong with the answer to a call. */
async function findFaults(
  { statusCode: status, body }: LightMyRequestResponse,
  { operation, one }: Trial,
  about: CallContext,
  watch: Awaited<ReturnType<typeof watchChanges>>,
): Promise<string[]> {
  const faults: string[] = []
  const name = `${operation.method} ${operation.url} ${about.relation}`
  const should = expected(operation, one, about)
  if (!should.includes(status))
    faults.push(
      `${name}: ${status}, not ${should.join(' or ')} ${body.slice(0, 120)}`,
    )
  if (status >= 300 && !(await watch.isUntouched()))
    faults.push(`${name}: ${status}, and it changed something`)
  return faults
}

/** A caller who sees the parent may learn that the child is missing. */
function seesParent(operation: Operation, { actor, thing }: CallContext) {
  const { facts, tdoc } = thing
  return ofTdocs.includes(operation.about)
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
    const world = await worldOf(db, now, persona, store.files, loans)
    const { app, enter } = await portalOn(
      db,
      now,
      sandbox.loanDockUrl,
      store.files,
    )
    await using _ = { [Symbol.asyncDispose]: () => app.close() }
    const cookie = await enter(world.actor.id)
    const wrong: string[] = []
    const trials: Trial[] = []
    for (const operation of app.operations) {
      const one = caseOf(operation)
      const name = `${operation.method} ${operation.url}`
      if (one) trials.push(await prepareTrial(operation, one, world))
      else
        wrong.push(
          `${name} is served, but has no case in people-cases.ts, slv-cases.ts or tdoc-cases.ts`,
        )
    }
    // Everything exists now. Each call starts from this state and is undone.
    const tried = await undoEach(db)
    const watch = await watchChanges(db)
    for (const trial of trials) {
      const { operation, one, abouts } = trial
      const bodies = { child: new Set<string>(), thing: new Set<string>() }
      for (const about of abouts)
        await tried(async () => {
          const answer = await call(app, operation, one, about, cookie)
          total++
          wrong.push(...(await findFaults(answer, trial, about, watch)))
          if (answer.statusCode !== 404) return
          const kind = seesParent(operation, about) ? 'child' : 'thing'
          bodies[kind].add(bare(answer))
        })
      for (const different of Object.values(bodies))
        if (different.size > 1)
          wrong.push(
            `${operation.method} ${operation.url}: the bodies of 404s differ: ${[...different].join(' ')}`,
          )
    }
    return wrong
  }

  test.for(personas.map((persona) => [persona.name, persona] as const))(
    '%s',
    { timeout: 240_000 },
    async ([, persona], { db, now }) => {
      expect(await tryAll(db, now, persona)).toEqual([])
    },
  )
}
