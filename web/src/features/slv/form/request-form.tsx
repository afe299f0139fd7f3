import { Flex } from '@mantine/core'
import type { SlvDetail } from '@portal/contract/slv/answers'
import { isSellerDraft } from '@portal/contract/slv/status'
import { keepsOneVariance } from '@portal/contract/slv-request/model'
import { type ReactNode, useEffect, useMemo, useRef } from 'react'
import { hasUnsaved } from '../../../lib/autosave/draft-state.ts'
import { usePendingWrite } from '../../../lib/autosave/pending-writes.tsx'
import { FieldProblems } from '../../../ui/inputs/field-problems.tsx'
import { Fields, OutlineLayout, Section } from '../../../ui/outline.tsx'
import { useBranding, useProfile } from '../../auth/queries.ts'
import { RequestDocuments } from '../../document/shared/request-documents.tsx'
import type { Edits } from '../../history/queries.ts'
import { EditedContext } from './edit-note.tsx'
import { type Editor, formOf } from './editor.ts'
import { ChangeBar, SendBar } from './form-bars.tsx'
import { FormField } from './form-field.tsx'
import { fieldsIn, sectionId, sectionsFor } from './form-view.ts'
import { countBySection, saveProblems, sendProblems } from './problems.ts'
import { LoanIdentity, ReadForm } from './read-form.tsx'
import { EditorContext, useEditor, useEditorState, useFormEditor } from './use-editor.ts'
import { VarianceSection } from './variance-section.tsx'

type RequestFormProps = { slv: SlvDetail; mode: 'edit' | 'read'; edited?: Edits }

const unedited: Edits = {}

/** `edit` autosaves a draft and saves a sent request on demand; `edited` marks what changed since it was sent. */
export const RequestForm = ({ slv, mode, edited = unedited }: RequestFormProps) =>
  mode === 'edit' ? (
    <EditForm key={`${slv.id} ${isSellerDraft(slv.status)} ${slv.resubmitCount}`} slv={slv} edited={edited} />
  ) : (
    <ReadForm slv={slv} edited={edited} />
  )

const EditForm = ({ slv, edited }: { slv: SlvDetail; edited: Edits }) => {
  const editor = useFormEditor(slv)
  const { name: brandName } = useBranding()
  const isDraft = isSellerDraft(slv.status)
  const sections = sectionsFor(useProfile().role, slv)
  const keepsOne = keepsOneVariance(slv)
  const frame = useMemo(
    () => ({ editor, slvId: slv.id, brandName, isDraft, keepsOne }),
    [editor, slv.id, brandName, isDraft, keepsOne],
  )
  usePendingWrite(() => flush(editor, isDraft))
  return (
    <EditorContext value={frame}>
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
        <CountingOutline sections={sections}>
          <EditedContext value={edited}>
            {sections.map(({ id, label }) => (
              <Section key={id} id={sectionId(id)} title={label}>
                {id === 'loan' && <LoanIdentity slv={slv} />}
                {id === 'documents' && <RequestDocuments slv={slv} />}
                <Fields>
                  {fieldsIn(id).map((name) => (
                    <FormField key={name} name={name} />
                  ))}
                </Fields>
                {id === 'variances' && <VarianceSection />}
              </Section>
            ))}
          </EditedContext>
        </CountingOutline>
        {isDraft ? <SendBar slv={slv} /> : <ChangeBar slv={slv} />}
      </Flex>
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

const CountingOutline = ({ sections, children }: { sections: ReturnType<typeof sectionsFor>; children: ReactNode }) => {
  const { isDraft } = useEditor()
  const counts = useEditorState((state) => countBySection(state, isDraft))
  const items = sections.map(({ id, label }) => ({
    id: sectionId(id),
    label,
    problems: counts[id] ?? 0,
    isDone: isDraft && counts[id] === 0 && id !== 'documents',
  }))
  return (
    <OutlineLayout label="Sections of the request" items={items}>
      {children}
    </OutlineLayout>
  )
}

const ProblemSummary = () => {
  const { brandName, isDraft } = useEditor()
  const attempts = useEditorState((state) => state.attempts)
  const firstAttempts = useRef(attempts)
  useEffect(() => {
    firstAttempts.current = Math.min(firstAttempts.current, attempts)
  }, [attempts])
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
      attempt={attempts - firstAttempts.current}
    />
  )
}
