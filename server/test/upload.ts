import { open, readdir } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import type { Actor } from '@portal/contract/user/model'
import { openSession } from '../src/auth/sessions/session.ts'
import type { Db } from '../src/lib/database/db.ts'
import {
  type FileStore,
  storeRefusal,
  writeWhole,
} from '../src/lib/files/files.ts'
import { keptFile, temporaryStore } from './files.ts'
import { appOn, nowhere } from './http.ts'
import { test as base, makers } from './makers.ts'
import { addRow, findRow, findRows, jobsOf } from './rows.ts'

type Listed = { id: string; name: string }

/**
 * The fields of bodies that tests read one by one; each test knows which of
 * them its response has.
 */
type Body = {
  id: string
  documents: [Listed, ...Listed[]]
  underwriterDocuments: [Listed, ...Listed[]]
  pendingDocuments: { receivedAt: string | null }[]
  items: { state: string }[]
  total: number
}

/** The last one. */
export const newest = (documents: readonly Listed[]): Listed => {
  const last = documents.at(-1)
  if (!last) throw new Error('No document is listed')
  return last
}

export type Answer = {
  status: number
  headers: Headers
  text: string
  body: Body
}

const read = async (response: Response): Promise<Answer> => {
  const text = await response.text()
  const isJson = response.headers
    .get('content-type')
    ?.startsWith('application/json')
  return {
    status: response.status,
    headers: response.headers,
    text,
    body: isJson ? JSON.parse(text) : undefined,
  }
}

type Content = string | Uint8Array<ArrayBuffer>

/** Fails like a full disk: the kernel has a device for it. */
async function receiveOnFullDisk(
  content: AsyncIterable<Uint8Array>,
): Promise<never> {
  const handle = await open('/dev/full', 'w')
  try {
    await writeWhole(handle, content)
    throw new Error('There was room')
  } catch (error) {
    throw storeRefusal(error)
  } finally {
    await handle.close()
  }
}

/** The row of a document that was not erased. */
export async function findDocument(db: Db, id: string) {
  const { storageKey, ...row } = await findRow(db, 'document', { id })
  if (storageKey === null) throw new Error('This document was erased')
  return { ...row, storageKey }
}

/** The files in a disk store, without unfinished uploads. */
export const inTheStore = async (folder: string) =>
  (await readdir(folder, { recursive: true, withFileTypes: true })).filter(
    (entry) => entry.isFile() && !entry.parentPath.endsWith('incoming'),
  )

/** Makers of documents, besides those of people and SLVs. */
const documentMakers = (db: Db, now: Date) => ({
  ...makers(db, now),
  askedDocument: ({ id }: { id: string }, name = 'W-2') =>
    addRow(db, 'slvPendingDocument', {
      slvId: id,
      resubmitCount: 0,
      name,
      note: '',
      askedAt: now,
    }),
  /** As many files as an SLV may have, as rows without content. */
  fullOfDocuments: async ({
    id,
    sellerId,
  }: {
    id: string
    sellerId: string
  }) => {
    const rows = Array.from({ length: 300 }, () => {
      const { key, ...file } = keptFile()
      const place = {
        slvId: id,
        kind: 'SELLER',
        resubmitCount: 0,
        uploadedById: sellerId,
        uploadedAt: now,
      } as const
      return { ...file, ...place, storageKey: key }
    })
    await db.insertInto('document').values(rows).execute()
  },
  historyOf: ({ id }: { id: string }) =>
    findRows(db, 'slvHistory', { slvId: id }),
  jobsOf: (name: string) => jobsOf(db, name),
})

/**
 * The portal on its own port, with a store on the disk: uploads are streams, as
 * from a browser.
 */
export const test = base
  .extend('made', ({ committed, now }) => documentMakers(committed, now))
  .extend('store', async ({}, { onCleanup }) => {
    const store = await temporaryStore()
    onCleanup(store.remove)
    let isFull = false
    const files: FileStore = {
      ...store.files,
      receive: (content) =>
        isFull ? receiveOnFullDisk(content) : store.files.receive(content),
    }
    const fillUp = () => {
      isFull = true
    }
    return { ...store, files, fillUp }
  })
  .extend('portal', async ({ committed, now, store }, { onCleanup }) => {
    const { close, ...portal } = await openPortal(committed, now, store.files)
    onCleanup(close)
    return portal
  })

/** A portal on its own port, and a client of it for each person. */
export async function openPortal(db: Db, now: Date, files: FileStore) {
  const app = await appOn(db, () => now, nowhere, files)
  await app.listen({ port: 0, host: '127.0.0.1' })
  const close = async () => {
    const closing = app.close()
    app.server.closeAllConnections() // fetch keeps its connections for the next test
    await closing
  }
  const { port } = app.server.address() as AddressInfo
  const url = `http://127.0.0.1:${port}/api`
  const as = async (actor: Actor) => {
    const cookie = `session=${await openSession(db, actor.id, now, 'test')}`
    const send = async (method: string, path: string, init: RequestInit = {}) =>
      read(
        await fetch(`${url}${path}`, {
          ...init,
          method,
          headers: { cookie, ...init.headers },
        }),
      )
    const upload = (
      path: string,
      name: string,
      content: Content,
      headers: Record<string, string> = {},
    ) => {
      const form = new FormData()
      form.set('file', new Blob([content]), name)
      return send('POST', path, { body: form, headers })
    }
    const bytes = async (
      path: string,
      headers: Record<string, string> = {},
    ) => {
      const response = await fetch(`${url}${path}`, {
        headers: { cookie, ...headers },
      })
      return {
        status: response.status,
        headers: response.headers,
        bytes: Buffer.from(await response.arrayBuffer()),
      }
    }
    return {
      cookie,
      send,
      bytes,
      upload,
      get: (path: string, headers = {}) => send('GET', path, { headers }),
    }
  }
  return { url, port, as, close }
}
