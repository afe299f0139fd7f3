import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { expect } from 'vitest'
import { keptFile, temporaryStore } from '../../../test/files.ts'
import { test as base } from '../../../test/makers.ts'
import { addRow, setRows } from '../../../test/rows.ts'
import { addComment } from '../../conversation/add-comment.ts'
import type { Ctx } from '../../lib/ctx.ts'
import { AppError, unavailable } from '../../lib/errors.ts'
import type { FileStore } from '../../lib/files/files.ts'
import { unzipped } from '../../lib/files/zip.ts'
import { startReview } from '../../slv/review/decide.ts'
import { exportSlvFile } from './export-slv-file.ts'

/** An SLV in review, with its people and a store of its documents. */
const test = base
  .extend('files', async ({}, { onCleanup }) => {
    const { files, remove } = await temporaryStore()
    onCleanup(remove)
    return files
  })
  .extend('reviewed', async ({ a, as }) => {
    const seller = await a.seller()
    const underwriter = await a.underwriter('myOwn')
    const { id } = await a.slv({
      status: 'PENDING',
      sellerId: seller.id,
      companyId: seller.companyId,
      underwriterId: underwriter.id,
    })
    const [ctx, sellerCtx] = [await as(underwriter), await as(seller)]
    await startReview(ctx, id)
    return { id, ctx, sellerCtx, sellerId: seller.id }
  })

const unpack = async (ctx: Ctx, id: string, files: FileStore) => {
  const print = async () => Buffer.from('%PDF-1.7')
  const deps = { files, print, brandName: 'Summit' }
  const chunks = await exportSlvFile(ctx, id, deps)
  return unzipped(await buffer(chunks))
}

const store = async (files: FileStore, content: string) => {
  const received = await files.receive(Readable.from([Buffer.from(content)]))
  return received.keep()
}

test('the file of an SLV has its documents, and names one that the store lost', async ({
  db,
  files,
  now,
  reviewed: { id, ctx, sellerId },
}) => {
  const addDocument = (name: string, storageKey: string) => {
    const { key: _, facts: __, pageCount: ___, ...file } = keptFile(name)
    return addRow(db, 'document', {
      ...file,
      storageKey,
      slvId: id,
      kind: 'SELLER',
      resubmitCount: 0,
      uploadedById: sellerId,
      uploadedAt: now,
    })
  }
  for (let number = 1; number < 40; number++)
    await addDocument('statement.txt', await store(files, `June ${number}`))
  await addDocument('lost?.txt', keptFile().key)

  const entries = await unpack(ctx, id, files)
  const documents = [...entries.keys()].filter((name) =>
    name.startsWith('documents/'),
  )
  expect(documents).toHaveLength(39)
  expect(documents[0]).toBe('documents/02 statement.txt')
  expect(entries.get('documents/02 statement.txt')).toBe('June 39')
  expect(entries.get('README.txt')).toContain(
    'Missing:\r\ndocuments/01 lost_.txt (the document store did not return it)',
  )
  expect(entries.get('documents.csv')).toMatch(/01 lost_\.txt,.*,no\r\n/)
  expect(entries.get('SLVReport.pdf')).toBe('%PDF-1.7')
  expect(entries.get('request.csv')).toContain('Status,In Review')
})

test('tables of a file have labels, not codes', async ({
  db,
  files,
  reviewed: { id, ctx },
}) => {
  await setRows(
    db,
    'slv',
    { id },
    { occupancy: 'I', propertyType: 'CW', isLoanClosed: false },
  )
  const entries = await unpack(ctx, id, files)
  const request = entries.get('request.csv')
  expect(request).toContain('Occupancy,Investment')
  expect(request).toContain('Property Type,Condo - Warrantable')
  expect(request).toContain('Is the loan closed?,No')
  expect(request).toContain('Summit Non-Agency Program,')
  expect(entries.get('history.csv')).toContain(',Started the review,')
})

test('the history of a file is checked as its README says', async ({
  files,
  reviewed: { id, ctx },
}) => {
  const entries = await unpack(ctx, id, files)
  const lines: { hash: string; content: string }[] = JSON.parse(
    entries.get('history-hashes.json') ?? '[]',
  )
  expect(lines.length).toBeGreaterThan(0)
  let before = Buffer.alloc(0)
  for (const { hash, content } of lines) {
    const digest = createHash('sha256').update(before).update(content).digest()
    expect(digest.toString('hex')).toBe(hash)
    before = digest
  }
  expect(lines.at(-1)?.content).toContain('start-review-process')
})

test('a report that is not printed is named, and too many prints are refused', async ({
  files,
  reviewed: { id, ctx },
}) => {
  const refuse = (error: Error) =>
    exportSlvFile(ctx, id, {
      files,
      brandName: 'Summit',
      print: () => Promise.reject(error),
    })
  const chunks = await refuse(unavailable('PDF reports are unavailable'))
  const entries = await unzipped(await buffer(chunks))
  expect(entries.get('README.txt')).toContain('SLVReport.pdf (not printed)')
  const busy = new AppError('too_many_requests', 'Too many reports')
  await expect(refuse(busy)).rejects.toMatchObject({ statusCode: 429 })
})

test('sellers get neither internal comments nor the text of the hashes, and others nothing', async ({
  a,
  as,
  files,
  reviewed: { id, ctx, sellerCtx },
}) => {
  for (const type of ['INTERNAL', 'EXTERNAL'] as const)
    await addComment(ctx, {
      proxyLoanId: id,
      type,
      message: `${type} word`,
      mentions: [],
    })
  const own = await unpack(ctx, id, files)
  expect(own.get('conversation.csv')).toContain('INTERNAL word')

  const entries = await unpack(sellerCtx, id, files)
  const everything = [...entries.values()].join('\n')
  expect(everything).toContain('EXTERNAL word')
  expect(everything).not.toContain('INTERNAL')
  expect([...entries.keys()]).not.toContain('history-hashes.json')
  expect([...entries.keys()]).not.toContain('SLVReport.pdf')

  const stranger = await as(await a.seller())
  await expect(unpack(stranger, id, files)).rejects.toMatchObject({
    statusCode: 404,
  })
})
