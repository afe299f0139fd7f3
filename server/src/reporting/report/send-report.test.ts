import type { Actor } from '@portal/contract/user/model'
import { expect } from 'vitest'
import { keys } from '../../../test/http.ts'
import { test as base, publicUrl } from '../../../test/report-mail.ts'
import { findRow, findRows, jobsOf, setRows } from '../../../test/rows.ts'
import { slvWithPeople } from '../../../test/talk.ts'
import { throttle } from '../../auth/factors/throttle.ts'
import { reportingJobs } from '../jobs.ts'
import { sendReportMail } from './send-report.ts'

const test = base.extend('reports', ({ committed }) => async () => {
  const queued = await jobsOf(committed, 'send-report')
  return queued.map((data) => reportingJobs['send-report'].data.parse(data))
})

test('a link to the report goes out once per key', async ({
  made,
  asks,
  reports,
  committed,
  deps,
  arrived,
}) => {
  const { slv, underwriter, owner, chief } = await slvWithPeople(made)
  const ask = await asks(underwriter)
  const path = `/v1/proxy-loan/${slv.id}/report/send`
  const call = {
    headers: { 'idempotency-key': 'once' },
    body: { userIds: [owner.id, chief.id, owner.id] },
  }
  expect((await ask('POST', path, call)).json()).toEqual({ sent: 2 })
  expect((await ask('POST', path, call)).json()).toEqual({ sent: 2 })
  const queued = await reports()
  // A seller's request runs as another database role.
  const body = { userIds: [underwriter.id] }
  expect((await (await asks(owner))('POST', path, { body })).json()).toEqual({
    sent: 1,
  })
  expect(await reports()).toHaveLength(3)
  expect(queued.map(({ userId }) => userId).toSorted()).toEqual(
    [owner.id, chief.id].toSorted(),
  )
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

  // The owner loses access between the request and the email.
  await setRows(committed, 'appUser', { id: owner.id }, { status: 'INACTIVE' })
  for (const data of queued) await sendReportMail(deps, data)
  expect(await arrived(owner)).toEqual([])
  const mails = await arrived(chief)
  expect(mails).toHaveLength(1)
  const { buyerLoan, borrowerLastName } = await findRow(committed, 'slv', {
    id: slv.id,
  })
  expect(mails[0]).toMatchObject({
    subject: `SLV report for loan ${buyerLoan} · Buyer`,
    attachments: [],
  })
  expect(mails[0]?.text).toContain(
    `${publicUrl}/decision/slv/report?proxyLoanId=${slv.id}`,
  )
  expect(mails[0]?.text).toContain(underwriter.name)
  expect(borrowerLastName).toBeTruthy()
  expect(mails[0]?.text).not.toContain(borrowerLastName)
})

test('nothing is sent if one recipient isn’t allowed, and the list has the rest', async ({
  made,
  asks,
  reports,
}) => {
  const {
    slv,
    people,
    underwriter,
    owner,
    colleague,
    stranger,
    chief,
    bdd,
    otherBdd,
    outsider,
  } = await slvWithPeople(made)
  const path = `/v1/proxy-loan/${slv.id}/report`
  const recipients = async (actor: Actor) => {
    const { items, canMail } = (
      await (
        await asks(actor)
      )('GET', `${path}/recipients`)
    ).json()
    expect(canMail).toBe(true)
    return items.map(({ id }: { id: string }) => id)
  }
  for (const [actor, wanted, unwanted] of [
    [
      underwriter,
      [owner, chief, bdd],
      [underwriter, stranger, otherBdd, colleague, outsider],
    ],
    // A seller learns the names of no underwriters but their own.
    [owner, [underwriter], [owner, chief, stranger, otherBdd, colleague]],
  ] as const) {
    const ids = await recipients(actor)
    expect(ids).toEqual(expect.arrayContaining(wanted.map(({ id }) => id)))
    const ask = await asks(actor)
    for (const { id } of Object.values(people)) {
      if (ids.includes(id)) continue
      const answer = await ask('POST', `${path}/send`, {
        body: { userIds: [ids[0], id] },
      })
      const refusal = {
        error: 'This person cannot open this SLV',
        details: [{ field: 'userIds.1' }],
      }
      expect([answer.statusCode, answer.json()]).toMatchObject([400, refusal])
    }
    for (const { id } of unwanted) expect(ids).not.toContain(id)
  }
  expect(await reports()).toEqual([])
})

test('a person who sent 30 reports in an hour cannot send more', async ({
  made,
  asks,
  reports,
  committed,
  now,
}) => {
  const { slv, underwriter, owner, chief } = await slvWithPeople(made)
  for (let n = 0; n < 30; n++)
    await throttle({ db: committed, now, keys }, 'report', underwriter.id)
  const send = async (actor: Actor) =>
    (await asks(actor))('POST', `/v1/proxy-loan/${slv.id}/report/send`, {
      body: { userIds: [owner.id] },
    })
  expect((await send(underwriter)).statusCode).toBe(429)
  expect(await reports()).toEqual([])
  expect((await send(chief)).statusCode).toBe(200)
})
