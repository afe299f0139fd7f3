import { CallError, hasStatus, isOutage, problemsOf } from '../../../lib/call-error.ts'
import { adopt, type EditorState, type VarianceSheet, withVariance } from './editor-state.ts'
import { type Edits, readyToSave, refuse, stopSending } from './edits.ts'
import { readField } from './read-field.ts'
import { type Server, type StateRef, saveForm, saveVariance } from './save-calls.ts'
import { readVariance } from './variance-fields.ts'

/** The sheet of the form, beside the keys of the variances. */
export const formKey = 'form'

/** Which sheets to save: all of them in a draft. */
export type Sheets = 'all' | readonly string[]

const mostMerges = 5

/**
 * Saves these sheets, one call after another, until nothing of them can be saved; newer typing goes
 * along. Throws the error that stopped it, which the state also shows.
 */
export const savePass = async (ref: StateRef, server: Server, sheets: Sheets): Promise<void> => {
  const latest = server.latest()
  if (latest) ref.set(adopt(ref.get(), latest))
  let merges = 0
  for (let key = nextSheet(ref.get(), sheets); key !== null; key = nextSheet(ref.get(), sheets)) {
    ref.set({ ...ref.get(), saving: 'saving', halt: null })
    try {
      await saveSheet(ref, server, key)
    } catch (error) {
      const failure = await recover(ref, server, key, error, merges < mostMerges)
      if (failure !== null) throw stop(ref, failure)
      merges += 1
    }
  }
  if (ref.get().saving === 'saving') ref.set({ ...ref.get(), saving: 'idle' })
}

/** The key of the first sheet with something to save; null when there is none. */
const nextSheet = (state: EditorState, sheets: Sheets): string | null => {
  const isIncluded = (key: string) => sheets === 'all' || sheets.includes(key)
  if (isIncluded(formKey) && readyToSave(state.form, readField)) return formKey
  return state.variances.find((sheet) => isIncluded(sheet.key) && isSavable(sheet))?.key ?? null
}

/** A new variance waits for its reason; one that somebody removed waits for the person. */
const isSavable = ({ id, edits, isGone }: VarianceSheet) => {
  const ready = readyToSave(edits, readVariance)
  return ready !== null && !isGone && (id !== null || typeof ready.values.reason === 'string')
}

const saveSheet = (ref: StateRef, server: Server, key: string) => {
  const sheet = ref.get().variances.find((other) => other.key === key)
  return sheet ? saveVariance(ref, server, sheet) : saveForm(ref, server)
}

/** What can be mended by itself: a stale version is read and merged, refused fields are set aside. Else the error. */
const recover = async (
  ref: StateRef,
  server: Server,
  key: string,
  error: unknown,
  mayGoOn: boolean,
): Promise<unknown> => {
  const refused = hasStatus(error, 400) ? changed(ref.get(), key, (edits) => refuse(edits, problemsOf(error))) : null
  ref.set(refused ?? changed(ref.get(), key, stopSending) ?? ref.get())
  if (refused && mayGoOn) return null
  if (!hasStatus(error, 412) || !mayGoOn) return error
  try {
    const slv = await server.read()
    ref.set(adopt(ref.get(), slv))
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

const stop = (ref: StateRef, error: unknown) => {
  const halt = error instanceof CallError ? error.message : 'Something went wrong'
  ref.set({ ...ref.get(), ...(isOutage(error) ? { saving: 'away', halt: null } : { saving: 'halted', halt }) })
  return error
}
