import { readdir } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { describe, expect } from 'vitest'
import { startClamd } from '../../test/clamd.ts'
import { eicar } from '../../test/sample-files.ts'
import {
  test as base,
  findDocument,
  inTheStore,
  newest,
  openPortal,
} from '../../test/upload.ts'
import { openClamd } from '../lib/files/virus-scanner.ts'
import { createLog } from '../lib/log.ts'
import { scanFiles, scannedStore } from './scan-files.ts'

const virus = 'Eicar-Test-Signature'

/**
 * Where the seller of a draft uploads, before the scanner was set up (`before`)
 * and since (`since`).
 */
const test = base.extend(
  'desk',
  async ({ committed, now, made, store, portal }, { onCleanup }) => {
    const clamd = await startClamd()
    const scannedFiles = (url: string) =>
      scannedStore({
        db: committed,
        clock: () => now,
        files: store.files,
        scanner: openClamd(url),
      })
    const files = scannedFiles(clamd.url)
    const scanning = await openPortal(committed, now, files)
    onCleanup(async () => {
      await scanning.close()
      await clamd.stop()
    })
    const seller = await made.seller()
    const slv = await made.slv({ status: 'DRAFT', sellerId: seller.id })
    const path = `/v1/proxy-loan/${slv.id}/documents`
    const [before, since] = [await portal.as(seller), await scanning.as(seller)]
    return { seller, path, files, scannedFiles, before, since }
  },
)

describe('an uploaded file', () => {
  test('with a virus is refused by its name and not stored', async ({
    desk: { path, since },
    store,
  }) => {
    const body = {
      error: `This file contains a virus (${virus})`,
      details: [{ field: 'file' }],
    }
    expect(
      await since.upload(path, 'notes.txt', `Read me ${eicar}`),
    ).toMatchObject({ status: 400, body })
    expect(await inTheStore(store.folder)).toEqual([])
    expect(await readdir(`${store.folder}/incoming`)).toEqual([])
  })

  test('without one is stored and marked as scanned', async ({
    desk: { path, since },
    now,
  }) => {
    const content = 'x'.repeat(300_000)
    const { body } = await since.upload(path, 'notes.txt', content)
    expect(body.documents).toMatchObject([
      { virusScan: { scannedAt: now.toISOString(), virus: null } },
    ])
    expect(
      (await since.get(`${path}/${body.documents[0].id}/download`)).text,
    ).toBe(content)
  })

  test('is refused while the scanner is away', async ({
    committed,
    now,
    store,
    desk,
  }) => {
    const away = await openPortal(
      committed,
      now,
      desk.scannedFiles('tcp://127.0.0.1:9'),
    )
    const answer = await (await away.as(desk.seller)).upload(
      desk.path,
      'notes.txt',
      'Read me',
    )
    expect(answer).toMatchObject({
      status: 503,
      body: { error: 'The virus scanner is unavailable. Try again.' },
    })
    expect(await inTheStore(store.folder)).toEqual([])
    const content = Readable.from([Buffer.from('Read me')])
    await expect(
      openClamd('tcp://127.0.0.1:9').scan(content),
    ).rejects.toMatchObject({ code: 'unavailable' })
    expect(content.destroyed).toBe(true)
    await away.close()
  })

  test('that is too large for the scanner is not stored', async ({ store }) => {
    const small = await startClamd({ sizeLimit: 1000 })
    const scanner = openClamd(small.url)
    const content = Readable.from([Buffer.alloc(5000), Buffer.alloc(5000)])
    const cause = { message: expect.stringContaining('size limit exceeded') }
    await expect(scanner.scan(content)).rejects.toMatchObject({
      code: 'unavailable',
      cause,
    })
    await small.stop()
    expect(await inTheStore(store.folder)).toEqual([])
  })
})

describe('a file from before the scanner was set up', () => {
  test('is scanned before anyone gets it', async ({
    desk: { path, before, since },
    committed,
  }) => {
    const { body } = await before.upload(path, 'old.txt', `Read me ${eicar}`)
    expect(body.documents).toMatchObject([{ virusScan: null }])
    const download = `${path}/${body.documents[0].id}/download`
    expect((await before.get(download)).status).toBe(200)
    const refusal = {
      status: 409,
      body: {
        error: `This file contains a virus (${virus}) and cannot be opened`,
      },
    }
    expect(await since.get(download)).toMatchObject(refusal)
    expect(await since.get(download)).toMatchObject(refusal)
    expect((await since.get(path)).body.documents).toMatchObject([
      { virusScan: { virus } },
    ])
    expect(
      await committed.selectFrom('fileScan').select('virus').execute(),
    ).toEqual([{ virus }])
  })

  test('is scanned by the job, and its scan is deleted with it', async ({
    desk,
    committed,
  }) => {
    const { path, before, since, files } = desk
    await before.upload(path, 'good.txt', 'Read me')
    await before.upload(path, 'bad.txt', eicar)
    await scanFiles({ db: committed, files, log: createLog('silent') })
    const { documents } = (await since.get(path)).body
    expect(documents).toMatchObject([
      { virusScan: { virus: null } },
      { virusScan: { virus } },
    ])
    const { storageKey } = await findDocument(committed, newest(documents).id)
    await files.remove(storageKey)
    expect(
      await committed.selectFrom('fileScan').select('virus').execute(),
    ).toEqual([{ virus: null }])
    await expect(files.read(storageKey)).rejects.toMatchObject({
      code: 'unavailable',
    })
    const { storageKey: good } = await findDocument(committed, documents[0].id)
    expect(await text(await files.read(good))).toBe('Read me')
  })
})
