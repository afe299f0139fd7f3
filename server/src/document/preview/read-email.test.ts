import { expect } from 'vitest'
import { test as base, newest } from '../../../test/upload.ts'

/** A seller who uploads emails to a draft, and reads their previews. */
const test = base.extend('preview', async ({ made, portal }) => {
  const seller = await made.seller()
  const slv = await made.slv({ status: 'DRAFT', sellerId: seller.id })
  const asks = await portal.as(seller)
  return async (content: string | Buffer, name = 'letter.eml') => {
    const bytes =
      typeof content === 'string'
        ? Buffer.from(content.replaceAll('\n', '\r\n'))
        : content
    const { body } = await asks.upload(
      `/v1/proxy-loan/${slv.id}/documents`,
      name,
      Buffer.from(bytes),
    )
    return asks.get(
      `/v1/proxy-loan/${slv.id}/documents/${newest(body.documents).id}/email`,
    )
  }
})

const headers = 'From: Ana <ana@seller.example>\nSubject: Letter\n'
const withBytes = (type: string, hex: string) =>
  Buffer.concat([
    Buffer.from(`${headers}${type}\n`.replaceAll('\n', '\r\n')),
    Buffer.from(hex, 'hex'),
  ])

test('an email is decoded: subject, addresses, date, text', async ({
  preview,
}) => {
  const letter = `From: =?utf-8?B?w4lsaXNl?= <elise@acme.example>
To: "Desk, Loans" <desk@buyer.example>, second@buyer.example
Cc: Team: =?iso-8859-1?Q?Mu=F1oz?= <munoz@acme.example>;
Subject: =?utf-8?Q?Payoff_=E2=80=93_Mu=C3=B1oz?=
Date: Mon, 2 Mar 2026 10:00:00 -0500
Content-Type: text/plain; charset=utf-8
Content-Transfer-Encoding: base64

UGF5b2ZmICQ0MTIsMDAwLjAwIHRocm91Z2ggMy8zMSDigJQgw4lsaXNlDQo=
`
  const { status, body } = await preview(letter)
  expect(status).toBe(200)
  expect(body).toEqual({
    subject: 'Payoff – Muñoz',
    from: [{ name: 'Élise', address: 'elise@acme.example' }],
    to: [
      { name: 'Desk, Loans', address: 'desk@buyer.example' },
      { name: '', address: 'second@buyer.example' },
    ],
    cc: [{ name: 'Muñoz', address: 'munoz@acme.example' }],
    date: '2026-03-02T15:00:00.000Z',
    text: expect.stringContaining('Payoff $412,000.00 through 3/31 — Élise'),
    isCut: false,
    attachments: [],
  })
})

test.for([
  [
    'ISO-2022-JP',
    withBytes(
      'Content-Type: text/plain; charset=ISO-2022-JP\n',
      '1b2442243324731b2842',
    ),
    'こん',
  ],
  [
    'Shift_JIS',
    withBytes('Content-Type: text/plain; charset=Shift_JIS\n', '82b182f1'),
    'こん',
  ],
  [
    'GB2312',
    withBytes('Content-Type: text/plain; charset=gb2312\n', 'c4e3bac3'),
    '你好',
  ],
  [
    'KOI8-R',
    withBytes('Content-Type: text/plain; charset=koi8-r\n', 'f0d2'),
    'Пр',
  ],
  ['no encoding, as UTF-8', withBytes('', '4d75c3b16f7a'), 'Muñoz'],
  ['no encoding, as windows-1252', withBytes('', '4d75f16f7a'), 'Muñoz'],
] as const)(
  'an email in %s is read',
  async ([, content, text], { preview }) => {
    expect((await preview(content)).body).toMatchObject({
      text: expect.stringContaining(text),
    })
  },
)

test('an email of parts shows its text, and lists its attachments', async ({
  preview,
}) => {
  const letter = `${headers}MIME-Version: 1.0
Content-Type: multipart/mixed; boundary=b

--b
Content-Type: multipart/alternative; boundary=a

--a
Content-Type: text/plain; charset=utf-8

See the statement.
--a
Content-Type: text/html; charset=utf-8

<p>See the <b>statement</b>.</p>
--a--
--b
Content-Type: application/pdf; name="=?utf-8?Q?Gr=C3=B6=C3=9Fe=2Epdf?="
Content-Disposition: attachment
Content-Transfer-Encoding: base64

JVBERi0xLjQK
--b--
`
  expect((await preview(letter)).body).toMatchObject({
    text: expect.stringMatching(/^See the statement\.\s*$/),
    attachments: [{ name: 'Größe.pdf', type: 'application/pdf', size: 9 }],
  })
})

test('an email in HTML shows its words, without markup, scripts or addresses of pictures', async ({
  preview,
}) => {
  const letter = `${headers}Content-Type: text/html; charset=utf-8

<style>p { color: red }</style><p>Pay &euro;5</p><img src="https://tracker.example/a.png"><script>alert(1)</script>
`
  const { body } = await preview(letter)
  expect(body).toMatchObject({ text: 'Pay €5' })
})

test('an email that is nested without end, and other files, have no preview', async ({
  preview,
}) => {
  const open = (index: number) =>
    `Content-Type: multipart/mixed; boundary=b${index}\n\n--b${index}\n`
  const nested =
    headers + Array.from({ length: 100 }, (_, index) => open(index)).join('')
  expect(await preview(nested)).toMatchObject({
    status: 400,
    body: { error: '"letter.eml" cannot be displayed' },
  })
  const text = await preview('Two months, all pages', 'note.txt')
  expect(text).toMatchObject({
    status: 400,
    body: { error: '"note.txt" is not an email' },
  })
})
