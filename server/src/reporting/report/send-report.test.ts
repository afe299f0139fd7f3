import type { Actor } from '@portal/contract/user/model'
import { expect } from 'vitest'
import { keys } from '../../../test/http.ts'
import { test as base, publicUrl } from '../../../test/report-mail.ts'
import { findRow, findRows, jobsOf, setRows } from '../../../test/rows.ts'
import { slvWithPeople } from '../../../test/talk.ts'
import { throttle } from '../../auth/factors/throttle.ts'
import { reportingJobs } from '../jobs.ts'
import { sendReportMail } from './send-report.ts'

const test = base
  .extend('scene', ({ made }) => slvWithPeople(made))
  /** Sends a link to the report of the scene's SLV. */
  .extend('send', ({ scene: { slv }, asks }) => {
    return async (
      actor: Actor,
      userIds: (string | undefined)[],
      headers: Record<string, string> = {},
    ) => {
      const call = await asks(actor)
      const path = `/v1/proxy-loan/${slv.id}/report/send`
      return call('POST', path, { headers, body: { userIds } })
    }
  })
  /** The queued mails. */
  .extend('queuedReports', ({ committed }) => async () => {
    const jobs = await jobsOf(committed, 'send-report')
    return jobs.map((data) => reportingJobs['send-report'].data.parse(data))
  })

test('a link to the report is queued once per key and person, and the history says so', async ({
  scene: { slv, underwriter, owner, chief },
  send,
  queuedReports,
  committed,
}) => {
  const headers = { 'idempotency-key': 'once' }
  const userIds = [owner.id, chief.id, owner.id]
  for (const _ of ['first', 'repeated']) {
    const answer = await send(underwriter, userIds, headers)
    expect(answer.json()).toEqual({ sent: 2 })
  }
  const recipientIds = (await queuedReports()).map(({ userId }) => userId)
  expect(recipientIds.toSorted()).toEqual([owner.id, chief.id].toSorted())

  // A seller's request runs as another database role.
  const answer = await send(owner, [underwriter.id])
  expect(answer.json()).toEqual({ sent: 1 })
  expect(await queuedReports()).toHaveLength(3)

  const history = await findRows(committed, 'slvHistory', {
    action: 'send-report',
  })
  const unmoved = { fromStatus: slv.status, toStatus: slv.status }
  expect(history).toMatchObject([
    { actorId: underwriter.id, ...unmoved },
    { actorId: owner.id, ...unmoved, comment: `To ${underwriter.name}` },
  ])
  for (const { name } of [owner, chief])
    expect(history[0]?.comment).toContain(name)
})

test('the mail links to the report, names no borrower, and isn’t sent to someone who lost access', async ({
  scene: { slv, underwriter, owner, chief },
  send,
  queuedReports,
  committed,
  deps,
  arrived,
}) => {
  await send(underwriter, [owner.id, chief.id])
  // The owner loses access between the request and the email.
  await setRows(committed, 'appUser', { id: owner.id }, { status: 'INACTIVE' })
  for (const data of await queuedReports()) await sendReportMail(deps, data)

  expect(await arrived(owner)).toEqual([])
  const [mail, ...others] = await arrived(chief)
  expect(others).toEqual([])
  const { buyerLoan, borrowerLastName } = await findRow(committed, 'slv', {
    id: slv.id,
  })
  expect(mail).toMatchObject({
    subject: `SLV report for loan ${buyerLoan} · Buyer`,
    attachments: [],
  })
  expect(mail?.text).toContain(
    `${publicUrl}/decision/slv/report?proxyLoanId=${slv.id}`,
  )
  expect(mail?.text).toContain(underwriter.name)
  expect(borrowerLastName).toBeTruthy()
  expect(mail?.text).not.toContain(borrowerLastName)
})

test('nothing is sent if one recipient isn’t allowed, and the list has the rest', async ({
  scene: { slv, people, ...scene },
  asks,
  send,
  queuedReports,
}) => {
  const { underwriter, owner, chief, bdd } = scene
  const { colleague, stranger, otherBdd, outsider } = scene
  const listRecipients = async (actor: Actor): Promise<string[]> => {
    const call = await asks(actor)
    const answer = await call(
      'GET',
      `/v1/proxy-loan/${slv.id}/report/recipients`,
    )
    const { items, canMail } = answer.json()
    expect(canMail).toBe(true)
    return items.map(({ id }: { id: string }) => id)
  }
  const refusal = {
    error: 'This person cannot open this SLV',
    details: [{ field: 'userIds.1' }],
  }
  for (const { actor, listed, unlisted } of [
    {
      actor: underwriter,
      listed: [owner, chief, bdd],
      unlisted: [underwriter, stranger, otherBdd, colleague, outsider],
    },
    {
      // A seller learns the names of no underwriters but their own.
      actor: owner,
      listed: [underwriter],
      unlisted: [owner, chief, stranger, otherBdd, colleague],
    },
  ]) {
    const ids = await listRecipients(actor)
    expect(ids).toEqual(expect.arrayContaining(listed.map(({ id }) => id)))
    for (const { id } of unlisted) expect(ids).not.toContain(id)
    for (const { id } of Object.values(people)) {
      if (ids.includes(id)) continue
      const answer = await send(actor, [ids[0], id])
      expect([answer.statusCode, answer.json()]).toMatchObject([400, refusal])
    }
  }
  expect(await queuedReports()).toEqual([])
})

test('a person who sent 30 reports in an hour cannot send more', async ({
  scene: { underwriter, owner, chief },
  send,
  queuedReports,
  committed,
  now,
}) => {
  for (let n = 0; n < 30; n++)
    await throttle({ db: committed, now, keys }, 'report', underwriter.id)
  expect((await send(underwriter, [owner.id])).statusCode).toBe(429)
  expect(await queuedReports()).toEqual([])
  expect((await send(chief, [owner.id])).statusCode).toBe(200)
})
