import { expect } from 'vitest'
import { temporaryStore } from '../../test/files.ts'
import { appOn, caller, nowhere } from '../../test/http.ts'
import { test } from '../../test/tdoc-makers.ts'
import { openSession } from '../auth/sessions/session.ts'

test('an escalation shows its original’s image', async ({ committed, made, madeTdoc, now, onTestFinished }) => {
  const store = await temporaryStore()
  const app = await appOn(committed, () => now, nowhere, store.files)
  onTestFinished(async () => {
    await app.close()
    await store.remove()
  })
  const received = await store.files.receive(
    (async function* () {
      yield Buffer.from('An image')
    })(),
  )
  const imageKey = await received.keep()
  await received.drop()
  const [reviewer, stranger] = [await made.user({ role: 'TPR' }), await made.user({ role: 'TPR' })]
  const { companyId: vendorId } = reviewer
  const original = await madeTdoc({ vendorId, imageKey, imageType: 'TXT', imageSize: 8 })
  const { id } = await madeTdoc({ vendorId, type: 'ESCALATION', originalTdocId: original.id })
  const bare = await madeTdoc({ vendorId })
  const asks = async (who: typeof reviewer, tdocId: string) =>
    caller(app, await openSession(committed, who.id, now, 'test'))('GET', `/v1/tdocs/${tdocId}/image`)
  for (const one of [original.id, id]) expect((await asks(reviewer, one)).body).toBe('An image')
  expect((await asks(reviewer, bare.id)).json()).toMatchObject({ statusCode: 404, error: 'Image not found' })
  for (const one of [original.id, id, bare.id])
    expect((await asks(stranger, one)).json()).toMatchObject({ statusCode: 404, error: 'Tdoc not found' })
})
