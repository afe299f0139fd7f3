import { branded } from '@portal/contract/lib/brand'
import type { SlvDetail } from '@portal/contract/slv/answers'
import { computedReserves, disagrees } from '@portal/contract/slv/figures'
import {
  type FormFieldName,
  type FormSection,
  formFieldNames,
  formFields,
  formSections,
} from '@portal/contract/slv/form'
import { slvTypeLabels } from '@portal/contract/slv/model'
import { type ReactNode, useState } from 'react'
import { lazy } from '../../../lib/lazy.tsx'
import * as format from '../../../lib/text/format.ts'
import { useBranding } from '../../../records/auth/queries.ts'
import type { Edits } from '../../../records/history/queries.ts'
import { fieldLabel, fieldText } from '../../../records/slv/field-text.ts'
import { Facts } from '../../../ui/facts.tsx'
import { SmallButton } from '../../../ui/presets.ts'
import classes from './read-sections.module.css'

const SectionFacts = lazy(() => import('./section-facts.tsx'), 'SectionFacts')

/** The sections of a request that staff read. Documents are beside it. */
export const readSections = formSections.filter(({ id }) => id !== 'documents')

/** The main values of each section, shown while it is folded. */
const mainFields: Record<FormSection, readonly FormFieldName[]> = {
  loan: ['sellerLoan', 'noteDate'],
  requestor: ['requestorName', 'requestorPhoneNumber', 'email'],
  program: ['buyerNonAgencyProgram', 'buyerNonAgencyProductName'],
  property: [
    'borrowerLastName',
    'subjectPropertyAddress',
    'city',
    'state',
    'zip',
    'isExperiencedInvestor',
  ],
  figures: [
    'purchasePriceAmount',
    'appraisedValueAmount',
    'hcltv',
    'cashOutAmount',
  ],
  income: [
    'incomeUsedAmount',
    'currentHousingPaymentAmount',
    'proposedHousingPaymentAmount',
  ],
  reserves: [
    'liquidReservesAmount',
    'retirementReservesAmount',
    'businessFundsForReservesAmount',
    'totalPostCloseReservesAmount',
  ],
  variances: ['singleLoanVarianceRequest'],
  documents: [],
}

/**
 * The main values of a section. A total that isn't the sum of its parts says
 * so.
 */
export const mainTexts = (
  slv: SlvDetail,
  section: FormSection,
  brandName: string,
): string[] => {
  const texts = mainFields[section]
    .filter((name) => slv[name] !== null && slv[name] !== '')
    .map((name) => mainText(slv, name, brandName))
  const sum = section === 'reserves' ? computedReserves(slv) : null
  if (disagrees(slv.totalPostCloseReservesAmount, sum))
    texts.push(`the parts add up to ${format.money(sum)}`)
  return texts
}

/** 'Appraised Value $1,449,000'; a name or an address without its label. */
const mainText = (
  slv: SlvDetail,
  name: FormFieldName,
  brandName: string,
): string => {
  const text = fieldText(name, slv[name])
  return ['money', 'percent', 'flag', 'day'].includes(formFields[name].kind)
    ? `${fieldLabel(name, brandName)} ${text}`
    : text
}

type ReadSectionsProps = {
  slv: SlvDetail
  edited: Edits
  /** Turns a section into inputs; without it, no one may. */
  onCorrect?: ((section: FormSection) => void) | undefined
  /** The inputs of a section that is being corrected. */
  inputsOf?: (section: FormSection) => ReactNode
}

/** The request as text, a line for each section. */
export const ReadSections = ({
  slv,
  edited,
  onCorrect,
  inputsOf,
}: ReadSectionsProps) => {
  const { name: brandName } = useBranding()
  return (
    <section className={classes.sections} aria-label="Request">
      {readSections.map(({ id, label }) => {
        const inputs = inputsOf?.(id)
        const values = mainTexts(slv, id, brandName)
        const edits = formFieldNames.filter(
          (name) => formFields[name].section === id && edited[name],
        ).length
        if (id === 'variances')
          values.unshift(countText(slv.slvRequests.length))
        return (
          <section
            key={id}
            className={classes.section}
            data-section={id}
            aria-label={label}
          >
            {inputs ?? (
              <>
                <CollapsibleSection
                  label={label}
                  text={values.join(' · ') || format.none}
                  edits={edits}
                >
                  {id === 'loan' && (
                    <LoanFacts slv={slv} brandName={brandName} />
                  )}
                  <SectionFacts slv={slv} section={id} edited={edited} />
                  {id === 'variances' && slv.singleLoanVarianceRequest}
                </CollapsibleSection>
                {onCorrect && (
                  <SmallButton
                    variant="subtle"
                    className={classes.correct ?? ''}
                    title="Correct (E)"
                    onClick={() => onCorrect(id)}
                  >
                    Correct
                    <span className={classes.unseen}> {label}</span>
                  </SmallButton>
                )}
              </>
            )}
          </section>
        )
      })}
    </section>
  )
}

const countText = (count: number) =>
  count === 1 ? '1 variance' : `${count} variances`

type CollapsibleSectionProps = {
  label: string
  text: string
  edits: number
  children: ReactNode
}

const CollapsibleSection = ({
  label,
  text,
  edits,
  children,
}: CollapsibleSectionProps) => {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <details onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      <summary>
        <span className={classes.label}>{label}</span>
        <span className={classes.values}>
          {text}
          {edits > 0 && <span className={classes.edited}>{edits} edited</span>}
        </span>
      </summary>
      {isOpen && <div className={classes.body}>{children}</div>}
    </details>
  )
}

const LoanFacts = ({
  slv,
  brandName,
}: {
  slv: SlvDetail
  brandName: string
}) => (
  <Facts
    facts={[
      {
        label: branded('{buyer} Loan Number', brandName),
        value: format.text(slv.buyerLoan),
      },
      { label: 'Seller', value: slv.sellerName },
      { label: 'Corr ID', value: format.text(slv.corrID) },
      { label: 'Type', value: slvTypeLabels[slv.type] },
      { label: 'Request Date', value: format.date(slv.date) },
    ]}
  />
)
