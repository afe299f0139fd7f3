import type { SlvDetail } from '@portal/contract/slv/answers'
import { SlvFormPatch } from '@portal/contract/slv/form'
import { type NewSlvRequest, Reason, type SlvRequest, SlvRequestPatch } from '@portal/contract/slv-request/model'
import type { z } from 'zod'
import { type EditorState, formValues, type VarianceSheet, varianceValues, withVariance } from './editor-state.ts'
import { type Edits, readyToSave, settle, startSending, stopSending } from './edits.ts'
import { readField } from './read-field.ts'
import type { Read, Values } from './values.ts'
import { readVariance } from './variance-fields.ts'

type Item = SlvRequest & { slvVersion: number }
type Patch = z.output<typeof SlvRequestPatch>

/** The calls that a form makes; each carries the version that it stands on. */
export type Server = {
  /** The newest SLV that the page has read by other ways, such as a save of the decision. */
  latest: () => SlvDetail | undefined
  read: () => Promise<SlvDetail>
  save: (patch: SlvFormPatch, version: number) => Promise<SlvDetail>
  /** The same `key` until the server answered: a lost answer must not add a second one. */
  add: (key: string, body: z.input<typeof NewSlvRequest>, version: number) => Promise<Item>
  change: (id: string, patch: Patch, version: number) => Promise<Item>
  remove: (id: string, version: number) => Promise<{ slvVersion: number }>
}

/** The state in somebody's hands, read and replaced at once. */
export type StateRef = { get: () => EditorState; set: (next: EditorState) => void }

/** Sends what can be saved of the form. */
export const saveForm = async (ref: StateRef, server: Server) => {
  const ready = readyToSave(ref.get().form, readField)
  if (!ready) return
  ref.set({ ...ref.get(), form: startSending(ref.get().form, ready.typed) })
  const slv = await server.save(SlvFormPatch.parse(ready.values), ref.get().version)
  const state = ref.get()
  ref.set({
    ...state,
    version: Math.max(state.version, slv.version),
    form: arrived(state, state.form, slv.version, formValues(slv), readField),
  })
}

/** Adds a new variance, or sends what can be saved of one that the server has. */
export const saveVariance = async (ref: StateRef, server: Server, { key, id, edits }: VarianceSheet) => {
  const ready = readyToSave(edits, readVariance)
  if (!ready) return
  ref.set(withVariance(ref.get(), key, (sheet) => ({ ...sheet, edits: startSending(sheet.edits, ready.typed) })))
  const { version } = ref.get()
  const patch = SlvRequestPatch.parse(ready.values)
  const item =
    id === null
      ? await server.add(key, { ...patch, reason: Reason.parse(ready.values.reason) }, version)
      : await server.change(id, patch, version)
  const state = ref.get()
  // A reading that came first may have brought the new one under its own key.
  const sheets = state.variances.filter((sheet) => sheet.key === key || sheet.id !== item.id)
  ref.set({
    ...state,
    version: Math.max(state.version, item.slvVersion),
    variances: sheets.map((sheet) => {
      if (sheet.key !== key) return sheet
      const settled = arrived(state, sheet.edits, item.slvVersion, varianceValues(item), readVariance)
      return { ...sheet, id: item.id, edits: settled }
    }),
  })
}

/** The sheet after its answer came; one that was overtaken by a newer reading has been merged already. */
const arrived = (state: EditorState, edits: Edits, version: number, values: Values, read: Read): Edits =>
  version >= state.version ? settle(edits, values, read) : stopSending(edits)
