import { Flex } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import type { ProgramCatalog } from '@portal/contract/guideline/api'
import type { Program } from '@portal/contract/guideline/model'
import { civil } from '@portal/contract/sla/calendar'
import type { SlvDetail } from '@portal/contract/slv/answers'
import { isSellerDraft } from '@portal/contract/slv/status'
import { keepsOneVariance } from '@portal/contract/slv-request/model'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo, useState } from 'react'
import { hasUnsaved } from '../../../lib/autosave/draft-state.ts'
import { usePendingWrite } from '../../../lib/autosave/pending-writes.tsx'
import { FieldProblems } from '../../../ui/inputs/field-problems.tsx'
import { LoadFailed } from '../../../ui/message.tsx'
import { Fields } from '../../../ui/outline.tsx'
import { PageSkeleton } from '../../../ui/skeletons.tsx'
import { useBranding } from '../../auth/queries.ts'
import { programsQuery } from '../../guideline/queries.ts'
import type { Edits } from '../../history/queries.ts'
import { DraftEligibility } from './draft-eligibility.tsx'
import { type Catalog, type Editor, EditorContext, formOf, useEditor, useEditorState, useFormEditor } from './editor.ts'
import classes from './form.module.css'
import { ChangeBar, SendBar } from './form-bars.tsx'
import { FormField } from './form-field.tsx'
import { Sections } from './form-sections.tsx'
import { fieldsIn } from './form-view.ts'
import { countBySection, saveProblems, sendProblems } from './problems.ts'
import { ReadForm } from './read-form.tsx'
import { VarianceSection } from './variance-section.tsx'

type RequestFormProps = {
  slv: SlvDetail
  /** `edit` saves a draft by itself, and a sent request on demand. */
  mode: 'edit' | 'read'
  /** What was changed since the request was sent. */
  edited?: Edits | undefined
}

const unedited: Edits = {}

export const RequestForm = ({ slv, mode, edited = unedited }: RequestFormProps) =>
  mode === 'edit' ? (
    <FormWithCatalog key={`${slv.id} ${isSellerDraft(slv.status)} ${slv.resubmitCount}`} slv={slv} edited={edited} />
  ) : (
    <ReadForm slv={slv} edited={edited} />
  )

type FormProps = { slv: SlvDetail; edited: Edits }

/** The form, once it is known which programs and reasons it may choose. */
const FormWithCatalog = ({ slv, edited }: FormProps) => {
  const { data, error, refetch, isFetching } = useQuery(programsQuery)
  // Kept for the editor's life, so that a choice never disappears while someone types.
  const [catalog, setCatalog] = useState<Catalog | null>(null)
  if (data && !catalog) setCatalog(selectable(data, slv))
  if (catalog) return <EditForm slv={slv} edited={edited} catalog={catalog} />
  return error ? (
    <LoadFailed what="the programs" error={error} loading={isFetching} onClick={refetch} />
  ) : (
    <PageSkeleton />
  )
}

/** The programs that are active today, and the request's own. */
const selectable = ({ items, reasons }: ProgramCatalog, slv: SlvDetail): Catalog => {
  const today = civil(new Date()).day
  const isActive = ({ activeFrom, activeTo }: Program) =>
    activeFrom <= today && (activeTo === null || today <= activeTo)
  return {
    programs: items.filter((program) => program.name === slv.buyerNonAgencyProgram || isActive(program)),
    reasons,
  }
}

const EditForm = ({ slv, edited, catalog }: FormProps & { catalog: Catalog }) => {
  const editor = useFormEditor(slv, catalog)
  const { name: brandName } = useBranding()
  const isDraft = isSellerDraft(slv.status)
  const keepsOne = keepsOneVariance(slv)
  const frame = useMemo(
    () => ({ editor, slvId: slv.id, brandName, isDraft, sentAt: isDraft ? null : slv.date, keepsOne }),
    [editor, slv.id, slv.date, brandName, isDraft, keepsOne],
  )
  usePendingWrite(() => flush(editor, isDraft))
  const isWide = useMediaQuery('(min-width: 75em)', undefined, { getInitialValueInEffect: false }) ?? false
  return (
    <EditorContext value={frame}>
      <div className={isDraft && isWide ? classes.besidePanel : undefined}>
        <Flex
          component="form"
          direction="column"
          gap="md"
          miw={0}
          noValidate
          onSubmit={(event) => event.preventDefault()}
          aria-label="Request"
        >
          <ProblemSummary />
          <EditSections
            slv={slv}
            edited={edited}
            beforeVariances={isDraft && !isWide ? <DraftEligibility slv={slv} /> : null}
          />
          {isDraft ? <SendBar slv={slv} /> : <ChangeBar slv={slv} />}
        </Flex>
        {isDraft && isWide && <DraftEligibility slv={slv} />}
      </div>
    </EditorContext>
  )
}

/** Before the SLV changes its status: a draft is saved; changes to a sent request are the person's to save. */
const flush = async (editor: Editor, isDraft: boolean) => {
  if (isDraft) await editor.save('all')
  if (!hasUnsaved(editor.get())) return
  editor.attempt()
  throw new Error(isDraft ? 'Some values can’t be saved yet' : 'Save or discard your changes to the request first')
}

const ProblemSummary = () => {
  const { brandName, isDraft } = useEditor()
  const attempts = useEditorState((state) => state.attempts)
  const isSending = isDraft && attempts > 0
  const problems = useEditorState((state) => {
    const { contested, refused } = formOf(state)
    if (state.attempts === 0 && contested.length === 0 && Object.keys(refused).length === 0) return []
    const own = (isSending ? sendProblems : saveProblems)(state, brandName)
    const more = state.serverProblems.filter(({ field }) => !own.some((problem) => problem.field === field))
    return [...own, ...more]
  })
  return (
    <FieldProblems
      title={isSending ? 'Fix these before you send the request' : 'Some fields need your attention'}
      problems={problems}
      attempt={attempts}
    />
  )
}

const EditSections = ({ slv, edited, beforeVariances }: FormProps & { beforeVariances: ReactNode }) => {
  const { isDraft, brandName } = useEditor()
  const counts = useEditorState((state) => countBySection((isDraft ? sendProblems : saveProblems)(state, brandName)))
  return (
    <Sections
      slv={slv}
      beforeVariances={beforeVariances}
      stateOf={(id) => ({
        problems: counts[id] ?? 0,
        isDone: isDraft && counts[id] === 0 && id !== 'documents',
      })}
    >
      {(id) => (
        <>
          <Fields>
            {fieldsIn(id).map((name) => (
              <FormField key={name} name={name} edit={edited[name]} />
            ))}
          </Fields>
          {id === 'variances' && <VarianceSection />}
        </>
      )}
    </Sections>
  )
}
