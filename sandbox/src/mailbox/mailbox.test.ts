import { createTransport } from 'nodemailer'
import { beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { fetchJson, runningSandbox } from '../test/running.ts'
import { Mail } from './mails.ts'

const sandbox = runningSandbox()
const urlOf = (path: string) => `${sandbox().mailboxUrl}${path}`
const Mails = z.object({ items: z.array(Mail) })
/** The mails of the mailbox, newest first. */
const mails = async (query = '') => {
  const { body } = await fetchJson(urlOf(`/messages${query}`))
  return Mails.parse(body).items
}
const getPage = async (path: string) => {
  const response = await fetch(urlOf(path))
  const policy = response.headers.get('content-security-policy') ?? ''
  return { status: response.status, text: await response.text(), policy }
}
const send = (mail: Record<string, unknown>) =>
  createTransport(sandbox().smtpUrl).sendMail({
    from: '"The Portal" <portal@buyer.example>',
    to: 'tpr@orchid.example',
    subject: 'Hello',
    text: 'Hello',
    ...mail,
  })

beforeEach(() => fetch(urlOf('/messages'), { method: 'DELETE' }))

test('a mail can be read as soon as it was sent', async () => {
  await send({
    to: 'Ines Núñez <tpr@orchid.example>',
    cc: 'two@orchid.example',
    bcc: 'three@orchid.example',
    subject: 'Your code – 482913 ✓',
    text: 'Your code is 482913.\n',
    html: '<p>Your code is <b>482913</b></p>',
    attachments: [{ filename: 'a b.csv', content: 'x,y\n1,2\n' }],
  })
  const [mail, ...others] = await mails()
  expect(others).toEqual([])
  const recipients = [
    'tpr@orchid.example',
    'two@orchid.example',
    'three@orchid.example',
  ]
  expect(mail).toMatchObject({
    envelope: { from: 'portal@buyer.example', to: recipients },
    from: { name: 'The Portal', address: 'portal@buyer.example' },
    to: [{ name: 'Ines Núñez', address: 'tpr@orchid.example' }],
    subject: 'Your code – 482913 ✓',
    attachments: [{ name: 'a b.csv', contentType: 'text/csv', size: 8 }],
  })
  expect(mail?.text.trim()).toBe('Your code is 482913.')
  expect(mail?.html).toContain('<b>482913</b>')
  expect((await fetchJson(urlOf(`/messages/${mail?.id}`))).body).toEqual(mail)
})

test('mails are listed newest first, and by whole address in any letter case, blind copies included', async () => {
  await send({ subject: 'one', to: 'a@x.example' })
  await send({ subject: 'two', to: 'B@x.example' })
  await send({ subject: 'three', to: 'a@x.example', bcc: 'b@x.example' })
  const subjects = async (query: string) => {
    const found = await mails(query)
    return found.map(({ subject }) => subject)
  }
  expect(await subjects('')).toEqual(['three', 'two', 'one'])
  expect(await subjects('?to=A%40x.example')).toEqual(['three', 'one'])
  expect(await subjects('?to=b%40x.example')).toEqual(['three', 'two'])
  expect(await subjects('?to=x.example')).toEqual([])
})

test('deleting empties the mailbox, over JSON and from the page, but not from another site', async () => {
  await send({})
  const deletion = await fetch(urlOf('/messages'), { method: 'DELETE' })
  expect(deletion.status).toBe(204)
  expect(await mails()).toEqual([])
  await send({})
  const [mail] = await mails()
  const clear = (site: string) =>
    fetch(urlOf('/clear'), {
      method: 'POST',
      redirect: 'manual',
      headers: { 'sec-fetch-site': site },
    })
  expect((await clear('cross-site')).status).toBe(403)
  expect(await mails()).toHaveLength(1)
  expect((await clear('same-origin')).status).toBe(303)
  expect((await getPage(`/mails/${mail?.id}`)).status).toBe(404)
  expect((await getPage('/')).text).toContain('No mail yet')
})

test('the pages escape text and link web addresses only', async () => {
  await send({
    subject: '<b>bold</b>',
    text: 'Go to https://portal.example/invite?a=1&b=2 now\njavascript:alert(1) <script>alert(2)</script>',
  })
  const [mail] = await mails()
  const list = await getPage('/?to=tpr%40orchid.example')
  const mailPage = await getPage(`/mails/${mail?.id}`)
  expect(list.text).toContain('&lt;b&gt;bold&lt;/b&gt;')
  const link =
    '<a href="https://portal.example/invite?a=1&amp;b=2" target="_blank" rel="noopener noreferrer">'
  expect(mailPage.text).toContain(link)
  expect(mailPage.text).toContain('javascript:alert(1) &lt;script&gt;')
  for (const { text, policy } of [list, mailPage]) {
    expect(text).not.toMatch(/<script>|href="javascript|<b>/)
    expect(policy).toContain("default-src 'none'")
    expect(policy).not.toContain('unsafe')
  }
})

test("a mail's HTML is shown in a sandboxed frame under a policy that runs and loads nothing", async () => {
  await send({
    html: '<p>Hi</p><script>alert(1)</script><img src="http://spy.example/x">',
  })
  const [mail] = await mails()
  const mailPage = await getPage(`/mails/${mail?.id}`)
  expect(mailPage.text).toContain(
    `sandbox="allow-popups allow-popups-to-escape-sandbox" src="/mails/${mail?.id}/html"`,
  )
  expect(mailPage.text).not.toContain('spy.example')
  const { policy } = await getPage(`/mails/${mail?.id}/html`)
  expect(policy).toMatch(/^sandbox allow-popups/)
  expect(policy).toContain("default-src 'none'")
  expect(policy).not.toContain('allow-scripts')
  expect(policy).not.toContain('allow-same-origin')
})

test('mail to an address that is set to be refused is refused for good, until it is not', async () => {
  const refuse = (addresses: string[]) =>
    fetch(urlOf('/refused-addresses'), {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(addresses),
    })
  expect((await refuse(['TPR@orchid.example'])).status).toBe(204)
  await expect(send({})).rejects.toMatchObject({
    responseCode: 550,
    command: 'RCPT TO',
  })
  await send({ to: 'other@orchid.example' })
  await refuse([])
  await send({ headers: { 'X-Kind': 'greeting' } })
  const [mail, ...others] = await mails()
  expect(others).toHaveLength(1)
  expect(mail?.headers).toContainEqual({ name: 'x-kind', value: 'greeting' })
})

test('a stopped mail server refuses connections, and is back on the same port', async () => {
  const setUp = (isUp: boolean) =>
    fetch(urlOf('/smtp'), {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ isUp }),
    })
  expect((await setUp(false)).status).toBe(204)
  await setUp(false)
  await expect(send({})).rejects.toMatchObject({ code: 'ESOCKET' })
  await setUp(true)
  await setUp(true)
  await send({})
  expect(await mails()).toHaveLength(1)
})
