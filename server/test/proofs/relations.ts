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
import { type Loans, worldOf } from './world.ts'

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

  test.for(personas.map((persona) => [persona.name, persona] as const))(
    '%s',
    { timeout: 240_000 },
    async ([, persona], { db, now }) => {
      const world = await worldOf(db, now, persona, store.files, loans)
      const { app, enter } = await portalOn(
        db,
        now,
        sandbox.loanDockUrl,
        store.files,
      )
      const cookie = await enter(world.actor.id)
      const wrong: string[] = []
      const askings: {
        operation: Operation
        one: Case
        abouts: CallContext[]
      }[] = []
      for (const operation of app.operations) {
        const one = caseOf(operation)
        if (!one) {
          wrong.push(
            `${operation.method} ${operation.url} is served, but has no case`,
          )
          continue
        }
        const abouts: CallContext[] = []
        // Callers without access are refused before anything is read, so fewer
        // relations are enough.
        const isOpen =
          operation.access === 'PUBLIC' || operation.access(world.actor)
        for (const relation of relationsOf(operation)) {
          if (!isOpen && relation !== 'own' && relation !== 'missing') continue
          const thing = await world.thingIn(relation, one.at ?? 'REVIEW')
          abouts.push({ actor: world.actor, thing, relation, world })
        }
        askings.push({ operation, one, abouts })
      }
      // Everything exists now. Each call starts from this state and is undone.
      const tried = await undoEach(db)
      const watch = await watchChanges(db)
      let asked = 0
      try {
        for (const { operation, one, abouts } of askings) {
          const bodies = new Map<string, Set<string>>()
          for (const about of abouts) {
            const { relation, thing } = about
            const should = expected(operation, one, about)
            await tried(async () => {
              const answer = await call(app, operation, one, about, cookie)
              asked++
              const name = `${operation.method} ${operation.url} ${relation}`
              const status = answer.statusCode
              if (!should.includes(status))
                wrong.push(
                  `${name}: ${status}, not ${should.join(' or ')} ${answer.body.slice(0, 120)}`,
                )
              if (status >= 300 && !(await watch.isUntouched()))
                wrong.push(`${name}: ${status}, and it changed something`)
              if (status === 404) {
                // A caller who sees the parent may learn that the child is
                // missing.
                const { facts, tdoc } = thing
                const isSeen = ofTdocs.includes(operation.about)
                  ? tdoc.facts && mayViewTdoc(world.actor, tdoc.facts)
                  : facts && mayView(world.actor, facts)
                const kind = isSeen ? 'child' : 'thing'
                bodies.set(
                  kind,
                  (bodies.get(kind) ?? new Set()).add(bare(answer)),
                )
              }
            })
          }
          for (const said of bodies.values())
            if (said.size > 1)
              wrong.push(
                `${operation.method} ${operation.url}: the bodies of 404s differ: ${[...said].join(' ')}`,
              )
        }
      } finally {
        await app.close()
      }
      total += asked
      expect(wrong).toEqual([])
    },
  )
}
