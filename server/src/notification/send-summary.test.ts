import { expect } from 'vitest'
import { test as base } from '../../test/mailing.ts'
import { jobsOf } from '../../test/rows.ts'
import { queueSummaries, sendSummary } from './send-summary.ts'

/** Queues all summaries and sends them. */
const test = base.extend('sendAll', ({ committed, deps, now }) => async () => {
  await queueSummaries({ db: committed, now })
  const queued = await jobsOf<{ userId: string; day: string }>(
    committed,
    'send-summary',
  )
  for (const job of queued) await sendSummary(deps, job)
  return queued.map(({ userId }) => userId)
})

const daysBefore = (now: Date, days: number) =>
  new Date(now.getTime() - days * 86_400_000)

test('BDDs get the counts of their sellers, and managers those of their people', async ({
  made,
  arrived,
  sendAll,
  now,
}) => {
  const bdd = await made.user({ role: 'BDD' })
  const company = await made.company('SELLER', bdd.id)
  const manager = await made.seller(company.id, 'myCompanyView')
  const owner = await made.seller(company.id)
  const lateClock = { clockSince: 1 }
  await made.slv({
    sellerId: owner.id,
    status: 'APPROVED',
    decisionDate: daysBefore(now, 0.5),
  })
  await made.slv({
    sellerId: owner.id,
    status: 'APPROVED',
    decisionDate: daysBefore(now, 3),
  })
  await made.slv({ sellerId: owner.id, status: 'REVIEW', ...lateClock })
  await made.slv({ sellerId: owner.id, status: 'REVIEW' })
  await made.slv({ sellerId: owner.id, status: 'PENDING_DOCUMENTS' })
  const stranger = await made.seller()
  await made.slv({ sellerId: stranger.id, status: 'PENDING_DOCUMENTS' })

  const queued = await sendAll()
  expect(queued.toSorted()).toEqual([bdd.id, manager.id].toSorted())
  const counts = 'Decided: 1, Late: 1, Waiting on the seller: 1'
  const [toBdd, ...others] = await arrived(bdd)
  expect(others).toEqual([])
  expect(toBdd?.text).toContain(`${company.name}\n  ${counts}`)
  const [toManager] = await arrived(manager)
  expect(toManager?.text).toContain(`${owner.name}\n  ${counts}`)
  expect(toManager?.text).toContain('/slv?tableMode=MY_COMPANY')
  for (const mail of [toBdd, toManager])
    expect(mail?.text).not.toMatch(/Marlow|SLR|trade desk/i)
})

test('no summary goes to people who turned it off, or without anything to say', async ({
  made,
  arrived,
  sendAll,
  wants,
}) => {
  const idle = await made.user({ role: 'BDD' })
  const off = await made.user({ role: 'BDD' })
  const company = await made.company('SELLER', off.id)
  const owner = await made.seller(company.id)
  await made.slv({ sellerId: owner.id, status: 'PENDING_DOCUMENTS' })
  await wants(off, 'OFF')
  await sendAll()
  expect([...(await arrived(idle)), ...(await arrived(off))]).toEqual([])
})
