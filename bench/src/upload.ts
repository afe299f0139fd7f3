import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { copyFile, mkdtemp, open, readFile, rm, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { maxDocumentBytes } from '@portal/contract/document/model'
import { startChild } from './lib/child.ts'
import type { Stage } from './lib/stage.ts'

/**
 * Seconds for a file of 50 MB: to the portal, to a bare server that only writes and flushes it, and copied on the disk
 * and flushed. `times` is how much longer than the bare server, in the middle; and the portal's memory beyond what it had.
 */
export type UploadResult = { ours: number[]; bare: number[]; copies: number[]; times: number; memoryMb: number }

const megabyte = 2 ** 20
const head = Buffer.from(
  '--b\r\ncontent-disposition: form-data; name="file"; filename="scan.pdf"\r\ncontent-type: application/pdf\r\n\r\n',
)
const tail = Buffer.from('\r\n--b--\r\n')

/** A scanned PDF of the largest size that is taken: one picture that nothing can pack. */
function largestPdf(): Buffer {
  const head =
    '%PDF-1.4\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n2 0 obj\n<< /Kids [] /Count 0 >>\nendobj\n3 0 obj\n<< /Subtype /Image >>\nstream\n'
  const tail = '\nendstream\nendobj\ntrailer\n<< /Root 1 0 R >>\nstartxref\n0\n%%EOF\n'
  return Buffer.concat([
    Buffer.from(head),
    randomBytes(maxDocumentBytes - head.length - tail.length),
    Buffer.from(tail),
  ])
}

/** Uploads as a browser does, in turn with the bare server and a copy; each once to warm up. */
export async function measureUpload(stage: Stage, { rounds }: { rounds: number }): Promise<UploadResult> {
  const folder = await mkdtemp(join(tmpdir(), 'portal-bench-copy-'))
  const bareServer = startChild('bare-upload.ts')
  try {
    const file = largestPdf()
    await writeFile(join(folder, 'source'), file)
    const ours = await uploader(stage, file)
    const barePort = await bareServer.ask<number>('port')
    const bare = () => sent({ port: barePort, path: '/', cookie: '' }, file)
    await Promise.all([ours(), bare(), copied(folder)])
    const memory = await memoryWatch(stage)
    const all: { ours: number; bare: number; copy: number }[] = []
    for (let round = 0; round < rounds; round++)
      all.push({ ours: await ours(), bare: await bare(), copy: await copied(folder) })
    const shares = all.map((round) => round.ours / round.bare).sort((a, b) => a - b)
    return {
      ours: all.map((round) => round.ours),
      bare: all.map((round) => round.bare),
      copies: all.map(({ copy }) => copy),
      times: shares[shares.length >> 1] ?? Number.NaN,
      memoryMb: await memory(),
    }
  } finally {
    await bareServer.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

async function copied(folder: string): Promise<number> {
  const target = join(folder, 'target')
  const began = performance.now()
  await copyFile(join(folder, 'source'), target)
  const handle = await open(target, 'r+')
  await handle.sync()
  await handle.close()
  const seconds = (performance.now() - began) / 1000
  await rm(target)
  return seconds
}

async function uploader(stage: Stage, file: Buffer) {
  const [slv] = await stage.rows<{ id: string; email: string }>(
    `select slv.id, u.email from slv join app_user u on u.id = slv.seller_id where slv.status = 'REVIEW' limit 1`,
  )
  if (!slv) throw new Error('Nothing is in review')
  const cookie = `session=${await stage.signIn(slv.email)}`
  return () => sent({ port: stage.port, path: `/api/v1/proxy-loan/${slv.id}/documents`, cookie }, file)
}

/** Sends a file as a browser does; seconds until the answer is there. */
async function sent({ port, path, cookie }: { port: number; path: string; cookie: string }, file: Buffer) {
  const began = performance.now()
  const length = head.length + file.length + tail.length
  const headers = { cookie, 'content-type': 'multipart/form-data; boundary=b', 'content-length': length }
  const call = request({ port, method: 'POST', path, headers })
  call.write(head)
  call.write(file)
  call.end(tail)
  const [response] = await once(call, 'response')
  const answer = Buffer.concat(await response.toArray())
  if (response.statusCode !== 200) throw new Error(`The upload was answered ${response.statusCode}: ${answer}`)
  return (performance.now() - began) / 1000
}

/** How much memory the portal's process took at most, in MB beyond what it had; by the kernel's own high-water mark. */
async function memoryWatch({ pid }: Stage): Promise<() => Promise<number>> {
  const value = async (key: string) => {
    const status = await readFile(`/proc/${pid}/status`, 'utf8')
    return (Number(new RegExp(`${key}:\\s+(\\d+)`).exec(status)?.[1]) * 1024) / megabyte
  }
  const before = await value('VmRSS')
  await writeFile(`/proc/${pid}/clear_refs`, '5')
  return async () => (await value('VmHWM')) - before
}
