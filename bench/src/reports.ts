import { once } from 'node:events'
import { get, request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import type { Stage } from './lib/stage.ts'
import { printFigures } from './reporting.ts'

/** A workbook of the whole department: how fast, and how much memory the portal took for it beyond what it had. */
export type WorkbookResult = { rows: number; seconds: number; bytes: number; memoryMb: number }
/** One PDF at a time: each with a page waiting for it, and one right after another. */
export type PrintResult = { waited: number[]; together: number[]; bytes: number }
/** `again` is the memory in MB that a second workbook took beyond what the first had left. */
export type ReportsResult = { workbook: WorkbookResult; again: number; print?: PrintResult; figures?: number[] }

const who = 'underwriter.1@buyer.example'
const megabyte = 2 ** 20

/** Both kinds of reports, as their browser asks for them. PDFs need the built web. */
export async function measureReports(
  stage: Stage,
  { prints }: { prints: number },
  keep: (sofar: ReportsResult) => void = () => {},
): Promise<ReportsResult> {
  const cookie = `session=${await stage.signIn(who)}`
  await download(stage, cookie, 'tableMode=ALL&status=REVIEW') // what is compiled and prepared once
  const workbook = await download(stage, cookie, 'tableMode=ALL&sortBy=date&sortType=desc')
  const { memoryMb: again } = await download(stage, cookie, 'tableMode=ALL&sortBy=date&sortType=desc')
  keep({ workbook, again })
  if (!stage.hasWeb) return { workbook, again }

  const [slv] = await stage.rows<{ id: string }>(`select id from slv where status = 'APPROVED' order by id limit 1`)
  if (!slv) throw new Error('Nothing is decided')
  const printOne = () => printed(stage, cookie, slv.id)
  const { bytes } = await printOne()
  const waited: number[] = []
  for (let count = 0; count < prints; count++) {
    await pause(1500) // as a person comes: the page for the next print is there by then
    waited.push((await printOne()).ms)
  }
  const together: number[] = []
  for (let count = 0; count < prints; count++) together.push((await printOne()).ms)
  const sorted = (times: number[]) => times.toSorted((one, other) => one - other)
  const print = { waited: sorted(waited), together: sorted(together), bytes }
  keep({ workbook, again, print })
  return { workbook, again, print, figures: await printFigures(stage, 5) }
}

async function download(stage: Stage, cookie: string, query: string): Promise<WorkbookResult> {
  const before = await stage.memory()
  let most = before
  let isOver = false
  const watch = async () => {
    while (!isOver) {
      most = Math.max(most, await stage.memory())
      await pause(100)
    }
  }
  const watching = watch()
  const began = performance.now()
  const asked = get({ port: stage.port, path: `/api/v1/proxy-loans/download?${query}`, headers: { cookie } })
  const [response] = await once(asked, 'response')
  let bytes = 0
  for await (const chunk of response) bytes += chunk.length
  const seconds = (performance.now() - began) / 1000
  isOver = true
  await watching
  if (response.statusCode !== 200 || !response.complete)
    throw new Error(`The workbook was answered ${response.statusCode}`)
  const check = `GET /api/v1/proxy-loans/download/check?${query} HTTP/1.1\r\nhost: portal\r\ncookie: ${cookie}\r\n\r\n`
  const { count } = JSON.parse(String((await stage.send(check)).body))
  return { rows: count, seconds, bytes, memoryMb: (most - before) / megabyte }
}

async function printed(stage: Stage, cookie: string, proxyLoanId: string): Promise<{ ms: number; bytes: number }> {
  const began = performance.now()
  const headers = { cookie, 'content-type': 'application/json' }
  const asking = request({ port: stage.port, path: '/api/v1/pdf-printer', method: 'POST', headers })
  asking.end(JSON.stringify({ proxyLoanId }))
  const [response] = await once(asking, 'response')
  const answer = Buffer.concat(await response.toArray())
  if (response.statusCode !== 200) throw new Error(`The print was answered ${response.statusCode}: ${answer}`)
  return { ms: performance.now() - began, bytes: answer.length }
}
