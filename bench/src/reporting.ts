import { once } from 'node:events'
import { request } from 'node:http'
import { type Asked, ask } from './asking.ts'
import { requestText } from './lib/http-client.ts'
import type { Stage } from './lib/stage.ts'

const underwriter = 'underwriter.1@buyer.example'
const summaryPath = '/api/v1/reporting/slv/summary'

/** Filters as people choose them; the first is the page as it opens. */
const filters = {
  'as it opens': '',
  'last month': 'timeframe=LAST_MONTH',
  'one program, decided': 'productCodes=DSCR%20Prime&status=APPROVED,DECLINED',
  'top ten': 'topLimit=10',
}

export type ReportingResult = {
  /** Milliseconds until the first answer of a process, which reads all SLVs. */
  firstMs: number
  /** What the process holds for it afterwards, in MB. */
  memoryMb: number
  /** After an SLV changed: the change is read and everything counted anew. */
  changed: Asked[]
  /** Nothing changed, the same filter again. */
  unchanged: Asked[]
  capacity: Asked[]
}

/** The figures of Reporting > SLVs, as the page asks for them. */
export async function measureReporting(stage: Stage, { times }: { times: number }): Promise<ReportingResult> {
  const cookie = await stage.signIn(underwriter)
  const get = (path: string) => requestText({ method: 'GET', path, cookie })
  const memoryBefore = await stage.memory()
  const began = performance.now()
  await stage.send(get(summaryPath))
  const firstMs = performance.now() - began
  const memoryMb = ((await stage.memory()) - memoryBefore) / 2 ** 20

  const [slv] = await stage.rows<{ id: string }>(`select id from slv where status = 'APPROVED' limit 1`)
  const change = (time: number) =>
    stage.rows('update slv set loan_amount = $2 where id = $1', [slv?.id, 300_000 + time * 100])
  const summaries = Object.entries(filters).map(([name, query]) => ({
    name,
    text: () => get(`${summaryPath}?${query}`),
  }))
  const tables = ['STATUS', 'MONTH'].map((view) => ({
    name: `by ${view.toLowerCase()}`,
    text: () => get(`/api/v1/reporting/slv/table?countBy=${view}`),
    before: change,
  }))
  return {
    firstMs,
    memoryMb,
    changed: await ask(
      stage,
      summaries.map((question) => ({ ...question, before: change })),
      times,
    ),
    unchanged: await ask(stage, summaries, times),
    capacity: await ask(stage, tables, times),
  }
}

/** Milliseconds of Reporting-Slv.pdf, sorted; the first, which starts the browser, is not counted. */
export async function printFigures(stage: Stage, times: number): Promise<number[]> {
  const cookie = await stage.signIn(underwriter)
  await printed(stage, cookie)
  const all: number[] = []
  for (let time = 0; time < times; time++) all.push(await printed(stage, cookie))
  return all.toSorted((one, other) => one - other)
}

async function printed(stage: Stage, cookie: string): Promise<number> {
  const began = performance.now()
  const headers = { cookie: `session=${cookie}` }
  const asking = request({ port: stage.port, path: '/api/v1/reporting/slv/download', method: 'POST', headers })
  asking.end()
  const [response] = await once(asking, 'response')
  const answer = Buffer.concat(await response.toArray())
  if (response.statusCode !== 200) throw new Error(`The figures' PDF was answered ${response.statusCode}: ${answer}`)
  return performance.now() - began
}
