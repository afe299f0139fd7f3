import { expect, test } from 'vitest'
import { holdReload, untilReloadable } from './reload-holds.ts'

test('a reload waits until every owner allows it', async () => {
  const [one, other] = [{}, {}]
  holdReload(one, true)
  holdReload(other, true)
  const reloads: string[] = []
  const reload = untilReloadable().then(() => reloads.push('reloaded'))
  holdReload(one, false)
  await new Promise((resolve) => setTimeout(resolve))
  expect(reloads).toEqual([])
  holdReload(other, false)
  await reload
  expect(reloads).toEqual(['reloaded'])
  await untilReloadable()
})
