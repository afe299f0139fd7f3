import type { SlvDetail } from '@portal/contract/slv/answers'
import { formFieldNames } from '@portal/contract/slv/form'
import { createDraft, type DraftServer, type DraftTarget } from '../../../lib/autosave/draft.ts'
import { type DraftState, editsOf, openDraft, type Sheet, type Snapshot } from '../../../lib/autosave/draft-state.ts'
import { type Edits, isDirty, type Values } from '../../../lib/autosave/edits.ts'
import { pick } from '../../../lib/records.ts'
import type { FieldProblem } from '../../../ui/inputs/field-problems.tsx'
import { formCodec } from './read-field.ts'
import { emptyVariance, varianceCodec, varianceValues, varianceViewOf } from './variance-fields.ts'

/** A request as it is edited: one sheet for the form, and one for each variance. */
export type EditorState = DraftState & {
  /** Tries to send or save: after the first one, missing values are shown beside their fields. */
  attempts: number
  serverProblems: readonly FieldProblem[]
  left: ReadonlySet<string>
  open: ReadonlySet<string>
}

export const formKey = 'form'

/** The form's values, and the loan number, which is part of the form's rules. */
export const formValues = (slv: SlvDetail): Values => ({
  ...pick(slv, formFieldNames),
  buyerLoan: slv.buyerLoan,
})

export const requestSnapshot = (slv: SlvDetail): Snapshot => ({
  version: slv.version,
  records: [
    { id: formKey, values: formValues(slv) },
    ...slv.slvRequests.map((request) => ({ id: request.id, values: varianceValues(request) })),
  ],
})

export const formOf = (state: DraftState): Edits => editsOf(state, formKey)
export const variancesOf = ({ sheets }: DraftState) => sheets.filter(({ key }) => key !== formKey)
export const readOf = (key: string) => (key === formKey ? formCodec : varianceCodec).read

export type EditorServer = DraftServer & {
  removeVariance: (id: string, version: number) => Promise<{ version: number }>
}

export const createEditor = (slv: SlvDetail, target: DraftTarget<EditorServer>, autosaves: boolean) => {
  const opened = openDraft(requestSnapshot(slv), target.storage.read() ?? [], readOf, emptyVariance)
  const initial: EditorState = {
    ...opened,
    attempts: 0,
    serverProblems: [],
    left: new Set(Object.keys(formOf(opened).typed)),
    open: new Set(opened.sheets.filter(({ edits }) => isDirty(edits)).map(({ key }) => key)),
  }
  const draft = createDraft(initial, {
    ...target,
    readOf,
    autosaves,
    pauses: [2_000, 4_000, 5_000],
    list: {
      blank: emptyVariance,
      canAdd: ({ reason }) => typeof reason === 'string',
      remove: target.server.removeVariance,
    },
  })
  const { get, set } = draft
  const openVariance = (key: string, isOpen: boolean) => {
    const others = [...get().open].filter((other) => other !== key)
    set({ ...get(), open: new Set(isOpen ? [...others, key] : others) })
  }
  return {
    ...draft,
    leave: (name: string) => {
      if (!get().left.has(name)) set({ ...get(), left: new Set([...get().left, name]) })
      if (get().saving !== 'away') draft.saveNow()
    },
    discard: (key: string) => {
      draft.discard(key)
      if (key === formKey) set({ ...get(), left: new Set() })
    },
    addVariance: () => {
      const key = draft.add()
      openVariance(key, true)
      return key
    },
    openVariance,
    attempt: () => {
      const withProblems = variancesOf(get()).filter(needsAttention)
      set({
        ...get(),
        attempts: get().attempts + 1,
        serverProblems: [],
        open: new Set([...get().open, ...withProblems.map(({ key }) => key)]),
      })
    },
    showProblems: (serverProblems: readonly FieldProblem[]) =>
      set({ ...get(), attempts: get().attempts + 1, serverProblems }),
  }
}
export type Editor = ReturnType<typeof createEditor>

const needsAttention = ({ edits }: Sheet) =>
  varianceViewOf(edits).problems.length > 0 || edits.contested.length > 0 || isDirty(edits)
