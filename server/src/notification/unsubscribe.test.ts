import { describe, expect } from 'vitest'
import { test as base } from '../../test/mailing.ts'
import { findRows } from '../../test/rows.ts'

const oneClick = 'List-Unsubscribe=One-Click'
const form = { 'content-type': 'application/x-www-form-urlencoded' }

/** A mail about a decision, the address in its header, and a stranger. */
const test = base
  .extend('seller', ({ made }) => made.seller())
  .extend('header', async ({ made, seller, send, claim, deliver, arrived }) => {
    const slv = await made.slv({ sellerId: seller.id })
    await send(seller, 'APPROVED', slv.id)
    await claim(seller)
    await deliver()
    const [mail] = await arrived(seller)
    const named = (name: string) =>
      mail?.headers.find((header) => header.name === name)?.value
    return {
      url: named('list-unsubscribe') ?? '',
      post: named('list-unsubscribe-post'),
      text: mail?.text ?? '',
    }
  })
  .extend('path', ({ header }) =>
    header.url.replace(/^<https:\/\/portal\.example\/api(.*)>$/, '$1'),
  )
  .extend('choices', ({ committed }) => async () => {
    return findRows(committed, 'mailPreference')
  })

describe('the address in the header of a mail', () => {
  test('reveals neither the person nor the kind', async ({
    header,
    seller,
  }) => {
    expect(header.post).toBe(oneClick)
    expect(header.url).toMatch(
      /^<https:\/\/portal\.example\/api\/v1\/notifications\/unsubscribe\/[\w-]+>$/,
    )
    const token = header.url.split('/').at(-1)?.slice(0, -1) ?? ''
    const decoded = Buffer.from(token, 'base64url').toString('latin1')
    expect(`${token} ${decoded}`).not.toMatch(
      new RegExp(`${seller.id}|DECISION|APPROVED`),
    )
    expect(header.text).toContain(`https://portal.example/unsubscribe/${token}`)
  })

  test('stops the emails of its kind by one POST without a session', async ({
    app,
    path,
    seller,
    choices,
  }) => {
    const answer = await app.inject({
      method: 'POST',
      url: `/api${path}`,
      headers: form,
      payload: oneClick,
    })
    expect([answer.statusCode, answer.json()]).toEqual([200, {}])
    expect(await choices()).toMatchObject([
      { userId: seller.id, kind: 'DECISION', frequency: 'OFF' },
    ])
  })

  test('also takes the multipart form that RFC 8058 recommends', async ({
    app,
    path,
    choices,
  }) => {
    const payload =
      '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n'
    const answer = await app.inject({
      method: 'POST',
      url: `/api${path}`,
      headers: { 'content-type': 'multipart/form-data; boundary=x' },
      payload,
    })
    expect(answer.statusCode).toBe(200)
    expect(await choices()).toHaveLength(1)
  })

  test('changes nothing when it is opened, and leads to the page', async ({
    app,
    path,
    choices,
  }) => {
    for (const method of ['GET', 'HEAD'] as const) {
      const answer = await app.inject({ method, url: `/api${path}` })
      expect(answer.statusCode).toBe(303)
      expect(answer.headers.location).toMatch(
        /^http:\/\/portal\.example\/unsubscribe\/[\w-]+$/,
      )
    }
    expect(await choices()).toEqual([])
  })

  test('does nothing if it was changed, or without the words of RFC 8058', async ({
    app,
    path,
    choices,
  }) => {
    const post = (url: string, payload: string) =>
      app.inject({ method: 'POST', url, headers: form, payload })
    const changed = `${path.slice(0, -6)}AAAAAA`
    expect((await post(`/api${changed}`, oneClick)).statusCode).toBe(404)
    expect((await post(`/api${path}`, 'a=b')).statusCode).toBe(400)
    expect(await choices()).toEqual([])
  })
})

test('after unsubscribing, waiting and later notifications of that kind are not mailed; others are', async ({
  made,
  seller,
  app,
  path,
  send,
  claim,
  deliver,
  arrived,
}) => {
  const slv = await made.slv({ sellerId: seller.id })
  await send(seller, 'DECLINED', slv.id)
  await claim(seller)
  await app.inject({
    method: 'POST',
    url: `/api${path}`,
    headers: form,
    payload: oneClick,
  })
  await deliver()
  await send(seller, 'NOT_NEEDED', slv.id)
  await send(seller, 'REOPENED', slv.id)
  await claim(seller)
  await deliver()
  const subjects = (await arrived(seller)).map(({ subject }) => subject)
  expect(
    subjects.filter((subject) => /denied|not needed/.test(subject)),
  ).toEqual([])
  expect(subjects[0]).toContain('Decision reopened')
})
