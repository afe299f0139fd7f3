import { createListeners } from './listeners.ts'

/** Who would lose something if the page were reloaded now. */
const owners = new Set<object>()
const { subscribe, notify } = createListeners()

/** Delays reloads of the page while its owner sends files. */
export const holdReload = (owner: object, isHeld: boolean) => {
  if (isHeld) owners.add(owner)
  else if (owners.delete(owner) && owners.size === 0) notify()
}

/** Resolves when a reload of the page would lose nothing. */
export const untilReloadable = () =>
  new Promise<void>((resolve) => {
    if (owners.size === 0) return resolve()
    const stop = subscribe(() => {
      stop()
      resolve()
    })
  })
