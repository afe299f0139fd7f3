import { type Asked, ask, measureCards, measureSearch } from './asking.ts'
import { requestText } from './lib/http-client.ts'
import type { Stage } from './lib/stage.ts'
import { listCases, moreCases } from './list.ts'
import { measureReporting, type ReportingResult } from './reporting.ts'

/** What each call costs when nobody else asks: what grows with the number of SLVs shows here. */
export type Alone = { list: Asked[]; search: Asked[]; cards: Asked[]; reporting: ReportingResult; databaseMb: number }

/** All calls whose cost could grow, one at a time. */
export async function measureAlone(stage: Stage, times: number, cases = [...listCases, ...moreCases]): Promise<Alone> {
  const list: Asked[] = []
  for (const { name, who, query } of cases) {
    const cookie = await stage.signIn(who)
    const text = requestText({ method: 'GET', path: `/api/v1/proxy-loans?${query}`, cookie })
    list.push(...(await ask(stage, [{ name, text: () => text }], times)))
  }
  const [size] = await stage.rows<{ bytes: string }>('select pg_database_size(current_database()) as bytes')
  return {
    list,
    search: await measureSearch(stage, times),
    cards: await measureCards(stage, times),
    reporting: await measureReporting(stage, { times }),
    databaseMb: Number(size?.bytes) / 2 ** 20,
  }
}
