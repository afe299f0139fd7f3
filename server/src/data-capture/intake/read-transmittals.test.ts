import { appendFile, mkdir, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { startSftp } from '@portal/sandbox/sftp/start'
import { describe, expect } from 'vitest'
import { test as base, index } from '../../../test/intake.ts'
import { pdf, png } from '../../../test/sample-files.ts'
import { AppError } from '../../lib/errors.ts'
import {
  type LoanDock,
  UnreadableAnswer,
} from '../../lib/integrations/loan-dock.ts'
import { sftpTransmittals } from '../../lib/integrations/transmittals-sftp.ts'
import { readTransmittals, type TransmittalDeps } from './read-transmittals.ts'

/**
 * The folder with these images and an index of these rows, and its reading some
 * minutes later.
 */
const test = base
  .extend(
    'put',
    ({ folder }) =>
      async (images: string[], ...rows: string[]) => {
        for (const name of images) await folder.put(name, pdf)
        await folder.put('index.csv', index(...rows))
      },
  )
  .extend(
    'readAfter',
    ({ deps, now }) =>
      async (minutes: number, change: Partial<TransmittalDeps> = {}) => {
        await readTransmittals({
          ...deps,
          ...change,
          clock: () => new Date(now.getTime() + minutes * 60_000),
        })
      },
  )
  .extend('withLoans', ({ deps }) => (findLoan: LoanDock['findLoan']) => ({
    loanDock: { ...deps.loanDock, findLoan },
  }))
  .extend('staff', async ({ made, portal }) =>
    portal.as(await made.underwriter('managePermissions')),
  )
const runsPath = '/v1/tdocs/intake/runs'

describe('a transmittal', () => {
  test('takes a right row after rejected ones with the same image, and the first right one only', async ({
    deps,
    put,
    found,
  }) => {
    await put(
      ['a.pdf'],
      '9999,a.pdf,,,',
      '8001,A.pdf,,someday,',
      '8001,a.pdf,,,',
      '8002,a.pdf,,,',
    )
    await readTransmittals(deps)
    expect(await found.reasons()).toEqual([
      'LoanDock does not have this loan',
      expect.stringContaining('The transmittal date must be a date'),
      'This image is already listed in row 4',
    ])
    expect(await found.tdocs()).toMatchObject([
      { buyerLoanNumber: '8001', imageFileName: 'a.pdf' },
    ])
  })

  test('rejects bad rows, and says why', async ({
    deps,
    folder,
    found,
    staff,
    aTdoc,
  }) => {
    await aTdoc({ imageFileName: 'taken.pdf' })
    for (const name of [
      'A.PDF',
      'taken.pdf',
      'unknown.pdf',
      'no-vendor.pdf',
      'day.pdf',
      'category.pdf',
    ])
      await folder.put(name, pdf)
    await folder.put('broken.pdf', pdf.subarray(0, 200))
    await folder.put('page.html', '<html></html>')
    await folder.put(
      'index.csv',
      index(
        '8001,a.pdf,,,',
        '8001,taken.pdf,,,',
        '9999,unknown.pdf,,,',
        '8001,no-vendor.pdf,No such vendor,,',
        '8001,day.pdf,,someday,',
        '8001,category.pdf,,,Colour',
        '8001,broken.pdf,,,',
        '8001,page.html,,,',
        '8001,A.pdf,,,',
        ',a.pdf,,,',
      ),
    )
    await readTransmittals(deps)

    expect(await found.reasons()).toEqual([
      'The image file name is already in use',
      'LoanDock does not have this loan',
      'This vendor does not exist',
      expect.stringContaining('The transmittal date must be a date'),
      expect.stringContaining('A review category is not one of'),
      expect.stringContaining('is damaged or incomplete'),
      expect.stringContaining('cannot be uploaded'),
      'This image is already listed in row 2',
      'The loan number is missing',
    ])
    const [run] = await found.runs()
    expect(run).toMatchObject({
      rowCount: 10,
      createdCount: 1,
      knownCount: 0,
      rejectedCount: 9,
      problem: null,
    })
    const items = [
      { indexFileName: 'index.csv', rows: 10, created: 1, rejected: 9 },
    ]
    expect((await staff.get(runsPath)).body).toMatchObject({ total: 1, items })
    const rejects = await staff.get(`${runsPath}/${run?.id}/rejects`)
    expect(rejects.text.trim().split('\r\n')).toHaveLength(10)
  })

  test('becomes Tdocs with images, for the vendors that it names', async ({
    made,
    deps,
    folder,
    found,
    portal,
    staff,
  }) => {
    const vendor = await made.company('TPR_VENDOR')
    await folder.put('A.PDF', pdf)
    await folder.put('b.png', png)
    await folder.put(
      'index.csv',
      index(
        `8001,a.pdf,${vendor.name.toUpperCase()},03/02/2026,TPR|collateral`,
        '8002,b.png,,,',
      ),
    )
    await readTransmittals(deps)

    const [first, second] = await found.tdocs()
    expect(first).toMatchObject({
      type: 'AUTOMATIC',
      status: 'NEW',
      vendorId: vendor.id,
      imageFileName: 'a.pdf',
      imageType: 'PDF',
      imageSize: pdf.length,
      categoriesTotal: 2,
      createdById: null,
      sftpTransmittalDate: new Date('2026-03-02T17:00:00Z'),
    })
    expect(second).toMatchObject({ imageType: 'PNG', vendorId: null })
    expect(await folder.names()).toEqual([])

    const imagePath = (tdoc: typeof first) => `/v1/tdocs/${tdoc?.id}/image`
    const reviewer = await portal.as(
      await made.user({ role: 'TPR', companyId: vendor.id }),
    )
    const image = await reviewer.bytes(
      `${imagePath(first)}?disposition=inline`,
      { range: 'bytes=0-4' },
    )
    expect(image.status).toBe(206)
    expect(image.bytes.toString()).toBe('%PDF-')
    expect(image.headers.get('content-disposition')).toMatch(/^inline/)
    expect(image.headers.get('content-security-policy')).toContain('sandbox')
    expect((await reviewer.bytes(imagePath(second))).status).toBe(404)
    const attached = await staff.bytes(imagePath(second))
    expect(attached.headers.get('content-disposition')).toMatch(/^attachment/)
  })

  test('that is still being written is left until it is complete', async ({
    deps,
    folder,
    found,
    now,
  }) => {
    await folder.put('a.pdf', pdf)
    await folder.put('index.csv', index('8001,a.pdf,,,'), now)
    await readTransmittals(deps)
    expect(await found.runs()).toMatchObject([
      { endedAt: null, problem: 'The file is still being written' },
    ])
    await appendFile(join(folder.path, 'index.csv'), '8002,b.pdf,,,\r\n')
    await folder.put('b.pdf', pdf, new Date(now.getTime() - 1000))
    await readTransmittals(deps)
    expect(await found.tdocs()).toEqual([])
    await readTransmittals(deps)
    expect(await found.tdocs()).toHaveLength(2)
    expect(await found.runs()).toMatchObject([
      { createdCount: 2, problem: null },
    ])
  })

  test.for(['a folder', 'SFTP'] as const)(
    'in %s waits for its images for a limited time',
    async (kind, { readAfter, folder, deps, found, onTestFinished }) => {
      const account = await startSftp({ folder: folder.path, port: 0 })
      onTestFinished(account.stop)
      const transmittals =
        kind === 'SFTP' ? sftpTransmittals(account) : deps.transmittals
      await folder.put('a.pdf', pdf)
      await folder.put('b.png', png)
      await folder.put(
        'index.csv',
        index(
          '8001,a.pdf,,,TPR',
          '8002,b.png,,,',
          '8003,late.pdf,,,',
          '8003,never.pdf,,,',
        ),
      )
      await readAfter(0, { transmittals })
      expect(await found.runs()).toMatchObject([
        { endedAt: null, problem: 'Waiting for 2 images: late.pdf, never.pdf' },
      ])
      await folder.put('late.pdf', pdf)
      await readAfter(50, { transmittals })
      expect(await found.tdocs()).toEqual([])
      await readAfter(61, { transmittals })
      expect(await found.tdocs()).toMatchObject([
        { imageFileName: 'a.pdf', imageSize: pdf.length },
        { imageFileName: 'b.png', imageType: 'PNG' },
        { imageFileName: 'late.pdf' },
      ])
      expect(await found.reasons()).toEqual(['The image was not received'])
      const [run] = await found.runs()
      expect(run).toMatchObject({
        createdCount: 3,
        rejectedCount: 1,
        problem: null,
        source: transmittals.source,
      })
      expect(await folder.names()).toEqual([])
      const files = ['a.pdf', 'b.png', 'index.csv', 'late.pdf'].map(
        (name) => `${run?.id}/${name}`,
      )
      expect((await folder.done()).toSorted()).toEqual(files)
      expect(account.logins()).toBe(kind === 'SFTP' ? 3 : 0)
    },
  )

  test('creates nothing twice when sent again, and the rest when corrected', async ({
    put,
    deps,
    folder,
    found,
  }) => {
    for (const rows of [
      ['8001,a.pdf,,,', '9999,b.pdf,,,'],
      ['8001,a.pdf,,,', '9999,b.pdf,,,'],
      ['8001,a.pdf,,,', '8002,b.pdf,,,'],
    ]) {
      await put(['a.pdf', 'b.pdf'], ...rows)
      await readTransmittals(deps)
    }
    expect(await found.tdocs()).toHaveLength(2)
    expect(await found.runs()).toMatchObject([
      { createdCount: 1, rejectedCount: 1 },
      { createdCount: 0, knownCount: 1, rejectedCount: 1 },
      { createdCount: 1, knownCount: 1, rejectedCount: 0 },
    ])
    await folder.put('a.pdf', Buffer.from('%PDF-1.4 another'))
    await folder.put('again.csv', index('8001,a.pdf,,,'))
    await readTransmittals(deps)
    expect(await found.tdocs()).toHaveLength(2)
  })

  test('with wrong titles stops no other; links and folders are ignored', async ({
    deps,
    folder,
    found,
  }) => {
    await folder.put('a.pdf', pdf)
    await folder.put('1.csv', 'Loan,Image\r\n1,2')
    await folder.put('2.csv', index('8001,a.pdf,,,', '8001,link.pdf,,,'))
    await mkdir(join(folder.path, 'folder.csv'))
    await symlink(join(folder.path, 'a.pdf'), join(folder.path, 'link.pdf'))
    await readTransmittals(deps)
    await readTransmittals({ ...deps, waitMs: 0 })
    expect(await found.runs()).toMatchObject([
      {
        indexFileName: '1.csv',
        problem: expect.stringContaining('unknown column "Loan"'),
      },
      { indexFileName: '2.csv', createdCount: 1, rejectedCount: 1 },
    ])
  })

  test('is read by one node at a time', async ({ put, deps, found }) => {
    await put(
      ['1.pdf', '2.pdf', '3.pdf'],
      '8001,1.pdf,,,',
      '8001,2.pdf,,,',
      '8001,3.pdf,,,',
    )
    await Promise.all([
      readTransmittals(deps),
      readTransmittals(deps),
      readTransmittals(deps),
    ])
    expect(await found.tdocs()).toHaveLength(3)
    expect(await found.runs()).toHaveLength(1)
  })
})

test('an unreadable row waits, then is rejected', async ({
  put,
  readAfter,
  withLoans,
  deps,
  found,
  now,
  staff,
}) => {
  await put(
    ['a.pdf', 'b.pdf', 'c.pdf'],
    '8666,a.pdf,,,',
    '8001,b.pdf,,,',
    '8001,c.pdf,,,',
  )
  const odd = withLoans(async (number) => {
    if (number === '8666') throw new UnreadableAnswer()
    return deps.loanDock.findLoan(number)
  })
  await readAfter(0, odd)
  expect(
    (await found.tdocs()).map(({ imageFileName }) => imageFileName),
  ).toEqual(['b.pdf', 'c.pdf'])
  const problem =
    'Row 2 is waiting and will be retried: LoanDock returned an unexpected response'
  expect((await staff.get(runsPath)).body).toMatchObject({
    items: [{ state: 'WAITING', problem, created: 2 }],
    lastLook: { at: now.toISOString(), problem: null },
  })
  await readAfter(61, odd)
  expect(await found.reasons()).toEqual([
    'LoanDock returned an unreadable response for this loan',
  ])
  expect((await staff.get(runsPath)).body).toMatchObject({
    items: [{ state: 'PARTLY_TAKEN', problem: null, created: 2, rejected: 1 }],
  })
})

test('while LoanDock is unavailable, all rows wait', async ({
  put,
  readAfter,
  withLoans,
  found,
  now,
}) => {
  const images = [1, 2, 3, 4, 5, 6, 7].map((n) => `${n}.pdf`)
  await put(images, ...images.map((name) => `8001,${name},,,`))
  let calls = 0
  const away = withLoans(async () => {
    calls++
    throw new AppError('loan_dock_failed', 'LoanDock cannot be reached')
  })
  await readAfter(0, away)
  await readAfter(120, away)
  expect(calls).toBe(10)
  expect(await found.runs()).toMatchObject([
    {
      endedAt: null,
      problem:
        'Row 2 is waiting and will be retried: LoanDock cannot be reached',
    },
  ])
  await readAfter(120)
  expect(await found.reasons()).toEqual([])
  const tdocs = await found.tdocs()
  expect(tdocs).toHaveLength(7)
  // Received when it was first seen, however long it waited.
  for (const { tdocReceivedDate } of tdocs)
    expect(tdocReceivedDate).toEqual(now)
})

test('a loan by its seller’s number is recognized again', async ({
  put,
  readAfter,
  withLoans,
  deps,
  found,
}) => {
  const bySellers = withLoans((number) =>
    deps.loanDock.findLoan(number === 'S-1' ? '8001' : number),
  )
  for (let time = 1; time <= 2; time++) {
    await put(['a.pdf'], 'S-1,a.pdf,,,')
    await readAfter(0, bySellers)
  }
  expect(await found.runs()).toMatchObject([
    { createdCount: 1, rejectedCount: 0 },
    { knownCount: 1, rejectedCount: 0 },
  ])
})

test('an unreachable folder is reported', async ({ readAfter, staff, now }) => {
  const source = 'sftp://x@host/in'
  const open = () => Promise.reject(new Error('no route to host'))
  await expect(
    readAfter(0, { transmittals: { source, open } }),
  ).rejects.toThrow('no route')
  const problem = 'The transmittal folder cannot be reached or read'
  const lastLook = { source, at: now.toISOString(), problem }
  expect((await staff.get(runsPath)).body).toMatchObject({ total: 0, lastLook })
})
