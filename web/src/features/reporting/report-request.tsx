import type { SlvDetail } from '@portal/contract/slv/answers'
import { type FormFieldName, formFieldNames, formFields, formSections } from '@portal/contract/slv/form'
import * as format from '../../lib/format.ts'
import { useBranding } from '../auth/queries.ts'
import { fieldLabel, fieldText } from '../slv/field-text.ts'
import { ReportFacts } from './report-facts.tsx'
import classes from './slv-report.module.css'

const isAnswered = (slv: SlvDetail) => (name: FormFieldName) =>
  name !== 'singleLoanVarianceRequest' && slv[name] !== null && slv[name] !== ''

/** The request as it stands, section by section; what was not answered is left out. */
export const ReportRequest = ({ slv }: { slv: SlvDetail }) => {
  const { name: brand } = useBranding()
  const sections = formSections
    .map(({ id, label }) => ({
      id,
      label,
      facts: [
        ...(id === 'loan' && slv.buyerLoan ? [{ label: fieldLabel('buyerLoan', brand), value: slv.buyerLoan }] : []),
        ...formFieldNames
          .filter((name) => formFields[name].section === id)
          .filter(isAnswered(slv))
          .map((name) => ({ label: fieldLabel(name, brand), value: fieldText(name, slv[name]) })),
      ],
    }))
    .filter(({ facts }) => facts.length > 0)
  return (
    <section aria-labelledby="report-request">
      <h2 id="report-request">Request</h2>
      {sections.map(({ id, label, facts }) => (
        <div key={id} className={classes.section}>
          <h3>{label}</h3>
          <ReportFacts facts={facts} />
        </div>
      ))}
    </section>
  )
}

/** What the seller was asked to bring, and whether it is there. */
export const ReportDocuments = ({ slv: { pendingDocuments } }: { slv: SlvDetail }) =>
  pendingDocuments.length === 0 ? null : (
    <section aria-labelledby="report-documents">
      <h2 id="report-documents">Conditions and documents asked</h2>
      <ul className={classes.documents}>
        {pendingDocuments.map(({ id, name, note, receivedAt }) => (
          <li key={id}>
            <b>{name}</b> <span>{receivedAt ? `Received ${format.dateTime(receivedAt)}` : 'Awaited'}</span>
            {note && <p>{note}</p>}
          </li>
        ))}
      </ul>
    </section>
  )
