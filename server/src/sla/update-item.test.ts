import { describe, expect, onTestFinished, vi } from 'vitest'
import { type Caller, test } from '../../test/http.ts'
import { listenTo } from '../lib/jobs/listen.ts'
import { makeLog } from '../lib/log.ts'

const change = { name: 'slvReview', targetDays: 3, warnDays: 1 }
const slaOf = async (asks: Caller, id: string) => (await asks('GET', `/v1/proxy-loan/${id}/detailed`)).json()

test('a target applies to open work immediately, is recorded, and has a version', async ({ made, signedIn }) => {
  const boss = await made.underwriter('manageSla', 'viewSlvDepartment')
  const { id } = await made.slv()
  const asks = await signedIn(boss)
  expect((await slaOf(asks, id)).groupSlaStatus).toMatchObject({ days: -2, warn: false })

  const answer = await asks('PATCH', '/v1/sla', { body: change, headers: { 'if-match': '"1"' } })
  expect(answer.statusCode).toBe(200)
  expect(answer.json()).toEqual({ ...change, label: 'SLV review', area: 'SLV', version: 2 })
  expect((await slaOf(asks, id)).groupSlaStatus).toMatchObject({ days: -3 })

  const changes = [
    { field: 'slvReview.targetDays', before: 2, after: 3 },
    { field: 'slvReview.warnDays', before: 0, after: 1 },
  ]
  const log = (await asks('GET', '/v1/sla/changes')).json()
  expect(log).toMatchObject({ total: 1, items: [{ actorName: boss.name, changes }] })
  const again = await asks('PATCH', '/v1/sla', { body: change, headers: { 'if-match': '"2"' } })
  expect(again.json().version).toBe(2)
  expect((await asks('GET', '/v1/sla/changes')).json().total).toBe(1)
})

test('a target is refused with a stale version, and bad input names its field', async ({ made, signedIn }) => {
  const asks = await signedIn(await made.underwriter('manageSla'))
  const patch = (body: object, version = 1) =>
    asks('PATCH', '/v1/sla', { body, headers: { 'if-match': `"${version}"` } })
  expect((await patch(change)).statusCode).toBe(200)
  expect((await patch({ ...change, targetDays: 9 })).statusCode).toBe(412)
  for (const [body, field] of [
    [{ ...change, targetDays: 366 }, 'targetDays'],
    [{ ...change, targetDays: -1 }, 'targetDays'],
    [{ ...change, targetDays: 1.5 }, 'targetDays'],
    [{ ...change, warnDays: 4 }, 'warnDays'],
    [{ ...change, name: 'lunch' }, 'name'],
  ] as const) {
    const answer = await patch(body, 2)
    expect(answer.statusCode, field).toBe(400)
    expect(answer.json().details, field).toContainEqual(expect.objectContaining({ field }))
  }
  expect((await asks('GET', '/v1/sla')).json()).toContainEqual(expect.objectContaining({ ...change, version: 2 }))
})

test('a target reaches other nodes immediately', async ({ made, signedIn, startNode, signInAt, url }) => {
  const boss = await made.underwriter('manageSla', 'viewSlvDepartment')
  const { id } = await made.slv()
  const here = await signedIn(boss)
  const news = listenTo(url, makeLog('silent'))
  onTestFinished(news.stop)
  const there = await signInAt(await startNode(undefined, { news }), boss)
  expect((await slaOf(there, id)).slaDays).toBe(-2)
  await here('PATCH', '/v1/sla', { body: change })
  await vi.waitFor(async () => expect((await slaOf(there, id)).slaDays).toBe(-3), { timeout: 30_000, interval: 10 })
})

describe('the calendar over HTTP', () => {
  test('names each invalid field, accepts valid ones, and refuses a stale version', async ({ made, signedIn }) => {
    const asks = await signedIn(await made.underwriter('manageSla'))
    const read = await asks('GET', '/v1/sla/calendar')
    expect(read.headers.etag).toBe('"1"')
    const { version: _, timeZone, today, ...calendar } = read.json()
    const frame = { weekday: 1, opens: '09:00', closes: '18:00' }
    const holiday = { day: '2026-12-24', name: 'Christmas Eve' }
    const patch = (body: object, version = '"1"') =>
      asks('PATCH', '/v1/sla/calendar', { body, headers: { 'if-match': version } })
    for (const [body, field] of [
      [{ ...calendar, cutOff: '25:00' }, 'cutOff'],
      [{ ...calendar, cutOff: '' }, 'cutOff'],
      [{ ...calendar, frames: [] }, 'frames'],
      [{ ...calendar, frames: [frame, { ...frame, opens: '18:00', closes: '17:00' }] }, 'frames.1.closes'],
      [{ ...calendar, frames: [frame, { ...frame, weekday: 2 }, { ...frame, opens: '12:00' }] }, 'frames.2.opens'],
      [{ ...calendar, frames: [{ ...frame, opens: '9:00' }] }, 'frames.0.opens'],
      [{ ...calendar, frames: [{ ...frame, weekday: 7 }] }, 'frames.0.weekday'],
      [{ ...calendar, holidays: [{ day: '2026-02-30', name: 'No day' }] }, 'holidays.0.day'],
      [{ ...calendar, holidays: [{ ...holiday, name: ' ' }] }, 'holidays.0.name'],
      [{ ...calendar, holidays: [holiday, { ...holiday, name: 'Another' }] }, 'holidays.1.day'],
    ] as const) {
      const answer = await patch(body)
      expect(answer.statusCode, field).toBe(400)
      expect(answer.json().details, field).toContainEqual(expect.objectContaining({ field }))
    }
    const split = [
      { ...frame, closes: '12:00' },
      { ...frame, opens: '13:00' },
    ]
    const taken = await patch({ ...calendar, frames: split })
    expect(taken.json()).toEqual({ ...calendar, frames: split, version: 2, timeZone, today })
    expect(taken.headers.etag).toBe('"2"')
    expect((await patch(calendar)).statusCode).toBe(412)
  })
})
