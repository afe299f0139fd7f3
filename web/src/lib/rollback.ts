type Item = { id: string }

/**
 * The server's state of items that optimistic updates have changed on the screen. Several updates of one item may be
 * pending; a refused one rolls back to what the server said last, not to what another update shows.
 */
export const createRollback = <T extends Item>() => {
  const pending = new Map<string, { item: T; updates: number }>()
  return {
    /** Before an update is shown: stores the state of items that have no pending update yet. */
    begin: (items: readonly T[]) => {
      for (const item of items) {
        const known = pending.get(item.id)
        pending.set(item.id, { item: known?.item ?? item, updates: (known?.updates ?? 0) + 1 })
      }
    },
    /** The server accepted an update and responded with these. */
    confirm: (items: readonly T[]) => {
      for (const item of items) {
        const known = pending.get(item.id)
        if (known) pending.set(item.id, { ...known, item })
      }
    },
    /** The server's state of an item with a pending update. */
    get: (id: string) => pending.get(id)?.item,
    /** An update was accepted or refused. */
    end: (ids: readonly string[]) => {
      for (const id of ids) {
        const known = pending.get(id)
        if (known && known.updates > 1) pending.set(id, { ...known, updates: known.updates - 1 })
        else pending.delete(id)
      }
    },
  }
}
export type Rollback<T extends Item> = ReturnType<typeof createRollback<T>>
