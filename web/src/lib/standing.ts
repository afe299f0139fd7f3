type Known = { id: string }

/**
 * How things stand at the server while changes to them are shown that it has not agreed to yet. Several changes may wait
 * for one thing; a refused one is put back to what the server said last, and not to what another one hopes for.
 */
export const createStanding = <T extends Known>() => {
  const standing = new Map<string, { thing: T; waiting: number }>()
  return {
    /** Before a change is shown: these are as the server has them, unless one waits already. */
    hold: (things: readonly T[]) => {
      for (const thing of things) {
        const held = standing.get(thing.id)
        standing.set(thing.id, { thing: held?.thing ?? thing, waiting: (held?.waiting ?? 0) + 1 })
      }
    },
    /** The server has agreed to a change: this is how they stand now. */
    agree: (things: readonly T[]) => {
      for (const thing of things) {
        const held = standing.get(thing.id)
        if (held) standing.set(thing.id, { ...held, thing })
      }
    },
    /** How a thing stands at the server; absent where no change waits. */
    of: (id: string) => standing.get(id)?.thing,
    /** A change has been answered. */
    release: (ids: readonly string[]) => {
      for (const id of ids) {
        const held = standing.get(id)
        if (held && held.waiting > 1) standing.set(id, { ...held, waiting: held.waiting - 1 })
        else standing.delete(id)
      }
    },
  }
}
export type Standing<T extends Known> = ReturnType<typeof createStanding<T>>
