import { ownKey, readKept, writeKept } from './owner.ts'

/**
 * What is typed and not yet saved, kept in this tab so that a session that ends (or a reload) loses none of it.
 * It lies in sessionStorage under the user's own key: it ends with the tab, and nobody else who signs in reads it.
 */
export const keepText = (key: string, value: unknown) => writeKept(sessionStorage, ownKey(`typed.${key}`), value)

/** What was kept, as it was; parse it. Null when there is nothing. */
export const keptText = (key: string): unknown => readKept(sessionStorage, ownKey(`typed.${key}`))

/** Once the server has it. */
export const dropText = (key: string) => keepText(key, null)

/** When the user signs out on purpose: nothing typed stays on the machine, in this tab or beyond it. */
export const dropAllText = () => {
  for (const storage of [sessionStorage, localStorage])
    for (const key of Object.keys(storage)) if (key.startsWith(ownKey('typed.'))) storage.removeItem(key)
}
