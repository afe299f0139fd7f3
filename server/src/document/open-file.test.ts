import { describe, expect } from 'vitest'
import { officeFile } from '../../test/archives.ts'
import { findRow } from '../../test/rows.ts'
import { pdf, png } from '../../test/sample-files.ts'
import { test as base, findDocument, newest } from '../../test/upload.ts'

const policy = /^sandbox; default-src 'none'/

/** A seller who uploads files to a request and downloads them. */
const test = base.extend('desk', async ({ made, portal }) => {
  const seller = await made.seller()
  const slv = await made.slv({ status: 'REVIEW', sellerId: seller.id })
  const asks = await portal.as(seller)
  /**
   * Uploads a file; answers with its stored name and the path of its download.
   */
  const upload = async (name: string, content: Buffer | string) => {
    const path = `/v1/proxy-loan/${slv.id}/documents`
    const { body } = await asks.upload(
      path,
      name,
      typeof content === 'string' ? content : Buffer.from(content),
    )
    const document = newest(body.documents)
    return { name: document.name, path: `${path}/${document.id}/download` }
  }
  return { asks, upload }
})

describe('a download', () => {
  test('is a sandboxed attachment with its name', async ({
    desk: { asks, upload },
  }) => {
    const content = officeFile('docx')
    const { name, path } = await upload(`Größe "値" (1); x='y'.docx`, content)
    for (const query of [
      '',
      '?disposition=attachment',
      '?disposition=inline',
    ]) {
      const { status, headers, bytes } = await asks.bytes(`${path}${query}`)
      expect(status).toBe(200)
      expect(bytes.equals(content)).toBe(true)
      const [, encoded = ''] =
        /''(.*)$/.exec(headers.get('content-disposition') ?? '') ?? []
      expect(decodeURIComponent(encoded)).toBe(name)
      expect(Object.fromEntries(headers)).toMatchObject({
        'content-disposition': expect.stringMatching(
          /^attachment; filename="Gr__e [\x20-\x7e]*\.docx"; filename\*=UTF-8''[\w%.-]+$/,
        ),
        'content-type':
          'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
        'content-length': String(content.length),
        'content-security-policy': expect.stringMatching(policy),
        'x-content-type-options': 'nosniff',
        'cross-origin-resource-policy': 'same-origin',
        'cache-control': 'no-store',
      })
    }
    expect((await asks.get(`${path}?disposition=other`)).status).toBe(400)
  })

  test.for([
    ['a.pdf', pdf, 'application/pdf'],
    ['a.png', png, 'image/png'],
    ['a.txt', Buffer.from('<b>no page</b>'), 'text/plain; charset=utf-8'],
  ] as const)(
    'of %s can be inline, with the type of its content',
    async ([name, content, type], { desk }) => {
      const { headers } = await desk.asks.bytes(
        `${(await desk.upload(name, content)).path}?disposition=inline`,
      )
      expect(headers.get('content-disposition')).toMatch(/^inline; /)
      expect(headers.get('content-type')).toBe(type)
      expect(headers.get('content-security-policy')).toMatch(policy)
    },
  )

  test('can be a range; of a lost file it is a clear error', async ({
    desk: { asks, upload },
    store,
    committed,
  }) => {
    const { path } = await upload('a.txt', '0123456789')
    const all = '0123456789'
    const expected: [string, number, string | null, string][] = [
      ['bytes=2-4', 206, 'bytes 2-4/10', '234'],
      ['bytes=7-', 206, 'bytes 7-9/10', '789'],
      ['bytes=-3', 206, 'bytes 7-9/10', '789'],
      ['bytes=-99', 206, 'bytes 0-9/10', all],
      ['bytes=0-99', 206, 'bytes 0-9/10', all],
      ['bytes=10-', 416, 'bytes */10', ''],
      ['bytes=-0', 416, 'bytes */10', ''],
      ['bytes=5-2', 416, 'bytes */10', ''],
      ['bytes=0-1,3-4', 200, null, all],
      ['lines=1-2', 200, null, all],
      ['bytes=a-b', 200, null, all],
      ['bytes=-', 200, null, all],
    ]
    for (const [range, ...answer] of expected) {
      const { status, headers, bytes } = await asks.bytes(path, { range })
      expect(
        [
          status,
          headers.get('content-range'),
          status === 416 ? '' : bytes.toString(),
        ],
        range,
      ).toEqual(answer)
    }
    const { id } = await findRow(committed, 'document')
    const { storageKey } = await findDocument(committed, id)
    await store.files.remove(storageKey)
    const error = 'File storage is unavailable. Try again.'
    expect(await asks.get(path)).toMatchObject({ status: 503, body: { error } })
  })
})

test('sellers never see underwriter documents, except examples', async ({
  made,
  portal,
}) => {
  const seller = await made.seller()
  const underwriter = await made.underwriter('myOwn')
  const slv = await made.slv({
    status: 'REVIEW',
    sellerId: seller.id,
    underwriterId: underwriter.id,
  })
  const other = await made.slv({ status: 'REVIEW', sellerId: seller.id })
  const [bySeller, byUnderwriter] = [
    await portal.as(seller),
    await portal.as(underwriter),
  ]
  const at = `/v1/proxy-loan/${slv.id}`
  const own = async (name: string) => {
    const { body } = await byUnderwriter.upload(
      `${at}/documents/underwriter-documents`,
      name,
      Buffer.from(pdf),
    )
    return newest(body.underwriterDocuments).id
  }
  const [secret, example] = [
    await own('CANARY-secret.pdf'),
    await own('How a statement looks.pdf'),
  ]
  const mine = newest(
    (await bySeller.upload(`${at}/documents`, 'mine.pdf', Buffer.from(pdf)))
      .body.documents,
  ).id

  const ask = (exampleDocumentId: string) =>
    byUnderwriter.send(
      'POST',
      `/v1/proxy-loan/underwriter/${slv.id}/set-pending-documents`,
      {
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({
          pendingDocuments: [{ name: 'Statement', exampleDocumentId }],
        }),
      },
    )
  const details = [{ field: 'pendingDocuments.0.exampleDocumentId' }]
  expect(await ask(mine)).toMatchObject({ status: 400, body: { details } })
  const shown = { id: example, name: 'How a statement looks.pdf', type: 'PDF' }
  expect((await ask(example)).body).toMatchObject({
    pendingDocuments: [{ example: shown }],
  })

  for (const path of [
    '',
    '/detailed',
    '/documents',
    '/all-documents',
    `/document/${example}`,
  ])
    expect((await bySeller.get(`${at}${path}`)).text, path).not.toMatch(
      /CANARY|underwriterDocuments|ldpError/,
    )
  const open = async (id: string) =>
    (await bySeller.get(`${at}/documents/${id}/download`)).status
  expect([await open(secret), await open(mine), await open(example)]).toEqual([
    404, 200, 200,
  ])
  expect(
    (await byUnderwriter.send('DELETE', `${at}/document/${example}`)).status,
  ).toBe(409)
  // A file is looked up within its own SLV.
  expect(
    (
      await bySeller.get(
        `/v1/proxy-loan/${other.id}/documents/${mine}/download`,
      )
    ).status,
  ).toBe(404)
})
