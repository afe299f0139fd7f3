import type { SlvDetail } from '@portal/contract/slv/answers'
import { isSellerDraft } from '@portal/contract/slv/status'
import * as requests from '@portal/contract/slv-request/api'
import { requestMessages } from '@portal/contract/slv-request/messages'
import { Reason, SlvRequestPatch } from '@portal/contract/slv-request/model'
import { createContext, use } from 'react'
import { StoredDraft } from '../../../lib/autosave/draft-state.ts'
import type { Values } from '../../../lib/autosave/edits.ts'
import { useDraftState } from '../../../lib/autosave/use-draft.ts'
import { call } from '../../../lib/call.ts'
import { draftStorage } from '../../../lib/kept-text.ts'
import { createIntent, type Intent } from '../../../lib/state/intent.ts'
import { toast } from '../../../lib/toast.ts'
import { afterItem, etag } from '../queries.ts'
import { type SlvDraftCalls, useSlvDraft } from '../use-slv-draft.ts'
import * as editing from './editor.ts'
import { varianceValues } from './variance-fields.ts'

type EditorFrame = {
  editor: editing.Editor
  slvId: string
  brandName: string
  /** A draft saves itself and is sent as a whole; anything else is saved change by change. */
  isDraft: boolean
  /** It was sent, so its last variance can't be deleted. */
  keepsOne: boolean
}

export const EditorContext = createContext<EditorFrame | null>(null)

export const useEditor = () => {
  const context = use(EditorContext)
  if (!context) throw new Error('This component belongs inside a request form')
  return context
}

export const useEditorState = <T>(select: (state: editing.EditorState) => T): T =>
  useDraftState(useEditor().editor, select)

/** Saves the form by its own call, and each variance by another. */
const createServer = (id: string, { queryClient, server, saveFields }: SlvDraftCalls): editing.EditorServer => {
  const intents = new Map<string, Intent>()
  /** The same `key` uses the same intent: a lost answer must not add a second variance. */
  const add = async (key: string, values: Values, version: number) => {
    const intent = intents.get(key) ?? createIntent()
    intents.set(key, intent)
    const body = { ...SlvRequestPatch.parse(values), reason: Reason.parse(values.reason) }
    const item = await call(requests.addSlvRequest, { params: { id }, body }, { ifMatch: etag(version), intent })
    toast.success(requestMessages.add.done)
    return item
  }
  const change = (requestId: string, values: Values, version: number) => {
    const request = { params: { id, requestId }, body: SlvRequestPatch.parse(values) }
    return call(requests.updateSlvRequest, request, { ifMatch: etag(version) })
  }
  return {
    ...server,
    save: async (sheet, values, version) => {
      if (sheet.key === editing.formKey) return saveFields(sheet.key, values, version)
      const item = await (sheet.id === null ? add(sheet.key, values, version) : change(sheet.id, values, version))
      void afterItem(queryClient, id, item.slvVersion)
      return { id: item.id, version: item.slvVersion, values: varianceValues(item) }
    },
    removeVariance: async (requestId, version) => {
      const gone = await call(requests.deleteSlvRequest, { params: { id, requestId } }, { ifMatch: etag(version) })
      void afterItem(queryClient, id, gone.slvVersion)
      return { version: gone.slvVersion }
    },
  }
}

const storageOf = (slvId: string) => draftStorage(localStorage, `slv.${slvId}`, StoredDraft)

const editors = new Map<string, editing.Editor>()

/** Deletes what was typed into a discarded draft, also while its form is still on the page. */
export const discardTyping = (slvId: string) => {
  editors.get(slvId)?.abandon()
  storageOf(slvId).write(null)
}

const meta = { failed: null }

export const useFormEditor = (slv: SlvDetail): editing.Editor =>
  useSlvDraft(slv, editing.requestSnapshot, meta, (calls) => {
    const target = {
      server: createServer(slv.id, calls),
      storage: storageOf(slv.id),
      runInTurn: calls.runInTurn,
    }
    const editor = editing.createEditor(slv, target, isSellerDraft(slv.status))
    editors.set(slv.id, editor)
    return editor
  })
