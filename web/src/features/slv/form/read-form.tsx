import type { SlvDetail } from '@portal/contract/slv/answers'
import { disagrees } from '@portal/contract/slv/figures'
import type { FormFieldName } from '@portal/contract/slv/form'
import { Facts } from '../../../ui/facts.tsx'
import { OutlineLayout, Section } from '../../../ui/outline.tsx'
import { useBranding, useProfile } from '../../auth/queries.ts'
import { RequestDocuments } from '../../document/request-documents.tsx'
import { fieldLabel, fieldText } from '../field-text.ts'
import { ComputedWords, hintFor } from './computed-note.tsx'
import { EditNote } from './edit-note.tsx'
import type { Edit, Edited } from './edited.ts'
import { formValues } from './editor-state.ts'
import { noEdits } from './edits.ts'
import classes from './form.module.css'
import { computedFor, fieldsIn, isOnForm, viewOf } from './form-view.ts'
import { LoanIdentity } from './loan-identity.tsx'
import { sectionId, sectionsFor } from './sections.ts'
import { VarianceList } from './variance-list.tsx'

/** The request to read: calm labelled values, computed figures beside them, variances as cards. */
export const ReadForm = ({ slv, edited = {} }: { slv: SlvDetail; edited?: Edited }) => {
  const { name: brandName } = useBranding()
  const view = viewOf(noEdits(formValues(slv)), slv.buyerLoan)
  const sections = sectionsFor(useProfile().role, slv)
  const items = sections.map(({ id, label }) => ({ id: sectionId(id), label }))
  return (
    <OutlineLayout label="Sections of the request" items={items}>
      {sections.map(({ id, label }) => {
        const names = fieldsIn(id).filter((name) => isOnForm(name, view) && name !== 'singleLoanVarianceRequest')
        return (
          <Section key={id} id={sectionId(id)} title={label}>
            {id === 'loan' && <LoanIdentity slv={slv} />}
            {names.length > 0 && (
              <Facts
                facts={names.map((name) => ({
                  label: fieldLabel(name, brandName),
                  value: <FieldValue slv={slv} name={name} edit={edited[name]} />,
                }))}
              />
            )}
            {id === 'variances' && (
              <>
                {slv.singleLoanVarianceRequest && <p className={classes.summary}>{slv.singleLoanVarianceRequest}</p>}
                <VarianceList slv={slv} />
              </>
            )}
            {id === 'documents' && <RequestDocuments slv={slv} />}
          </Section>
        )
      })}
    </OutlineLayout>
  )
}

type FieldValueProps = { slv: SlvDetail; name: FormFieldName; edit: Edit | undefined }

const FieldValue = ({ slv, name, edit }: FieldValueProps) => {
  const value = slv[name]
  const computed = computedFor(name, slv)
  const hint = hintFor(name, slv)
  const isTyped = typeof value === 'number'
  const differs = isTyped && typeof computed === 'number' && disagrees(value, computed)
  return (
    <>
      <span data-edited={edit ? true : undefined} className={edit && classes.edited}>
        {fieldText(name, value)}
      </span>
      {edit && <EditNote name={name} edit={edit} />}
      {typeof computed === 'number' && (
        <span className={classes.computed} data-differs={differs || undefined}>
          <ComputedWords text={fieldText(name, computed)} isTyped={isTyped} differs={differs} />
        </span>
      )}
      {hint && <span className={classes.editNote}>{hint}</span>}
    </>
  )
}
