import { CallError, hasStatus, isOutage, problemsOf } from '../../../lib/call-error.ts'
import { adopt, type EditorState, type VarianceSheet, withVariance } from './editor-state.ts'
import { type Edits, readyToSave, refuse, stopSending } from './edits.ts'
import { readField } from './read-field.ts'
import { type Held, type Server, saveForm, saveVariance } from './save-calls.ts'
import { readVariance } from './variance-fields.ts'

/** The sheet of the form, beside the keys of the variances. */
export const formKey = 'form'

/** Which sheets to save: all of them in a draft. */
export type Asked = 'all' | readonly string[]

const mostMerges = 5

/**
 * Saves the sheets that were asked for, one call after another, until nothing of them can be saved; newer typing goes
 * along. Throws the error that stopped it. The state tells people how it went.
 */
export const savePass = async (held: Held, server: Server, asked: Asked): Promise<void> => {
  const latest = server.latest()
  if (latest) held.set(adopt(held.get(), latest))
  let merges = 0
  for (let key = nextSheet(held.get(), asked); key !== null; key = nextSheet(held.get(), asked)) {
    held.set({ ...held.get(), saving: 'saving', halt: null })
    try {
      await saveSheet(held, server, key)
    } catch (error) {
      const failure = await recover(held, server, key, error, merges < mostMerges)
      if (failure !== null) throw stop(held, failure)
      merges += 1
    }
  }
  if (held.get().saving === 'saving') held.set({ ...held.get(), saving: 'idle' })
}

/** The key of the first sheet with something to save; null when there is none. */
const nextSheet = (state: EditorState, asked: Asked): string | null => {
  const isAsked = (key: string) => asked === 'all' || asked.includes(key)
  if (isAsked(formKey) && readyToSave(state.form, readField)) return formKey
  return state.variances.find((sheet) => isAsked(sheet.key) && isSavable(sheet))?.key ?? null
}

/** A new variance waits for its reason; one that somebody removed waits for the person. */
const isSavable = ({ id, edits, isGone }: VarianceSheet) => {
  const ready = readyToSave(edits, readVariance)
  return ready !== null && !isGone && (id !== null || typeof ready.values.reason === 'string')
}

const saveSheet = (held: Held, server: Server, key: string) => {
  const sheet = held.get().variances.find((other) => other.key === key)
  return sheet ? saveVariance(held, server, sheet) : saveForm(held, server)
}

/** What can be mended by itself: a stale version is read and merged, refused fields are set aside. Else the error. */
const recover = async (held: Held, server: Server, key: string, error: unknown, mayGoOn: boolean): Promise<unknown> => {
  const refused = hasStatus(error, 400) ? changed(held.get(), key, (edits) => refuse(edits, problemsOf(error))) : null
  held.set(refused ?? changed(held.get(), key, stopSending) ?? held.get())
  if (refused && mayGoOn) return null
  if (!hasStatus(error, 412) || !mayGoOn) return error
  try {
    const slv = await server.read()
    held.set(adopt(held.get(), slv))
    return null
  } catch (failure) {
    return failure
  }
}

/** The state with one sheet changed; null when the change found nothing to do. */
const changed = (state: EditorState, key: string, change: (edits: Edits) => Edits | null): EditorState | null => {
  const sheet = state.variances.find((other) => other.key === key)
  const edits = change(sheet?.edits ?? state.form)
  if (edits === null) return null
  return sheet ? withVariance(state, key, (same) => ({ ...same, edits })) : { ...state, form: edits }
}

const stop = (held: Held, error: unknown) => {
  const halt = error instanceof CallError ? error.message : 'Something went wrong'
  held.set({ ...held.get(), ...(isOutage(error) ? { saving: 'away', halt: null } : { saving: 'halted', halt }) })
  return error
}
