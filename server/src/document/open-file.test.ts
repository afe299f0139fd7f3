import { describe, expect } from 'vitest'
import { officeFile } from '../../test/archives.ts'
import { pdf, png } from '../../test/sample-files.ts'
import { newest, test } from '../../test/upload.ts'

const policy = /^sandbox; default-src 'none'/

describe('a download', () => {
  test('is an attachment under its name, contained, whatever it is', async ({ made, portal }) => {
    const seller = await made.seller()
    const slv = await made.slv({ status: 'REVIEW', sellerId: seller.id })
    const asks = await portal.as(seller)
    const name = `Größe "値" (1); x='y'.docx`
    const content = officeFile('docx')
    const { body } = await asks.upload(`/v1/proxy-loan/${slv.id}/documents`, name, Buffer.from(content))
    const at = `/v1/proxy-loan/${slv.id}/documents/${body.documents[0].id}/download`
    const named = /''(.*)$/
    for (const query of ['', '?disposition=attachment', '?disposition=inline']) {
      const { status, headers, bytes } = await asks.bytes(`${at}${query}`)
      expect(status).toBe(200)
      expect(bytes.equals(content)).toBe(true)
      expect(decodeURIComponent(named.exec(headers.get('content-disposition') ?? '')?.[1] ?? '')).toBe(
        body.documents[0].name,
      )
      expect(Object.fromEntries(headers)).toMatchObject({
        'content-disposition': expect.stringMatching(
          /^attachment; filename="Gr__e [\x20-\x7e]*\.docx"; filename\*=UTF-8''[\w%.-]+$/,
        ),
        'content-type': 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
        'content-length': String(content.length),
        'content-security-policy': expect.stringMatching(policy),
        'x-content-type-options': 'nosniff',
        'cross-origin-resource-policy': 'same-origin',
        'cache-control': 'no-store',
      })
    }
    expect((await asks.get(`${at}?disposition=other`)).status).toBe(400)
  })

  test('of what can be shown is inline when it is asked for so, by the type that was found', async ({
    made,
    portal,
  }) => {
    const seller = await made.seller()
    const slv = await made.slv({ status: 'REVIEW', sellerId: seller.id })
    const asks = await portal.as(seller)
    const files: [string, Buffer, string][] = [
      ['a.pdf', pdf, 'application/pdf'],
      ['a.png', png, 'image/png'],
      ['a.txt', Buffer.from('<b>no page</b>'), 'text/plain; charset=utf-8'],
    ]
    for (const [name, content, type] of files) {
      const { body } = await asks.upload(`/v1/proxy-loan/${slv.id}/documents`, name, Buffer.from(content))
      const { id } = newest(body.documents)
      const { headers } = await asks.bytes(`/v1/proxy-loan/${slv.id}/documents/${id}/download?disposition=inline`)
      expect(headers.get('content-disposition')).toMatch(/^inline; /)
      expect(headers.get('content-type')).toBe(type)
      expect(headers.get('content-security-policy')).toMatch(policy)
    }
  })

  test('gives the part that is asked for', async ({ made, portal }) => {
    const seller = await made.seller()
    const slv = await made.slv({ status: 'REVIEW', sellerId: seller.id })
    const asks = await portal.as(seller)
    const { body } = await asks.upload(`/v1/proxy-loan/${slv.id}/documents`, 'a.txt', '0123456789')
    const part = async (range: string) => {
      const at = `/v1/proxy-loan/${slv.id}/documents/${body.documents[0].id}/download`
      const { status, headers, bytes } = await asks.bytes(at, { range })
      return [status, headers.get('content-range'), status === 416 ? '' : bytes.toString()]
    }
    expect(await part('bytes=2-4')).toEqual([206, 'bytes 2-4/10', '234'])
    expect(await part('bytes=7-')).toEqual([206, 'bytes 7-9/10', '789'])
    expect(await part('bytes=-3')).toEqual([206, 'bytes 7-9/10', '789'])
    expect(await part('bytes=-99')).toEqual([206, 'bytes 0-9/10', '0123456789'])
    expect(await part('bytes=0-99')).toEqual([206, 'bytes 0-9/10', '0123456789'])
    expect(await part('bytes=10-')).toEqual([416, 'bytes */10', ''])
    expect(await part('bytes=-0')).toEqual([416, 'bytes */10', ''])
    expect(await part('bytes=5-2')).toEqual([416, 'bytes */10', ''])
    for (const other of ['bytes=0-1,3-4', 'lines=1-2', 'bytes=a-b', 'bytes=-']) {
      expect(await part(other)).toEqual([200, null, '0123456789'])
    }
  })

  test('of a file whose bytes are lost is a clear error, and the portal lives on', async ({
    made,
    portal,
    store,
    committed,
  }) => {
    const seller = await made.seller()
    const slv = await made.slv({ status: 'REVIEW', sellerId: seller.id })
    const asks = await portal.as(seller)
    const { body } = await asks.upload(`/v1/proxy-loan/${slv.id}/documents`, 'a.txt', 'x')
    const { storageKey } = await committed.selectFrom('document').select('storageKey').executeTakeFirstOrThrow()
    await store.files.remove(storageKey)
    const answer = await asks.get(`/v1/proxy-loan/${slv.id}/documents/${body.documents[0].id}/download`)
    expect(answer).toMatchObject({ status: 503, body: { error: 'The file store is not available, try again' } })
  })
})

describe('whose eyes a file is for', () => {
  test("those of everybody who sees the SLV; the underwriter's own, never a seller's but as an example", async ({
    made,
    portal,
  }) => {
    const company = await made.company()
    const seller = await made.seller(company.id)
    const underwriter = await made.underwriter('myOwn')
    const slv = await made.slv({ status: 'REVIEW', sellerId: seller.id, underwriterId: underwriter.id })
    const other = await made.slv({ status: 'REVIEW', sellerId: seller.id })
    const [bySeller, byUnderwriter] = [await portal.as(seller), await portal.as(underwriter)]
    const at = `/v1/proxy-loan/${slv.id}`
    const own = async (name: string) => {
      const { body } = await byUnderwriter.upload(`${at}/documents/underwriter-documents`, name, Buffer.from(pdf))
      return newest(body.underwriterDocuments).id
    }
    const [secret, example] = [await own('CANARY-secret.pdf'), await own('How a statement looks.pdf')]
    await bySeller.upload(`${at}/documents`, 'mine.pdf', Buffer.from(pdf))

    const ask = (exampleDocumentId: string) =>
      byUnderwriter.send('POST', `/v1/proxy-loan/underwriter/${slv.id}/set-pending-documents`, {
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ pendingDocuments: [{ name: 'Statement', exampleDocumentId }] }),
      })
    const mine = (await bySeller.get(`${at}/documents`)).body.documents[0].id
    expect(await ask(mine)).toMatchObject({
      status: 400,
      body: { details: [{ field: 'pendingDocuments.0.exampleDocumentId' }] },
    })
    const asked = await ask(example)
    expect(asked.body).toMatchObject({
      pendingDocuments: [{ example: { id: example, name: 'How a statement looks.pdf', type: 'PDF' } }],
    })

    const answers: string[] = []
    const paths = ['', '/detailed', '/documents', '/all-documents', `/document/${example}`]
    for (const path of paths) {
      const answer = await bySeller.get(`${at}${path}`)
      expect(answer.status).toBe(200)
      answers.push(answer.text)
    }
    for (const path of [`/v1/proxy-loan-history/${slv.id}/documents`, `/v1/proxy-loan-history/${slv.id}/slv-history`])
      answers.push((await bySeller.get(path)).text)
    answers.push((await bySeller.send('POST', `/v1/proxy-loan-history/${slv.id}`)).text)
    expect(answers.join()).toContain('mine.pdf')
    expect(answers.join()).not.toMatch(/CANARY|underwriterDocuments|ldpError|storageKey/)
    const open = (id: string) => bySeller.get(`${at}/documents/${id}/download`)
    expect((await open(secret)).status).toBe(404)
    expect((await bySeller.get(`${at}/document/${secret}`)).status).toBe(404)
    expect((await bySeller.send('DELETE', `${at}/document/${secret}`)).status).toBe(404)
    expect((await open(example)).status).toBe(200)
    expect((await byUnderwriter.send('DELETE', `${at}/document/${example}`)).status).toBe(409)

    // A file is looked up within its own SLV, by whoever sees that.
    expect((await bySeller.get(`/v1/proxy-loan/${other.id}/documents/${mine}/download`)).status).toBe(404)
    expect((await (await portal.as(await made.seller())).get(`${at}/documents/${mine}/download`)).status).toBe(404)
    expect(
      (await (await portal.as(await made.user({ role: 'TPR' }))).get(`${at}/documents/${mine}/download`)).status,
    ).toBe(403)
    const all = (await byUnderwriter.get(`${at}/all-documents`)).body
    expect(all.underwriterDocuments.map(({ name }: { name: string }) => name)).toEqual([
      'How a statement looks.pdf',
      'CANARY-secret.pdf',
    ])
  })
})
