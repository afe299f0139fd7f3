import { useState } from 'react'

/**
 * What is being chosen in a panel whose choices are applied at once. What can not be applied as it stands, an unfinished
 * range of days, waits here; what changes elsewhere (a chip, Back) comes in.
 */
export const useChosen = <T extends object>(
  applied: T,
  onApply: (next: T) => void,
  { isWrong, applicable }: { isWrong: (chosen: T) => boolean; applicable: (chosen: T) => T },
) => {
  const key = JSON.stringify(applied)
  const [held, setHeld] = useState({ key, chosen: applied })
  const chosen = held.key === key ? held.chosen : applied
  return {
    chosen,
    choose: (change: Partial<T>) => {
      const next = { ...chosen, ...change }
      const isOff = isWrong(next)
      const following = isOff ? applied : applicable(next)
      setHeld({ key: JSON.stringify(following), chosen: next })
      if (!isOff && JSON.stringify(following) !== key) onApply(following)
    },
  }
}
