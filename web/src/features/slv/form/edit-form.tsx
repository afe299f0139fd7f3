import type { SlvDetail } from '@portal/contract/slv/answers'
import { isSellerDraft } from '@portal/contract/slv/status'
import { keepsOneVariance } from '@portal/contract/slv-request/model'
import { type ReactNode, useMemo } from 'react'
import { Fields, OutlineLayout, Section } from '../../../ui/outline.tsx'
import { useProfile } from '../../auth/queries.ts'
import { RequestDocuments } from '../../document/request-documents.tsx'
import { usePendingWrite } from '../pending-writes.tsx'
import { ChangeBar } from './change-bar.tsx'
import { type Edited, EditedContext } from './edited.ts'
import type { Editor } from './editor.ts'
import { isDirty } from './edits.ts'
import classes from './form.module.css'
import { FormField } from './form-field.tsx'
import { fieldsIn } from './form-view.ts'
import { LoanIdentity } from './loan-identity.tsx'
import { ProblemSummary } from './problem-summary.tsx'
import { countBySection } from './problems.ts'
import { sectionId, sectionsFor } from './sections.ts'
import { SendBar } from './send-bar.tsx'
import { EditorContext, useEditor, useEditorState, useFormEditor } from './use-editor.ts'
import { VarianceSection } from './variance-section.tsx'

const unedited: Edited = {}

/** The request to write. What is typed goes to the editor; each field draws itself from there. */
export const EditForm = ({ slv, edited = unedited }: { slv: SlvDetail; edited?: Edited }) => {
  const editor = useFormEditor(slv)
  const isDraft = isSellerDraft(slv.status)
  const sections = sectionsFor(useProfile().role, slv)
  const keepsOne = keepsOneVariance(slv)
  const frame = useMemo(
    () => ({ editor, slvId: slv.id, buyerLoan: slv.buyerLoan, isDraft, keepsOne }),
    [editor, slv.id, slv.buyerLoan, isDraft, keepsOne],
  )
  usePendingWrite(() => flush(editor, isDraft))
  return (
    <EditorContext value={frame}>
      <form className={classes.form} noValidate onSubmit={(event) => event.preventDefault()} aria-label="Request">
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
      </form>
    </EditorContext>
  )
}

/** Before the SLV moves on: a draft is saved with all that was typed; changes to a sent request are the person's to save. */
const flush = async (editor: Editor, isDraft: boolean) => {
  if (isDraft) await editor.save('all')
  const { form, variances } = editor.get()
  if (!isDirty(form) && !variances.some(({ edits }) => isDirty(edits))) return
  editor.attempt()
  throw new Error(
    isDraft ? 'Some of what was typed cannot be saved yet' : 'Save or discard your changes to the request first',
  )
}

type CountingOutlineProps = { sections: ReturnType<typeof sectionsFor>; children: ReactNode }

/** The outline with the problems of each section; typing in a field draws it again only when a count changes. */
const CountingOutline = ({ sections, children }: CountingOutlineProps) => {
  const { buyerLoan, isDraft } = useEditor()
  const counts = useEditorState((state) => countBySection(state, buyerLoan, isDraft))
  const items = sections.map(({ id, label }) => ({
    id: sectionId(id),
    label,
    problems: counts[id],
    isDone: isDraft && counts[id] === 0 && id !== 'documents',
  }))
  return (
    <OutlineLayout label="Sections of the request" items={items}>
      {children}
    </OutlineLayout>
  )
}
