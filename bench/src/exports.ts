import { setTimeout as pause } from 'node:timers/promises'
import { mostWorkbookRows } from '@portal/contract/reporting/model'
import type { Row } from './goals.ts'
import { type Lab, underwriter } from './lab.ts'
import { medianTime, send, timed } from './load.ts'

/** Measures workbooks and PDFs, requested as a browser does. */
export async function measureExports(lab: Lab): Promise<Row[]> {
  const [headers = { cookie: '' }] = await lab.signIn([underwriter])
  // With more SLVs than a workbook allows, one state only.
  const query = `tableMode=ALL&sortBy=date&sortType=desc${lab.size > mostWorkbookRows ? '&states=NV' : ''}`
  const get = (path: string) => send(lab.url(), { path: `/api/v1/proxy-loans/${path}?${query}`, headers })
  const download = () => get('download')
  const { count } = JSON.parse(String(await get('download/check')))
  await download()
  const memoryBefore = await lab.memory()
  await lab.forgetPeak()
  const ms = await timed(download)
  const memory = (await lab.memory('VmHWM')) - memoryBefore

  const [slv] = await lab.sql<{ id: string }>(`select id from slv where status = 'APPROVED' order by id limit 1`)
  const print = async (path: string, body: object) => {
    const json = { ...headers, 'content-type': 'application/json' }
    const call = { method: 'POST' as const, path, headers: json, body: JSON.stringify(body) }
    // People print seconds apart: the browser has its next page ready by then.
    const rest = () => pause(1500)
    return medianTime(() => send(lab.url(), call), rest)
  }
  return [
    { goal: 'exports.excel', value: count / (ms / 1000), details: { rows: count } },
    { goal: 'exports.memory', value: memory },
    { goal: 'exports.slvPdf', value: await print('/api/v1/pdf-printer', { proxyLoanId: slv?.id }) },
    { goal: 'exports.reportingPdf', value: await print('/api/v1/reporting/slv/download', {}) },
  ]
}
