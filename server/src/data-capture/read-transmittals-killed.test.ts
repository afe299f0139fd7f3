import { expect } from 'vitest'
import { index, test } from '../../test/intake-house.ts'
import { pdf } from '../../test/sample-files.ts'
import { inTheStore } from '../../test/upload.ts'
import type { Transmittals } from '../lib/transmittals.ts'
import { readTransmittals, type TransmittalHouse } from './read-transmittals.ts'

/** The process died here. */
class Killed extends Error {}

/** A house in which the nth thing that is asked of the world never comes about, or is the last that does. */
function dying(house: TransmittalHouse, step: number, when: 'BEFORE' | 'AFTER') {
  let steps = 0
  let isDead = false
  const seam = async <T>(work: () => T | Promise<T>): Promise<T> => {
    if (isDead) throw new Killed()
    steps++
    const isLast = steps === step
    if (isLast && when === 'BEFORE') isDead = true
    if (isDead) throw new Killed()
    const answer = await work()
    if (isLast) isDead = true
    if (isDead) throw new Killed()
    return answer
  }
  const transmittals: Transmittals = {
    source: house.transmittals.source,
    open: async () => {
      const inbox = await house.transmittals.open()
      return {
        list: () => seam(inbox.list),
        read: async function* (name) {
          await seam(() => undefined)
          yield* inbox.read(name)
          await seam(() => undefined)
        },
        putAway: (name, into) => seam(() => inbox.putAway(name, into)),
        close: inbox.close,
      }
    },
  }
  const clock = () => {
    steps++
    if (isDead || steps === step) {
      isDead = true
      throw new Killed()
    }
    return house.clock()
  }
  const files = {
    ...house.files,
    receive: async (content: AsyncIterable<Uint8Array>) => {
      const received = await seam(() => house.files.receive(content))
      return { ...received, keep: () => seam(received.keep) }
    },
    // Who is dead cleans nothing up.
    remove: (key: string) => (isDead ? Promise.reject(new Killed()) : house.files.remove(key)),
  }
  const loanDock = { ...house.loanDock, findLoan: (number: string) => seam(() => house.loanDock.findLoan(number)) }
  return { house: { ...house, clock, files, loanDock, transmittals }, wasReached: () => isDead }
}

for (const when of ['BEFORE', 'AFTER'] as const)
  test(`killed ${when.toLowerCase()} every step and begun again: each row is one Tdoc, with its image`, {
    timeout: 120_000,
  }, async ({ house, folder, found, store }) => {
    let kills = 0
    for (let step = 1; ; step++) {
      const names = [`${when} ${step} a.pdf`, `${when} ${step} b.pdf`]
      for (const name of names) await folder.put(name, pdf)
      await folder.put(`${step}.csv`, index(...names.map((name) => `8001,${name},,,`), `9999,${names[0]} x,,,`))
      await folder.put(`${names[0]} x`, pdf)
      const first = dying(house, step, when)
      await readTransmittals(first.house).catch((error) => {
        if (!(error instanceof Killed)) throw error
      })
      await readTransmittals(house)
      const tdocs = (await found.tdocs()).filter(({ imageFileName }) => names.includes(imageFileName))
      expect(tdocs.map(({ imageFileName }) => imageFileName)).toEqual(names)
      expect(await folder.names()).toEqual([])
      if (!first.wasReached()) break
      kills++
    }
    expect(kills).toBeGreaterThan(15)
    const runs = await found.runs()
    expect(runs).toHaveLength(kills + 1)
    for (const run of runs) expect(run).toMatchObject({ rowCount: 3, createdCount: 2, knownCount: 0, rejectedCount: 1 })
    const kept = (await inTheStore(store.folder)).map(({ name }) => name)
    for (const { imageKey } of await found.tdocs()) expect(kept).toContain(imageKey?.split('/')[1])
  })
