import type { AddressInfo } from 'node:net'
import type { Actor } from '@portal/contract/user/model'
import { openSession } from '../src/auth/session.ts'
import { temporaryStore } from './files.ts'
import { test as base, makers } from './house.ts'
import { appOn, nowhere } from './http.ts'

// biome-ignore lint/suspicious/noExplicitAny: a test reads what it knows to be there
export type Answer = { status: number; headers: Headers; text: string; body: any }

const read = async (response: Response): Promise<Answer> => {
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.startsWith('application/json')
  return { status: response.status, headers: response.headers, text, body: isJson ? JSON.parse(text) : undefined }
}

type Content = string | Uint8Array<ArrayBuffer>

/** The portal on a port of its own, with a store on the disk: uploads are streams, as from a browser. */
export const test = base
  .extend('made', ({ committed, now }) => makers(committed, now))
  .extend('store', async ({}, { onCleanup }) => {
    const store = await temporaryStore()
    onCleanup(store.remove)
    return store
  })
  .extend('portal', async ({ committed, now, store }, { onCleanup }) => {
    const app = await appOn(committed, () => now, nowhere, store.files)
    await app.listen({ port: 0, host: '127.0.0.1' })
    onCleanup(() => app.close())
    const { port } = app.server.address() as AddressInfo
    const url = `http://127.0.0.1:${port}/api`
    const as = async (actor: Actor) => {
      const cookie = `session=${await openSession(committed, actor.id, now, 'test')}`
      const send = async (method: string, path: string, init: RequestInit = {}) =>
        read(await fetch(`${url}${path}`, { ...init, method, headers: { cookie, ...init.headers } }))
      const upload = (path: string, name: string, content: Content, headers: Record<string, string> = {}) => {
        const form = new FormData()
        form.set('file', new Blob([content]), name)
        return send('POST', path, { body: form, headers })
      }
      return { cookie, send, upload, get: (path: string, headers = {}) => send('GET', path, { headers }) }
    }
    return { url, port, as }
  })
