import type { VarianceReason } from '@portal/contract/guideline/model'
import { pick } from '@portal/contract/lib/typed'
import type { SlvDetail } from '@portal/contract/slv/answers'
import { formFieldNames, type Programs } from '@portal/contract/slv/form'
import { isSellerDraft } from '@portal/contract/slv/status'
import * as requests from '@portal/contract/slv-request/api'
import { requestMessages } from '@portal/contract/slv-request/messages'
import {
  NewSlvRequest,
  Reason,
  SlvRequestPatch,
} from '@portal/contract/slv-request/model'
import { createContext, use } from 'react'
import { createDraft } from '../../../lib/autosave/draft.ts'
import type {
  DraftServer,
  DraftTarget,
} from '../../../lib/autosave/draft-options.ts'
import {
  type DraftRecord,
  type DraftState,
  getEdits,
  openDraft,
  type Snapshot,
} from '../../../lib/autosave/draft-state.ts'
import {
  type Edits,
  isDirty,
  type Values,
} from '../../../lib/autosave/edits.ts'
import { useDraftState } from '../../../lib/autosave/use-draft.ts'
import { call } from '../../../lib/call.ts'
import { createIntent, type Intent } from '../../../lib/state/intent.ts'
import { toast } from '../../../lib/toast.ts'
import { afterItem, etag } from '../../../records/slv/queries.ts'
import type { FieldProblem } from '../../../ui/inputs/field-problems.tsx'
import { type SlvDraftCalls, useSlvDraft } from '../use-slv-draft.ts'
import { formCodec } from './read-field.ts'
import { typingStorage } from './stored-typing.ts'
import {
  emptyVariance,
  varianceCodec,
  varianceValues,
  varianceViewOf,
} from './variances/variance-fields.ts'

/** What the buyer lets requests choose: programs, and reasons for variances. */
export type Catalog = { programs: Programs; reasons: readonly VarianceReason[] }

/**
 * A request as it is edited: one record for the form, and one for each variance.
 */
export type EditorState = DraftState & {
  catalog: Catalog
  /**
   * Tries to send or save: after the first one, missing values are shown beside
   * their fields.
   */
  attempts: number
  serverProblems: readonly FieldProblem[]
  /** The guidelines need no variance, and none is requested. */
  isUnnecessary: boolean
  left: ReadonlySet<string>
  open: ReadonlySet<string>
}

export const formKey = 'form'

/**
 * The form's values, and the loan number, which is part of the form's rules.
 */
export const formValues = (slv: SlvDetail): Values => ({
  ...pick(slv, formFieldNames),
  buyerLoan: slv.buyerLoan,
})

export const requestSnapshot = (slv: SlvDetail): Snapshot => ({
  version: slv.version,
  records: [
    { id: formKey, values: formValues(slv) },
    ...slv.slvRequests.map((request) => ({
      id: request.id,
      values: varianceValues(request),
    })),
  ],
})

export const toForm = (state: DraftState): Edits => getEdits(state, formKey)
export const getVariances = ({ draftRecords }: DraftState) =>
  draftRecords.filter(({ key }) => key !== formKey)
const getReader = (key: string) =>
  (key === formKey ? formCodec : varianceCodec).read

export type EditorServer = DraftServer & {
  removeVariance: (id: string, version: number) => Promise<{ version: number }>
}

/** A request as it opens, with unsaved typing from before. */
const openEditor = (
  slv: SlvDetail,
  { storage }: DraftTarget<EditorServer>,
  catalog: Catalog,
): EditorState => {
  const opened = openDraft(
    requestSnapshot(slv),
    storage.read() ?? [],
    getReader,
    emptyVariance,
  )
  const unsaved = opened.draftRecords.filter(({ edits }) => isDirty(edits))
  return {
    ...opened,
    catalog,
    attempts: 0,
    serverProblems: [],
    isUnnecessary: false,
    left: new Set(Object.keys(toForm(opened).typed)),
    open: new Set(unsaved.map(({ key }) => key)),
  }
}

export const createEditor = (
  slv: SlvDetail,
  target: DraftTarget<EditorServer>,
  autosaves: boolean,
  catalog: Catalog,
) => {
  const draft = createDraft(openEditor(slv, target, catalog), {
    ...target,
    readOf: getReader,
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
      if (!get().left.has(name))
        set({ ...get(), left: new Set([...get().left, name]) })
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
    noteUnnecessary: (isUnnecessary: boolean) => {
      if (get().isUnnecessary !== isUnnecessary)
        set({ ...get(), isUnnecessary })
    },
    attempt: () => {
      const withProblems = getVariances(get()).filter(needsAttention)
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

const needsAttention = ({ edits }: DraftRecord) =>
  varianceViewOf(edits).problems.length > 0 ||
  edits.contested.length > 0 ||
  isDirty(edits)

type EditorFrame = {
  editor: Editor
  slvId: string
  brandName: string
  /**
   * A draft saves itself and is sent as a whole; anything else is saved change
   * by change.
   */
  isDraft: boolean
  /** When the round was sent; null for a draft. */
  sentAt: string | null
  /** It was sent, so its last variance can't be deleted. */
  keepsOne: boolean
}

export const EditorContext = createContext<EditorFrame | null>(null)

export const useEditor = () => {
  const context = use(EditorContext)
  if (!context) throw new Error('This component belongs inside a request form')
  return context
}

export const useEditorState = <T>(select: (state: EditorState) => T): T =>
  useDraftState(useEditor().editor, select)

/** Saves the form by its own call, and each variance by another. */
const createServer = (
  id: string,
  { queryClient, server, saveFields }: SlvDraftCalls,
): EditorServer => {
  const intents = new Map<string, Intent>()
  /**
   * The same `key` uses the same intent: a lost answer must not add a second
   * variance.
   */
  const add = async (key: string, values: Values, version: number) => {
    const intent = intents.get(key) ?? createIntent()
    intents.set(key, intent)
    const { ruleId } = NewSlvRequest.parse(values)
    const body = {
      ...SlvRequestPatch.parse(values),
      reason: Reason.parse(values.reason),
      ruleId,
    }
    const item = await call(
      requests.addSlvRequest,
      { params: { id }, body },
      { ifMatch: etag(version), intent },
    )
    toast.success(requestMessages.add.done)
    return item
  }
  const change = (requestId: string, values: Values, version: number) => {
    const request = {
      params: { id, requestId },
      body: SlvRequestPatch.parse(values),
    }
    return call(requests.updateSlvRequest, request, { ifMatch: etag(version) })
  }
  return {
    ...server,
    save: async (record, values, version) => {
      if (record.key === formKey) return saveFields(record.key, values, version)
      const item = await (record.id === null
        ? add(record.key, values, version)
        : change(record.id, values, version))
      void afterItem(queryClient, id, item.slvVersion)
      return {
        id: item.id,
        version: item.slvVersion,
        values: varianceValues(item),
      }
    },
    removeVariance: async (requestId, version) => {
      const gone = await call(
        requests.deleteSlvRequest,
        { params: { id, requestId } },
        { ifMatch: etag(version) },
      )
      void afterItem(queryClient, id, gone.slvVersion)
      return { version: gone.slvVersion }
    },
  }
}

const editors = new Map<string, Editor>()

/**
 * Deletes what was typed into a discarded draft, also while its form is still
 * on the page.
 */
export const discardTyping = (slvId: string) => {
  editors.get(slvId)?.abandon()
  typingStorage(slvId).write(null)
}

const meta = { failed: null }

export const useFormEditor = (slv: SlvDetail, catalog: Catalog): Editor =>
  useSlvDraft(slv, requestSnapshot, meta, (calls) => {
    const target = {
      server: createServer(slv.id, calls),
      storage: typingStorage(slv.id),
      runInTurn: calls.runInTurn,
    }
    const editor = createEditor(slv, target, isSellerDraft(slv.status), catalog)
    editors.set(slv.id, editor)
    return editor
  })
