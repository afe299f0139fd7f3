import { setTimeout as pause } from 'node:timers/promises'
import { maxWorkbookRows } from '@portal/contract/reporting/model'
import { type Row, worst } from './goals.ts'
import { type Lab, underwriter } from './lab.ts'
import { medianTime, quantile, send, timed } from './load.ts'

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
  const first = await timed(() => ask(summaries['as it opens']))

  const [slv] = await lab.sql<{ id: string }>(
    `select id from slv where status = 'APPROVED' limit 1`,
  )
  const change = () =>
    lab.sql('update slv set loan_amount = loan_amount + 100 where id = $1', [
      slv?.id,
    ])
  const medians = async (before?: () => Promise<unknown>) => {
    const figures: Record<string, number> = {}
    for (const [name, path] of Object.entries(summaries))
      figures[name] = await medianTime(() => ask(path), before)
    return figures
  }
  const over = new AbortController()
  const health: number[] = []
  const watch = async () => {
    while (!over.signal.aborted)
      health.push(
        await timed(async () =>
          (await fetch(`${lab.url()}/api/health`)).arrayBuffer(),
        ),
      )
  }
  const [changed] = await Promise.all([
    medians(change).finally(() => over.abort()),
    watch(),
  ])
  const unchanged = await medians()
  return [
    { goal: 'reporting.first', value: first },
    worst('reporting.changed', changed),
    worst('reporting.unchanged', unchanged),
    { goal: 'reporting.health', value: quantile(health, 0.99) },
    { goal: 'reporting.memory', value: (await lab.memory()) - memoryBefore },
  ]
}

/** Measures workbooks and PDFs, requested as a browser does. */
export async function measureExports(lab: Lab): Promise<Row[]> {
  const [headers = { cookie: '' }] = await lab.signIn([underwriter])
  // With more SLVs than a workbook allows, one state only.
  const query = `tableMode=ALL&sortBy=date&sortType=desc${lab.size > maxWorkbookRows ? '&states=NV' : ''}`
  const get = (path: string) =>
    send(lab.url(), { path: `/api/v1/proxy-loans/${path}?${query}`, headers })
  const download = () => get('download')
  const { count } = JSON.parse(String(await get('download/check')))
  await download()
  const memoryBefore = await lab.memory()
  await lab.forgetPeak()
  const ms = await timed(download)
  const memory = (await lab.memory('VmHWM')) - memoryBefore

  const [slv] = await lab.sql<{ id: string }>(
    `select id from slv where status = 'APPROVED' order by id limit 1`,
  )
  const print = async (path: string, body: object) => {
    const json = { ...headers, 'content-type': 'application/json' }
    const call = {
      method: 'POST' as const,
      path,
      headers: json,
      body: JSON.stringify(body),
    }
    // People print seconds apart: the browser has its next page ready by then.
    const rest = () => pause(1500)
    return medianTime(() => send(lab.url(), call), rest)
  }
  return [
    {
      goal: 'exports.excel',
      value: count / (ms / 1000),
      details: { rows: count },
    },
    { goal: 'exports.memory', value: memory },
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
