import { Button, TextInput } from '@mantine/core'
import type { Loan } from '@portal/contract/loan/model'
import { IconAlertTriangle, IconSearch } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { money, percent, text } from '../../lib/format.ts'
import classes from './loan-lookup.module.css'
import { checkFailed } from './queries.ts'
import type { Lookup } from './use-loan-lookup.ts'

type LoanLookupProps = {
  brandName: string
  number: string
  lookup: Lookup
  onType: (text: string) => void
  onAskNow: () => void
  /** Under the loan that was found. */
  children?: ReactNode
}

/** The field for a loan number, and calmly beside it what LoanDock knows of it. */
export const LoanLookup = ({ brandName, number, lookup, onType, onAskNow, children }: LoanLookupProps) => (
  <div className={classes.lookup}>
    <TextInput
      label={`${brandName} Loan Number`}
      description="Or the seller's loan number"
      value={number}
      onChange={(event) => onType(event.currentTarget.value)}
      onKeyDown={(event) => {
        // Enter looks the number up; once the loan is there it opens it, as the button would.
        if (event.key !== 'Enter' || lookup.kind === 'FOUND') return
        event.preventDefault()
        onAskNow()
      }}
      leftSection={<IconSearch size={16} aria-hidden />}
      maxLength={40}
      autoComplete="off"
      spellCheck={false}
      required
      data-autofocus
    />
    <div className={classes.answer} role="status">
      {lookup.kind === 'EMPTY' && <p className={classes.calm}>The loan is looked up while you type.</p>}
      {lookup.kind === 'LOOKING' && <p className={classes.calm}>Looking the loan up…</p>}
      {lookup.kind === 'FAILED' && (
        <div className={classes.failed}>
          <IconAlertTriangle size={16} aria-hidden />
          <span>{checkFailed(brandName)}. What you typed stays.</span>
          <Button size="compact-sm" variant="default" onClick={onAskNow}>
            Try again
          </Button>
        </div>
      )}
      {lookup.kind === 'FOUND' && <FoundLoan loan={lookup.loan} />}
    </div>
    {lookup.kind === 'FOUND' && children}
  </div>
)

const FoundLoan = ({ loan }: { loan: Loan }) => {
  const { line, city, state } = loan.address
  return (
    <dl className={classes.loan} aria-label={`Loan ${loan.loanNumber}`}>
      <Fact label="Loan" value={loan.loanNumber} />
      <Fact label="Borrower" value={text(loan.borrowerLastName)} />
      <Fact label="Seller" value={`${loan.seller.name}${loan.sellerLoanNumber ? `, ${loan.sellerLoanNumber}` : ''}`} />
      <Fact label="Program" value={text(loan.program)} />
      <Fact label="Loan Amount" value={money(loan.loanAmount)} />
      <Fact label="LTV" value={percent(loan.ltv)} />
      <Fact label="Property" value={text([line, city, state].filter(Boolean).join(', '))} />
      <Fact label="Loan Status" value={loan.status} />
    </dl>
  )
}

const Fact = ({ label, value }: { label: string; value: string }) => (
  <div>
    <dt>{label}</dt>
    <dd>{value}</dd>
  </div>
)
