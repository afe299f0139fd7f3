import { setTimeout as pause } from 'node:timers/promises'
import { maxWorkbookRows } from '@portal/contract/reporting/model'
import { type Row, worst } from './goals.ts'
import { type Lab, underwriter } from './lab.ts'
import { type Headers, medianTime, quantile, send, timed } from './load.ts'

/** Filters as people choose them; the first is the page as it opens. */
const summaries = {
  'as it opens': '/api/v1/reporting/slv/summary',
  'last month': '/api/v1/reporting/slv/summary?timeframe=LAST_MONTH',
  'one program, decided':
    '/api/v1/reporting/slv/summary?productCodes=DSCR%20Prime&status=APPROVED,DECLINED',
  'top ten': '/api/v1/reporting/slv/summary?topLimit=10',
  'capacity by status': '/api/v1/reporting/slv/table?countBy=STATUS',
  'capacity by month': '/api/v1/reporting/slv/table?countBy=MONTH',
}

/**
 * Measures the reporting figures over HTTP for one person, starting with a
 * fresh process.
 */
export async function measureReporting(lab: Lab): Promise<Row[]> {
  const [headers = { cookie: '' }] = await lab.signIn([underwriter])
  const ask = (path: string) => send(lab.url(), { path, headers })
  await lab.restart()
  const memoryBefore = await lab.memory()
  const firstMs = await timed(() => ask(summaries['as it opens']))

  const changeSlv = await prepareChange(lab)
  const healthWatch = watchHealth(lab)
  const changedMs = await medianTimes(ask, changeSlv).finally(healthWatch.stop)
  const healthMs = await healthWatch.times
  const unchangedMs = await medianTimes(ask)
  const memory = (await lab.memory()) - memoryBefore
  return [
    { goal: 'reporting.first', value: firstMs },
    worst('reporting.changed', changedMs),
    worst('reporting.unchanged', unchangedMs),
    { goal: 'reporting.health', value: quantile(healthMs, 0.99) },
    { goal: 'reporting.memory', value: memory },
  ]
}

/** Returns a function that changes the amount of one approved SLV. */
async function prepareChange(lab: Lab): Promise<() => Promise<unknown>> {
  const [slv] = await lab.sql<{ id: string }>(
    `select id from slv where status = 'APPROVED' limit 1`,
  )
  return () =>
    lab.sql('update slv set loan_amount = loan_amount + 100 where id = $1', [
      slv?.id,
    ])
}

/** The median time of each summary in ms; `before` runs before each request. */
async function medianTimes(
  ask: (path: string) => Promise<unknown>,
  before?: () => Promise<unknown>,
): Promise<Record<string, number>> {
  const medians: Record<string, number> = {}
  for (const [name, path] of Object.entries(summaries))
    medians[name] = await medianTime(() => ask(path), before)
  return medians
}

/** Asks for the portal's health until stopped; `times` are in ms. */
function watchHealth(lab: Lab) {
  let isStopped = false
  const askHealth = async () => {
    const response = await fetch(`${lab.url()}/api/health`)
    await response.arrayBuffer()
  }
  const watch = async () => {
    const times: number[] = []
    while (!isStopped) times.push(await timed(askHealth))
    return times
  }
  return {
    times: watch(),
    stop: () => {
      isStopped = true
    },
  }
}

/** Measures workbooks and PDFs, requested as a browser does. */
export async function measureExports(lab: Lab): Promise<Row[]> {
  const [headers = { cookie: '' }] = await lab.signIn([underwriter])
  const workbook = await measureWorkbook(lab, headers)

  const [slv] = await lab.sql<{ id: string }>(
    `select id from slv where status = 'APPROVED' order by id limit 1`,
  )
  const print = (path: string, body: object) =>
    medianTime(
      () => send(lab.url(), jsonCall(path, headers, body)),
      // People print seconds apart: the browser has its next page ready by then.
      () => pause(1500),
    )
  return [
    ...workbook,
    {
      goal: 'exports.slvPdf',
      value: await print('/api/v1/pdf-printer', { proxyLoanId: slv?.id }),
    },
    {
      goal: 'exports.reportingPdf',
      value: await print('/api/v1/reporting/slv/download', {}),
    },
  ]
}

async function measureWorkbook(lab: Lab, headers: Headers): Promise<Row[]> {
  // With more SLVs than a workbook allows, one state only.
  const states = lab.size > maxWorkbookRows ? '&states=NV' : ''
  const query = `tableMode=ALL&sortBy=date&sortType=desc${states}`
  const get = (path: string) =>
    send(lab.url(), { path: `/api/v1/proxy-loans/${path}?${query}`, headers })
  const download = () => get('download')

  const { count } = JSON.parse(String(await get('download/check')))
  await download()
  const memoryBefore = await lab.memory()
  await lab.forgetPeak()
  const seconds = (await timed(download)) / 1000
  const peakMemory = await lab.memory('VmHWM')
  return [
    {
      goal: 'exports.excel',
      value: count / seconds,
      details: { rows: count },
    },
    { goal: 'exports.memory', value: peakMemory - memoryBefore },
  ]
}

const jsonCall = (path: string, headers: Headers, body: object) => ({
  method: 'POST' as const,
  path,
  headers: { ...headers, 'content-type': 'application/json' },
  body: JSON.stringify(body),
})
