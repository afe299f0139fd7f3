import { slvFile } from '@portal/contract/reporting/model'
import type { Actor } from '@portal/contract/user/model'
import { isUnderwriter } from '@portal/contract/user/policy'
import type { FastifyInstance, LightMyRequestResponse } from 'fastify'
import { expect } from 'vitest'
import { openSession } from '../../src/auth/sessions/session.ts'
import type { Db } from '../../src/lib/database/db.ts'
import { unzipped } from '../../src/lib/files/zip.ts'
import { createLog } from '../../src/lib/log.ts'
import { appOn, nowhere } from '../http.ts'
import { test } from '../makers.ts'
import { undoEach } from '../undo-each.ts'
import { createCanaries, type Reader, watchCanaries } from './canaries.ts'
import { type CanaryCall, listCalls } from './canary-calls.ts'
import { listReaders } from './canary-people.ts'
import { poolWithin } from './nested.ts'
import { plantCanaries } from './plant-canaries.ts'

/** The portal on one transaction, with a log that is appended to `lines`. */
async function startApp(db: Db, now: Date, lines: string[]) {
  const log = createLog('trace', { write: (line) => void lines.push(line) })
  const clock = () => now
  const app = await appOn(poolWithin(db), clock, nowhere, undefined, { log })
  await app.ready()
  return app
}

/** Signs everyone in. Returns the token of each session. */
async function openSessions(db: Db, readers: readonly Reader[], now: Date) {
  const tokens = new Map<Actor, string>()
  for (const { actor } of readers)
    tokens.set(actor, await openSession(db, actor.id, now, 'test'))
  return tokens
}

const send = (
  app: FastifyInstance,
  { method, url, body }: CanaryCall,
  token: string | undefined,
) =>
  app.inject({
    method,
    url,
    headers: { cookie: `session=${token}` },
    ...(body !== undefined && { payload: body as object }),
  })

const workbookType = 'application/vnd.openxmlformats'

/**
 * The text of a response, or of all the files in a workbook or in the file of an
 * SLV. What people download about themselves has their own words.
 */
async function readText(response: LightMyRequestResponse): Promise<string> {
  const type = `${response.headers['content-type']}`
  const name = `${response.headers['content-disposition']}`
  if (!type.startsWith(workbookType) && !name.includes(slvFile))
    return response.body
  const files = await unzipped(response.rawPayload)
  return [...files.values()].join('\n')
}

/**
 * Leaves out what only this call may show: underwriters may see the most
 * requested programs of all sellers' SLVs, but nothing else of those SLVs.
 */
function withoutPrograms(text: string, url: string, actor: Actor): string {
  const isReport = /\/reporting\/slv\/(summary|figures|programs)/.test(url)
  return isReport && isUnderwriter(actor)
    ? text.replaceAll(/canary-\d+-program/gi, '')
    : text
}

const hideIds = (url: string) =>
  url.replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, '*')

test('no text leaks into responses, workbooks, errors or the log', {
  timeout: 600_000,
}, async ({ db, now }) => {
  const canaries = createCanaries()
  const { people, slvs, tdocs } = await plantCanaries({ db, now, canaries })
  const { leaks, seen, search } = watchCanaries(canaries)
  const logLines: string[] = []
  const app = await startApp(db, now, logLines)
  const readers = listReaders(people)
  const actors = readers.map(({ actor }) => actor)
  const tokens = await openSessions(db, readers, now)
  const thenUndo = await undoEach(db)

  let callCount = 0
  for (const reader of readers)
    for (const call of listCalls(app, reader.actor, { slvs, tdocs, actors })) {
      const token = tokens.get(reader.actor)
      const response = await thenUndo(() => send(app, call, token))
      callCount++
      const text = withoutPrograms(
        await readText(response),
        call.url,
        reader.actor,
      )
      const place = `${call.method} ${hideIds(call.url)}`
      search(reader, place, text)
      search(reader, `headers of ${place}`, JSON.stringify(response.headers))
      if ([...tokens.values()].some((other) => text.includes(other)))
        leaks.add(`${reader.name} at ${place}: a session`)
    }
  await app.close()

  expect([...leaks]).toEqual([])
  const logged = logLines.join('')
  expect(logged.match(canaries.pattern) ?? []).toEqual([])
  for (const token of tokens.values()) expect(logged).not.toContain(token)

  // Every text that someone may see was seen, so the search covered everything.
  const unseen = [...canaries.audienceOf]
    .filter(([text, audience]) => actors.some(audience) && !seen.has(text))
    .map(([text]) => text)
  process.stdout.write(
    `${callCount} calls searched for ${canaries.audienceOf.size} texts, ${seen.size} of them found where they may be\n`,
  )
  expect(unseen).toEqual([])
})
