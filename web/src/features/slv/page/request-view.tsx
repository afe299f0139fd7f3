import { branded } from '@portal/contract/lib/brand'
import type { SlvDetail } from '@portal/contract/slv/answers'
import {
  type FormFieldName,
  type FormSection,
  formFieldNames,
  formFields,
  formSections,
} from '@portal/contract/slv/form'
import { isDscrProgram } from '@portal/contract/slv/model'
import type { ReactNode } from 'react'
import { Facts } from '../../../ui/facts.tsx'
import { EmptyState } from '../../../ui/message.tsx'
import { OutlineLayout, Section } from '../../../ui/outline.tsx'
import { useBranding } from '../../auth/queries.ts'
import { fieldText } from '../field-text.ts'
import { ComputedBeside, computedFor } from './computed-beside.tsx'
import type { Edit } from './edits.ts'
import classes from './request-view.module.css'
import { VarianceCard } from './variance-card.tsx'

type RequestViewProps = {
  slv: SlvDetail
  /** What the underwriter changed after sending, by field: marked, with the value as it was sent. */
  edits?: ReadonlyMap<string, Edit>
}

/** The request to read: its sections with labelled values, figures with what they compute to, and its variances. */
export const RequestView = ({ slv, edits }: RequestViewProps) => {
  const sections = formSections.filter(({ id }) => id !== 'documents')
  return (
    <OutlineLayout label="Sections of the request" items={sections}>
      {sections.map(({ id, label }) => (
        <Section key={id} id={id} title={label}>
          {id === 'variances' ? <Variances slv={slv} /> : <SectionFacts slv={slv} section={id} edits={edits} />}
        </Section>
      ))}
    </OutlineLayout>
  )
}

type SectionFactsProps = { slv: SlvDetail; section: FormSection; edits: ReadonlyMap<string, Edit> | undefined }

const SectionFacts = ({ slv, section, edits }: SectionFactsProps) => {
  const { name: brand } = useBranding()
  const facts = formFieldNames
    .filter((name) => formFields[name].section === section && isShown(name, slv))
    .map((name) => ({
      label: branded(formFields[name].label, brand),
      value: <FieldValue name={name} slv={slv} edit={edits?.get(name)} />,
    }))
  const own =
    section === 'loan'
      ? [{ label: branded('{buyer} Loan Number', brand), value: fieldText('buyerLoan', slv.buyerLoan) }]
      : []
  return <Facts facts={[...own, ...facts]} />
}

/** A DSCR program has no DTI and the other way round; a note date belongs to a closed loan. */
const isShown = (name: FormFieldName, slv: SlvDetail) => {
  if (name === 'dti') return !isDscrProgram(slv.buyerNonAgencyProgram)
  if (name === 'dscr') return isDscrProgram(slv.buyerNonAgencyProgram)
  if (name === 'noteDate') return slv.isLoanClosed === true
  return true
}

const FieldValue = ({
  name,
  slv,
  edit,
}: {
  name: FormFieldName
  slv: SlvDetail
  edit: Edit | undefined
}): ReactNode => (
  <>
    {fieldText(name, slv[name])}
    <ComputedBeside name={name} typed={slv[name]} computed={computedFor(name, slv)} />
    {edit && (
      <span className={classes.edit}>
        Edited by {edit.who}, was {fieldText(name, edit.before)}
      </span>
    )}
  </>
)

const Variances = ({ slv }: { slv: SlvDetail }) => (
  <div className={classes.variances}>
    {slv.singleLoanVarianceRequest && <p className={classes.summary}>{slv.singleLoanVarianceRequest}</p>}
    {slv.slvRequests.length === 0 && (
      <EmptyState title="No variances" why="A request asks for one variance at least; this one does not yet." />
    )}
    {slv.slvRequests.map((request, index) => (
      <VarianceCard
        key={request.id}
        number={index + 1}
        request={request}
        answer={slv.slvDecisionRequests?.find(({ slvRequestId }) => slvRequestId === request.id)}
      />
    ))}
  </div>
)
