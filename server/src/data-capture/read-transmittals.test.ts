import { appendFile, mkdir, readdir, symlink, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect } from 'vitest'
import { watchedLog } from '../../test/canary.ts'
import { temporaryFolder } from '../../test/files.ts'
import { loanOf } from '../../test/house.ts'
import { pdf, png } from '../../test/sample-files.ts'
import { tdocMaker } from '../../test/tdoc-house.ts'
import { inTheStore, test as base } from '../../test/upload.ts'
import type { Transmittals } from '../lib/transmittals.ts'
import { folderOfTransmittals } from '../lib/transmittals-folder.ts'
import { makeTableReader } from './read-apart.ts'
import { readTransmittals, type TransmittalHouse } from './read-transmittals.ts'

const header = 'Loan Number,Image File Name,Vendor,Transmittal Date,Review Categories'

const test = base
  .extend('aTdoc', ({ committed, now }) => tdocMaker(committed, now))
  .extend('tables', { scope: 'file' }, async ({}, { onCleanup }) => {
    const tables = makeTableReader()
    onCleanup(tables.stop)
    return tables
  })
  .extend('folder', async ({ now }, { onCleanup }) => {
    const { folder, remove } = await temporaryFolder()
    onCleanup(remove)
    const old = new Date(now.getTime() - 3_600_000)
    return {
      path: folder,
      /** Puts a file there: one that has rested for an hour, or was written just now. */
      put: async (name: string, content: string | Buffer, at = old) => {
        await writeFile(join(folder, name), content)
        await utimes(join(folder, name), at, at)
      },
      names: async () => (await readdir(folder)).filter((name) => name !== 'done').toSorted(),
      done: async () => (await readdir(join(folder, 'done'), { recursive: true })).filter((name) => name.includes('/')),
    }
  })
  .extend('house', ({ committed, now, store, tables, folder }): TransmittalHouse => {
    return {
      db: committed,
      clock: () => now,
      files: store.files,
      loanDock: {
        findLoan: async (loanNumber) => (loanNumber.startsWith('8') ? loanOf('T1', { loanNumber }) : null),
        sendDocument: async () => undefined,
      },
      log: watchedLog(),
      tables,
      transmittals: folderOfTransmittals(folder.path),
    }
  })
  .extend('found', ({ committed }) => ({
    tdocs: () => committed.selectFrom('tdoc').selectAll().orderBy('id').execute(),
    runs: () => committed.selectFrom('intakeRun').selectAll().orderBy('id').execute(),
    reasons: async () =>
      (
        await committed.selectFrom('intakeRow').select('reason').where('reason', 'is not', null).orderBy('rowNumber').execute()
      ).map(({ reason }) => reason),
  }))

const index = (...rows: string[]) => [header, ...rows, ''].join('\r\n')

describe('a transmittal', () => {
  test('becomes Tdocs with their images; a bad row stops nothing and is named', async ({
    made,
    house,
    folder,
    found,
    portal,
    aTdoc,
  }) => {
    const vendor = await made.company('TPR_VENDOR')
    await aTdoc({ imageFileName: 'taken.pdf' })
    for (const name of ['A.PDF', 'b.png', 'taken.pdf', 'unknown.pdf', 'nobody.pdf', 'day.pdf', 'category.pdf'])
      await folder.put(name, name === 'b.png' ? png : pdf)
    await folder.put('broken.pdf', pdf.subarray(0, 200))
    await folder.put('page.html', '<html></html>')
    await folder.put(
      'index.csv',
      index(
        `8001,a.pdf,${vendor.name.toUpperCase()},03/02/2026,TPR|collateral`,
        '8002,b.png,,,',
        '8001,taken.pdf,,,',
        '9999,unknown.pdf,,,',
        '8001,nobody.pdf,No such vendor,,',
        '8001,day.pdf,,someday,',
        '8001,category.pdf,,,Colour',
        '8001,broken.pdf,,,',
        '8001,page.html,,,',
        '8001,A.pdf,,,',
        ',b.png,,,',
      ),
    )
    await readTransmittals(house)

    expect(await found.reasons()).toEqual([
      'The image file name is in use',
      'LoanDock does not know this loan',
      'There is no such vendor',
      expect.stringContaining('The transmittal date is not a date'),
      expect.stringContaining('A review category is none of'),
      expect.stringContaining('is damaged or was cut off'),
      expect.stringContaining('cannot be taken'),
      'The image stands in row 2 already',
      'The loan number is missing',
    ])
    const [, first, second] = await found.tdocs()
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
    const [run] = await found.runs()
    expect(run).toMatchObject({ rowCount: 11, createdCount: 2, knownCount: 0, rejectedCount: 9, problem: null })
    expect(await folder.names()).toEqual([])

    const staff = await portal.as(await made.underwriter('managePermissions'))
    const runs = await staff.get('/v1/tdocs/intake/runs')
    expect(runs.body).toMatchObject({ total: 1, items: [{ indexFileName: 'index.csv', rows: 11, created: 2, rejected: 9 }] })
    const rejects = await staff.get(`/v1/tdocs/intake/runs/${run?.id}/rejects`)
    expect(rejects.text.trim().split('\r\n')).toHaveLength(10)

    const reviewer = await portal.as(await made.user({ role: 'TPR', companyId: vendor.id }))
    const image = await reviewer.bytes(`/v1/tdocs/${first?.id}/image?disposition=inline`, { range: 'bytes=0-4' })
    expect(image).toMatchObject({ status: 206 })
    expect(image.bytes.toString()).toBe('%PDF-')
    expect(image.headers.get('content-disposition')).toMatch(/^inline/)
    expect(image.headers.get('content-security-policy')).toContain('sandbox')
    expect((await reviewer.bytes(`/v1/tdocs/${second?.id}/image`)).status).toBe(404)
    expect((await staff.bytes(`/v1/tdocs/${second?.id}/image`)).headers.get('content-disposition')).toMatch(/^attachment/)
  })

  test('that is still being written is left until it rests', async ({ house, folder, found, now }) => {
    await folder.put('a.pdf', pdf)
    await folder.put('index.csv', index('8001,a.pdf,,,'), now)
    await readTransmittals(house)
    expect(await found.runs()).toMatchObject([{ endedAt: null, problem: 'It is still being written' }])
    await appendFile(join(folder.path, 'index.csv'), '8002,b.pdf,,,\r\n')
    await folder.put('b.pdf', pdf, new Date(now.getTime() - 1000))
    await readTransmittals(house)
    expect(await found.tdocs()).toEqual([])
    await readTransmittals(house)
    expect(await found.tdocs()).toHaveLength(2)
    expect(await found.runs()).toMatchObject([{ createdCount: 2, problem: null }])
  })

  test('waits for its images, and goes on without them after a time', async ({ house, folder, found, now }) => {
    await folder.put('a.pdf', pdf)
    await folder.put('index.csv', index('8001,a.pdf,,,', '8001,late.pdf,,,', '8001,never.pdf,,,'))
    await readTransmittals(house)
    expect(await found.runs()).toMatchObject([{ endedAt: null, problem: 'It waits for 2 images: late.pdf, never.pdf' }])
    await folder.put('late.pdf', pdf)
    await readTransmittals({ ...house, clock: () => new Date(now.getTime() + 50 * 60_000) })
    expect(await found.tdocs()).toEqual([])
    await readTransmittals({ ...house, clock: () => new Date(now.getTime() + 61 * 60_000) })
    expect(await found.runs()).toMatchObject([{ createdCount: 2, rejectedCount: 1 }])
    expect(await found.reasons()).toEqual(['The image did not come'])
  })

  test('that comes again makes nothing twice; one that was mended makes what was missing', async ({
    house,
    folder,
    found,
  }) => {
    for (const rows of [['8001,a.pdf,,,', '9999,b.pdf,,,'], ['8001,a.pdf,,,', '9999,b.pdf,,,'], ['8001,a.pdf,,,', '8002,b.pdf,,,']]) {
      for (const name of ['a.pdf', 'b.pdf']) await folder.put(name, pdf)
      await folder.put('index.csv', index(...rows))
      await readTransmittals(house)
    }
    expect(await found.tdocs()).toHaveLength(2)
    expect(await found.runs()).toMatchObject([
      { createdCount: 1, rejectedCount: 1 },
      { createdCount: 0, knownCount: 1, rejectedCount: 1 },
      { createdCount: 1, knownCount: 1, rejectedCount: 0 },
    ])
    await folder.put('a.pdf', Buffer.from('%PDF-1.4 another'))
    await folder.put('again.csv', index('8001,a.pdf,,,'))
    await readTransmittals(house)
    expect(await found.tdocs()).toHaveLength(2)
  })

  test('without the right titles is told of, and no other waits for it; links and folders are nobody’s', async ({
    house,
    folder,
    found,
  }) => {
    await folder.put('a.pdf', pdf)
    await folder.put('1.csv', 'Loan,Image\r\n1,2')
    await folder.put('2.csv', index('8001,a.pdf,,,', '8001,link.pdf,,,'))
    await mkdir(join(folder.path, 'folder.csv'))
    await symlink(join(folder.path, 'a.pdf'), join(folder.path, 'link.pdf'))
    await readTransmittals(house)
    await readTransmittals({ ...house, waitMs: 0 })
    expect(await found.runs()).toMatchObject([
      { indexFileName: '1.csv', problem: expect.stringContaining('"Loan" that is not known') },
      { indexFileName: '2.csv', createdCount: 1, rejectedCount: 1 },
    ])
  })

  test('is read by one node at a time', async ({ house, folder, found }) => {
    for (const n of [1, 2, 3]) await folder.put(`${n}.pdf`, pdf)
    await folder.put('index.csv', index('8001,1.pdf,,,', '8001,2.pdf,,,', '8001,3.pdf,,,'))
    await Promise.all([readTransmittals(house), readTransmittals(house), readTransmittals(house)])
    expect(await found.tdocs()).toHaveLength(3)
    expect(await found.runs()).toHaveLength(1)
  })
})

/** The process died here. */
class Killed extends Error {}

/** A house in which the nth thing that is asked of the world never comes about, or is the last that does. */
function dying(house: TransmittalHouse, step: number, when: 'BEFORE' | 'AFTER') {
  let steps = 0
  let isDead = false
  const seam = async <T>(work: () => T | Promise<T>): Promise<T> => {
    if (isDead) throw new Killed()
    steps++
    const isLast = steps === step
    if (isLast && when === 'BEFORE') isDead = true
    if (isDead) throw new Killed()
    const answer = await work()
    if (isLast) isDead = true
    if (isDead) throw new Killed()
    return answer
  }
  const transmittals: Transmittals = {
    source: house.transmittals.source,
    open: async () => {
      const inbox = await house.transmittals.open()
      return {
        list: () => seam(inbox.list),
        read: async function* (name) {
          await seam(() => undefined)
          yield* inbox.read(name)
          await seam(() => undefined)
        },
        putAway: (name, into) => seam(() => inbox.putAway(name, into)),
        close: inbox.close,
      }
    },
  }
  const clock = () => {
    steps++
    if (isDead || steps === step) {
      isDead = true
      throw new Killed()
    }
    return house.clock()
  }
  const files = {
    ...house.files,
    receive: async (content: AsyncIterable<Uint8Array>) => {
      const received = await seam(() => house.files.receive(content))
      return { ...received, keep: () => seam(received.keep) }
    },
    // Who is dead cleans nothing up.
    remove: (key: string) => (isDead ? Promise.reject(new Killed()) : house.files.remove(key)),
  }
  const loanDock = { ...house.loanDock, findLoan: (number: string) => seam(() => house.loanDock.findLoan(number)) }
  return { house: { ...house, clock, files, loanDock, transmittals }, wasReached: () => isDead }
}

for (const when of ['BEFORE', 'AFTER'] as const)
  test(`killed ${when.toLowerCase()} every step and begun again: each row is one Tdoc, with its image`, async ({
    house,
    folder,
    found,
    store,
  }) => {
    let kills = 0
    for (let step = 1; ; step++) {
      const names = [`${when} ${step} a.pdf`, `${when} ${step} b.pdf`]
      for (const name of names) await folder.put(name, pdf)
      await folder.put(`${step}.csv`, index(...names.map((name) => `8001,${name},,,`), `9999,${names[0]} x,,,`))
      await folder.put(`${names[0]} x`, pdf)
      const first = dying(house, step, when)
      await readTransmittals(first.house).catch((error) => {
        if (!(error instanceof Killed)) throw error
      })
      await readTransmittals(house)
      const tdocs = (await found.tdocs()).filter(({ imageFileName }) => names.includes(imageFileName))
      expect(tdocs.map(({ imageFileName }) => imageFileName)).toEqual(names)
      expect(await folder.names()).toEqual([])
      if (!first.wasReached()) break
      kills++
    }
    expect(kills).toBeGreaterThan(15)
    const runs = await found.runs()
    expect(runs).toHaveLength(kills + 1)
    for (const run of runs) expect(run).toMatchObject({ rowCount: 3, createdCount: 2, knownCount: 0, rejectedCount: 1 })
    const kept = (await inTheStore(store.folder)).map(({ name }) => name)
    for (const { imageKey } of await found.tdocs()) expect(kept).toContain(imageKey?.split('/')[1])
  })
