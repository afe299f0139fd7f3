import { describe, expect } from 'vitest'
import { test } from '../../test/upload.ts'

describe('a file', () => {
  test('comes, is listed, is read back byte for byte, and goes', async ({ made, portal }) => {
    const seller = await made.seller()
    const slv = await made.slv({ status: 'REVIEW', sellerId: seller.id })
    const asks = await portal.as(seller)
    const text = 'Balance,100\n'.repeat(1000)
    const sent = await asks.upload(`/v1/proxy-loan/${slv.id}/documents`, 'bank.csv', text)
    expect(sent).toMatchObject({
      status: 200,
      body: { documents: [{ name: 'bank.csv', type: 'CSV', size: text.length, ldpState: 'QUEUED' }], slvVersion: 2 },
    })
    const [document] = sent.body.documents
    expect((await asks.get(`/v1/proxy-loan/${slv.id}/documents`)).body.documents).toEqual([document])
    const file = await asks.get(`/v1/proxy-loan/${slv.id}/documents/${document.id}/download`)
    expect(file.text).toBe(text)
    expect(await asks.send('DELETE', `/v1/proxy-loan/${slv.id}/document/${document.id}`)).toMatchObject({ status: 409 })
  })
})
