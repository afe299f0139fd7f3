import type { SlvDetail } from '@portal/contract/slv/answers'
import { isSellerDraft } from '@portal/contract/slv/status'
import * as requests from '@portal/contract/slv-request/api'
import { requestMessages } from '@portal/contract/slv-request/messages'
import { Reason, SlvRequestPatch } from '@portal/contract/slv-request/model'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { createContext, use, useState } from 'react'
import { StoredDraft } from '../../../lib/autosave/draft-state.ts'
import type { Values } from '../../../lib/autosave/edits.ts'
import { useDraftState } from '../../../lib/autosave/use-draft.ts'
import { call } from '../../../lib/call.ts'
import { draftStorage } from '../../../lib/kept-text.ts'
import { createIntent, type Intent } from '../../../lib/state/intent.ts'
import { toast } from '../../../lib/toast.ts'
import { afterItem, etag } from '../queries.ts'
import { runSlvWrite, slvDraftCalls, useSlvDraft } from '../use-slv-draft.ts'
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

const serverOf = (queryClient: QueryClient, id: string): editing.EditorServer => {
  const intents = new Map<string, Intent>()
  const params = { id }
  const { saveFields, ...reads } = slvDraftCalls(queryClient, id, editing.requestSnapshot)
  /** The same `key` uses the same intent: a lost answer must not add a second variance. */
  const add = async (key: string, values: Values, version: number) => {
    const intent = intents.get(key) ?? createIntent()
    intents.set(key, intent)
    const body = { ...SlvRequestPatch.parse(values), reason: Reason.parse(values.reason) }
    const item = await call(requests.addSlvRequest, { params, body }, { ifMatch: etag(version), intent })
    toast.success(requestMessages.add.done)
    return item
  }
  const change = (requestId: string, values: Values, version: number) => {
    const request = { params: { id, requestId }, body: SlvRequestPatch.parse(values) }
    return call(requests.updateSlvRequest, request, { ifMatch: etag(version) })
  }
  return {
    ...reads,
    save: async (sheet, values, version) => {
      if (sheet.key === editing.formKey) {
        const slv = await saveFields(values, version)
        return { id: editing.formKey, version: slv.version, values: editing.formValues(slv) }
      }
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

export const useFormEditor = (slv: SlvDetail): editing.Editor => {
  const queryClient = useQueryClient()
  const [editor] = useState(() => {
    const target = {
      server: serverOf(queryClient, slv.id),
      storage: storageOf(slv.id),
      runInTurn: runSlvWrite(queryClient, slv.id, { failed: null }),
    }
    const created = editing.createEditor(slv, target, isSellerDraft(slv.status))
    editors.set(slv.id, created)
    return created
  })
  useSlvDraft(editor, slv, editing.requestSnapshot)
  return editor
}
