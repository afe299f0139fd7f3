import { Readable } from 'node:stream'
import { captureLimits } from '@portal/contract/data-capture/model'
import { writeXlsx } from 'hucre/xlsx'
import { describe, expect } from 'vitest'
import { captureHeader, test } from '../../test/capture-house.ts'
import { loanOf } from '../../test/house.ts'
import { inTheStore } from '../../test/upload.ts'
import { sweepFiles } from '../document/sweep-files.ts'
import { applyCapture, type CaptureHouse } from './apply-capture.ts'

const header = captureHeader
const more = { isLast: false }

describe('a data-capture file', () => {
  test('answers what its vendor has, makes what is new, and names each row that is neither', async ({
    committed,
    made,
    vendor,
    house,
    aTdoc,
  }) => {
    const { companyId: vendorId } = vendor.reviewer
    const known = await aTdoc({ vendorId, buyerLoanNumber: '7001', imageFileName: 'Known.pdf' })
    const complete = await aTdoc({ vendorId, buyerLoanNumber: '7001', imageFileName: 'done.pdf', status: 'COMPLETE' })
    const others = await aTdoc({ vendorId: (await made.company('TPR_VENDOR')).id, imageFileName: 'others.pdf' })
    const rows = [
      '7001,known.PDF,Received,03/10/2026,It came',
      '8001,new.pdf,NOT_RECEIVED,,',
      '9999,unknown.pdf,Received,11/30/2026,=cmd()',
      '8001,others.pdf,Received,,',
      '7001,done.pdf,Received,,',
      '8888,known.pdf,Received,,',
      '8002,bad.pdf,perhaps,,',
    ]
    const sent = await vendor.upload('Answers.csv', [header, ...rows].join('\r\n'))
    expect(sent).toMatchObject({ status: 200, body: { state: 'PROCESSING', rows: null, fileName: 'Answers.csv' } })
    expect(await made.jobsOf('apply-capture')).toEqual([{ uploadId: sent.body.id }])

    await applyCapture(house, sent.body.id, more)
    expect(await vendor.table()).toMatchObject({
      total: 1,
      items: [{ state: 'PARTLY_APPLIED', rows: 7, applied: 2, rejected: 5, problem: null }],
    })
    const answered = (await vendor.get(`/v1/tdocs/${known.id}`)).body
    expect(answered).toMatchObject({
      status: 'REVIEW_PENDING',
      tprResponse: 'RECEIVED',
      tprEstimatedDateOfReview: '2026-03-10',
    })
    const fresh = await committed.selectFrom('tdoc').selectAll().where('imageFileName', '=', 'new.pdf').execute()
    expect(fresh).toMatchObject([
      {
        type: 'AUTOMATIC',
        vendorId,
        tprResponse: 'NOT_RECEIVED',
        buyerLoanNumber: '8001',
        createdById: vendor.reviewer.id,
      },
    ])
    for (const { id, version } of [complete, others])
      expect(await committed.selectFrom('tdoc').select('version').where('id', '=', id).execute()).toEqual([{ version }])

    const rejects = await vendor.get(`/v1/data-capture-tpr/${sent.body.id}/rejects`)
    expect(rejects.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(rejects.headers.get('content-disposition')).toContain('Answers rejects.csv')
    const lines = rejects.text.trim().split('\r\n')
    expect(lines[0]).toContain(`${header},Row,Reason`)
    expect(lines.slice(1).map((line) => line.replace(/^.*?,(\d+,)/, '$1'))).toEqual([
      expect.stringContaining('LoanDock does not know this loan'),
      expect.stringContaining('This image file name is in use'),
      expect.stringContaining('The Tdoc is Complete now'),
      expect.stringContaining('The image stands in row 2 already'),
      expect.stringContaining('The response is none of'),
    ])
    // One's own words, not what was made of them.
    expect(lines[1]).toContain('9999,unknown.pdf,Received,11/30/2026,')
    expect(lines[1]).toContain("'=cmd()")
    expect(lines[1]).not.toContain(',=cmd()')
  })

  test('creates Tdocs only if the sender chose to; otherwise unknown images are rejected', async ({
    committed,
    made,
    vendor,
    house,
    aTdoc,
  }) => {
    const { companyId: vendorId } = vendor.reviewer
    await aTdoc({ vendorId, buyerLoanNumber: '7001', imageFileName: 'known.pdf' })
    await aTdoc({
      vendorId: (await made.company('TPR_VENDOR')).id,
      buyerLoanNumber: '8001',
      imageFileName: 'others.pdf',
    })
    const rows = ['7001,known.pdf,Received,,', '8001,new.pdf,Received,,', '8001,others.pdf,Received,,']
    const findLoan = () => Promise.reject(new Error('LoanDock has nothing to say about these rows'))
    const send = async (createTdocs: boolean, change: Partial<CaptureHouse> = {}) => {
      const { body } = await vendor.upload('Answers.csv', [header, ...rows].join('\n'), {}, createTdocs)
      await applyCapture({ ...house, ...change }, body.id, more)
      const reasons = await committed
        .selectFrom('captureRow')
        .select('reason')
        .where('uploadId', '=', body.id)
        .orderBy('rowNumber')
        .execute()
      return reasons.map(({ reason }) => reason)
    }
    const unknown = 'Your company has no Tdoc with this image file name'
    expect(await send(false, { loanDock: { ...house.loanDock, findLoan } })).toEqual([null, unknown, unknown])
    expect((await vendor.table()).items[0]).toMatchObject({ state: 'PARTLY_APPLIED', applied: 1, rejected: 2 })
    const count = () => committed.selectFrom('tdoc').select('id').execute()
    expect(await count()).toHaveLength(2)
    expect(await send(true)).toEqual([null, null, 'This image file name is in use'])
    expect(await count()).toHaveLength(3)
  })

  test('may call a loan by the seller’s number, today and again tomorrow', async ({ vendor, house, committed }) => {
    const byBoth = {
      ...house.loanDock,
      findLoan: async (number: string) =>
        number === 'ACME-1' ? loanOf('T1', { loanNumber: '8001', kind: 'TPR' }) : house.loanDock.findLoan(number),
    }
    for (const loan of ['ACME-1', 'ACME-1', '8001', '8002']) {
      const { body } = await vendor.upload('Answers.csv', `${header}\n${loan},a.pdf,Received,,`)
      await applyCapture({ ...house, loanDock: byBoth }, body.id, more)
    }
    const states = (await vendor.table()).items.map(({ state }) => state)
    expect(states).toEqual(['REJECTED', 'APPLIED', 'APPLIED', 'APPLIED'])
    const tdocs = await committed.selectFrom('tdoc').select('buyerLoanNumber').execute()
    expect(tdocs).toEqual([{ buyerLoanNumber: '8001' }])
  })

  test('of another vendor is not there', async ({ made, portal, vendor }) => {
    const { body } = await vendor.upload('Answers.csv', `${header}\n8001,a.pdf,Received,,`)
    const stranger = await portal.as(await made.user({ role: 'TPR' }))
    expect((await stranger.get('/v1/data-capture-tpr/table')).body).toMatchObject({ total: 0, items: [] })
    expect((await stranger.get(`/v1/data-capture-tpr/${body.id}/rejects`)).status).toBe(404)
  })

  test('is applied once, also by two at once and by whoever comes after one that was killed', async ({
    committed,
    vendor,
    house,
  }) => {
    const rows = Array.from({ length: 120 }, (_, index) => `8${index},image ${index}.pdf,Received,,"said ${index}"`)
    const { body } = await vendor.upload('Answers.csv', [header, ...rows].join('\n'))
    let asked = 0
    const killed = {
      ...house,
      loanDock: {
        ...house.loanDock,
        findLoan: async (number: string) => {
          asked++
          if (asked > 60) throw new Error('out of memory')
          return house.loanDock.findLoan(number)
        },
      },
    }
    await expect(applyCapture(killed, body.id, more)).rejects.toThrow(/out of memory/)
    expect(await vendor.table()).toMatchObject({ items: [{ state: 'PROCESSING', rows: 120, applied: 50 }] })
    await Promise.all([applyCapture(house, body.id, more), applyCapture(house, body.id, more)])
    await applyCapture(house, body.id, more)
    expect(await vendor.table()).toMatchObject({ items: [{ state: 'APPLIED', rows: 120, applied: 120, rejected: 0 }] })
    const { n, said } = await committed
      .selectFrom('tdoc')
      .select(({ fn, selectFrom }) => [
        fn.countAll<number>().as('n'),
        selectFrom('tdocHistory')
          .select(({ fn: inner }) => inner.countAll<number>().as('n'))
          .where('action', '=', 'set-response')
          .as('said'),
      ])
      .executeTakeFirstOrThrow()
    expect({ n, said }).toEqual({ n: 120, said: 120 })
  })

  test('that has worked for long is gone on with by the next job', async ({ made, vendor, house }) => {
    const rows = Array.from({ length: 51 }, (_, index) => `8${index},image ${index}.pdf,Received,,`)
    const { body } = await vendor.upload('Answers.csv', [header, ...rows].join('\n'))
    await applyCapture(house, body.id, more, -1)
    expect((await vendor.table()).items).toMatchObject([{ state: 'PROCESSING', applied: 0 }])
    expect(await made.jobsOf('apply-capture')).toHaveLength(1)
    await applyCapture(house, body.id, more)
    expect((await vendor.table()).items).toMatchObject([{ state: 'APPLIED', applied: 51 }])
  })

  test('with wrong titles is rejected as a whole', async ({ vendor, house }) => {
    const wrong = await vendor.upload('Wrong.csv', 'Loan,Image\n1,2')
    await applyCapture(house, wrong.body.id, more)
    expect((await vendor.table()).items).toMatchObject([
      { state: 'REJECTED', problem: expect.stringContaining('a column "Loan" that is not known') },
    ])
  })

  test('of somebody who was switched off in the meantime is not applied', async ({ committed, vendor, house }) => {
    const { body } = await vendor.upload('Answers.csv', `${header}\n8001,a.pdf,Received,,`)
    await committed.updateTable('appUser').set({ status: 'INACTIVE' }).where('id', '=', vendor.reviewer.id).execute()
    await applyCapture(house, body.id, more)
    expect(await committed.selectFrom('captureUpload').select('state').execute()).toEqual([{ state: 'REJECTED' }])
    expect(await committed.selectFrom('tdoc').select('id').execute()).toEqual([])
  })

  test('may be a workbook, and is judged by its content', async ({ vendor, house }) => {
    const book = await writeXlsx({
      sheets: [{ name: 'A', rows: [header.split(','), [8001, 'a.pdf', 'received', 46085]] }],
    })
    const sent = await vendor.upload('Answers.xlsx', new Uint8Array(book))
    await applyCapture(house, sent.body.id, more)
    expect((await vendor.table()).items).toMatchObject([{ state: 'APPLIED', applied: 1 }])
    for (const [name, content] of [
      ['Answers.xlsx', 'a,b'],
      ['Answers.pdf', '%PDF-1.7'],
      ['Answers.csv', new Uint8Array(book)],
      ['Answers.csv', ''],
    ] as const)
      expect((await vendor.upload(name, content)).status).toBe(400)
    expect((await vendor.upload('Answers.csv', new Uint8Array(captureLimits.bytes + 1).fill(65))).status).toBe(413)
    expect((await vendor.table()).total).toBe(1)
  })
})

test('the table is told once: who has seen it gets 304', async ({ vendor }) => {
  await vendor.upload('Answers.csv', `${header}\n8001,a.pdf,Received,,`)
  const first = await vendor.get('/v1/data-capture-tpr/table')
  const etag = first.headers.get('etag') ?? ''
  expect((await vendor.get('/v1/data-capture-tpr/table', { 'if-none-match': etag })).status).toBe(304)
  await vendor.upload('More.csv', `${header}\n8002,b.pdf,Received,,`)
  expect((await vendor.get('/v1/data-capture-tpr/table', { 'if-none-match': etag })).status).toBe(200)
})

test('the template is a file that can be uploaded as it is', async ({ vendor, house }) => {
  for (const format of ['csv', 'xlsx'] as const) {
    const { bytes, status } = await vendor.bytes(`/v1/data-capture-tpr/template?format=${format}`)
    expect(status).toBe(200)
    const sent = await vendor.upload(`Template.${format}`, new Uint8Array(bytes))
    expect(sent.status).toBe(200)
    await applyCapture(house, sent.body.id, more)
    expect((await vendor.table()).items[0]).toMatchObject({ state: 'REJECTED', rows: 2, rejected: 2, problem: null })
  }
})

test('files of uploads and images of Tdocs are no leftovers to be swept', async ({
  committed,
  vendor,
  house,
  store,
  aTdoc,
}) => {
  await vendor.upload('Answers.csv', `${header}\n8001,a.pdf,Received,,`)
  const keep = async (text: string) => (await store.files.receive(Readable.from([Buffer.from(text)]))).keep()
  const imageKey = await keep('an image')
  await aTdoc({ imageKey, imageType: 'PDF', imageSize: 8, imageSha256: Buffer.alloc(32) })
  const leftover = await keep('of nobody')
  await sweepFiles({ ...house, clock: () => new Date('2040-01-01T00:00:00Z') })
  const { fileKey } = await committed.selectFrom('captureUpload').select('fileKey').executeTakeFirstOrThrow()
  const kept = (await inTheStore(store.folder)).map(({ name }) => name)
  expect(kept.toSorted()).toEqual([fileKey, imageKey].map((key) => key.split('/')[1]).toSorted())
  expect(kept).not.toContain(leftover.split('/')[1])
})
