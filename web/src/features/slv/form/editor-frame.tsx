import type { ProgramCatalog } from '@portal/contract/guideline/api'
import type { Program } from '@portal/contract/guideline/model'
import type { SlvDetail } from '@portal/contract/slv/answers'
import { isSellerDraft } from '@portal/contract/slv/status'
import { keepsOneVariance } from '@portal/contract/slv-request/model'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo, useState } from 'react'
import { hasUnsaved } from '../../../lib/autosave/draft-state.ts'
import { usePendingWrite } from '../../../lib/autosave/pending-writes.tsx'
import { useBranding } from '../../../records/auth/queries.ts'
import { programsQuery } from '../../../records/guideline/queries.ts'
import { LoadFailed } from '../../../ui/message.tsx'
import {
  type Catalog,
  type Editor,
  EditorContext,
  useFormEditor,
} from './editor.ts'

type EditorFrameProps = {
  slv: SlvDetail
  /** While the programs load. */
  fallback: ReactNode
  children: ReactNode
}

/**
 * Provides the edits of a request: a draft saves them automatically, other
 * rounds on demand.
 */
export const EditorFrame = ({ slv, fallback, children }: EditorFrameProps) => {
  const { data, error, refetch, isFetching } = useQuery(programsQuery)
  // Kept for the editor's life, so that a choice never disappears while someone
  // types.
  const [catalog, setCatalog] = useState<Catalog | null>(null)
  if (data && !catalog) setCatalog(selectable(data, slv))
  if (catalog)
    return (
      <Frame slv={slv} catalog={catalog}>
        {children}
      </Frame>
    )
  return error ? (
    <LoadFailed
      what="the programs"
      error={error}
      loading={isFetching}
      onClick={refetch}
    />
  ) : (
    fallback
  )
}

/**
 * All programs: the day decides which can be chosen. A sent request keeps its
 * own.
 */
const selectable = (
  { items, reasons }: ProgramCatalog,
  slv: SlvDetail,
): Catalog => {
  const isKept = ({ name }: Program) =>
    name === slv.buyerNonAgencyProgram && !isSellerDraft(slv.status)
  return {
    programs: items.map((program) =>
      isKept(program)
        ? { ...program, activeFrom: '', activeTo: null }
        : program,
    ),
    reasons,
  }
}

type FrameProps = { slv: SlvDetail; catalog: Catalog; children: ReactNode }

const Frame = ({ slv, catalog, children }: FrameProps) => {
  const editor = useFormEditor(slv, catalog)
  const { name: brandName } = useBranding()
  const isDraft = isSellerDraft(slv.status)
  const keepsOne = keepsOneVariance(slv)
  const frame = useMemo(
    () => ({
      editor,
      slvId: slv.id,
      brandName,
      isDraft,
      sentAt: isDraft ? null : slv.date,
      keepsOne,
    }),
    [editor, slv.id, slv.date, brandName, isDraft, keepsOne],
  )
  usePendingWrite(() => flush(editor, isDraft))
  return <EditorContext value={frame}>{children}</EditorContext>
}

/**
 * Before the SLV changes its status: a draft is saved; changes to a sent
 * request are the person's to save.
 */
const flush = async (editor: Editor, isDraft: boolean) => {
  if (isDraft) await editor.save('all')
  if (!hasUnsaved(editor.get())) return
  editor.attempt()
  throw new Error(
    isDraft
      ? 'Some values can’t be saved yet'
      : 'Save or discard your changes to the request first',
  )
}
