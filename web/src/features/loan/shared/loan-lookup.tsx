import { Group, Paper, Stack, Text, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { toLoanNumber } from '@portal/contract/lib/typed-values'
import type { Loan } from '@portal/contract/loan/model'
import { IconAlertTriangle, IconSearch } from '@tabler/icons-react'
import { useState } from 'react'
import * as format from '../../../lib/text/format.ts'
import {
  checkFailed,
  type LoanFinder,
  useFindLoan,
} from '../../../records/loan/queries.ts'
import { Facts } from '../../../ui/facts.tsx'
import { TryAgain } from '../../../ui/message.tsx'

const minLetters = 4
const pauseMilliseconds = 400

export const useLoanLookup = (finder: LoanFinder, brandName: string) => {
  const [number, setNumber] = useState('')
  const [hasFailed, setHasFailed] = useState(false)
  const find = useFindLoan(finder, brandName, hasFailed)
  const loanNumber = toLoanNumber(number)

  const ask = (text: string) =>
    find.mutate(text, {
      onError: () => setHasFailed(true),
      onSuccess: () => setHasFailed(false),
    })
  const askAfterPause = useDebouncedCallback((text: string) => {
    if (text.length >= minLetters) ask(text)
  }, pauseMilliseconds)

  const findState = () => {
    const isAsked = find.variables === loanNumber
    if (loanNumber === '') return 'EMPTY'
    if (!isAsked && loanNumber.length < minLetters) return 'EMPTY'
    if (!isAsked || find.isPending || find.isIdle) return 'LOOKING'
    return find.isError ? 'FAILED' : 'DONE'
  }
  const state = findState()
  return {
    number,
    state,
    loan: (state === 'DONE' && find.data) || null,
    setNumber: (text: string) => {
      setNumber(text)
      askAfterPause(toLoanNumber(text))
    },
    askNow: () => {
      askAfterPause.cancel()
      if (loanNumber !== '') ask(loanNumber)
    },
  }
}

/** Too few letters find nothing by themselves, but Enter looks them up. */
const emptyHint = (typed: string): string =>
  toLoanNumber(typed) === ''
    ? 'The loan is looked up as you type.'
    : `Type at least ${minLetters} characters, or press Enter.`

type LoanLookupProps = {
  brandName: string
  /** Whose loans are found; null for those of every seller. */
  companyName: string | null
  lookup: ReturnType<typeof useLoanLookup>
}

export const LoanLookup = ({
  brandName,
  companyName,
  lookup,
}: LoanLookupProps) => {
  const { number, state, loan, setNumber, askNow } = lookup
  return (
    <Stack gap="sm">
      <TextInput
        label={`${brandName} Loan Number`}
        description={
          companyName ? 'Or your loan number' : 'Or the seller’s loan number'
        }
        value={number}
        onChange={(event) => setNumber(event.currentTarget.value)}
        onKeyDown={(event) => {
          // Enter looks up the number; once the loan is there, it submits the
          // dialog.
          if (event.key !== 'Enter' || loan) return
          event.preventDefault()
          askNow()
        }}
        leftSection={<IconSearch size={16} aria-hidden />}
        maxLength={40}
        autoComplete="off"
        spellCheck={false}
        required
        data-autofocus
      />
      <Text component="div" mih="2rem" c="dimmed" role="status">
        {state === 'EMPTY' && emptyHint(number)}
        {state === 'LOOKING' && 'Looking up the loan…'}
        {state === 'DONE' &&
          !loan &&
          `No ${companyName ? `${companyName} ` : ''}loan has this number.`}
        {state === 'FAILED' && (
          <Group gap="xs" c="var(--mantine-color-error)">
            <IconAlertTriangle size={16} aria-hidden />
            <span>{checkFailed(brandName)}. Your entry is kept.</span>
            <TryAgain size="compact-sm" onClick={askNow} />
          </Group>
        )}
        {loan && <LoanFacts loan={loan} />}
      </Text>
    </Stack>
  )
}

const LoanFacts = ({ loan }: { loan: Loan }) => {
  const { line, city, state } = loan.address
  const facts = [
    { label: 'Loan', value: loan.loanNumber },
    { label: 'Borrower', value: format.text(loan.borrowerLastName) },
    {
      label: 'Seller',
      value: [loan.seller.name, loan.sellerLoanNumber]
        .filter(Boolean)
        .join(', '),
    },
    { label: 'Program', value: format.text(loan.program) },
    { label: 'Loan Amount', value: format.money(loan.loanAmount) },
    { label: 'LTV', value: format.percent(loan.ltv) },
    {
      label: 'Property',
      value: format.text([line, city, state].filter(Boolean).join(', ')),
    },
    { label: 'Loan Status', value: loan.status },
  ]
  return (
    <Paper
      component="section"
      aria-label={`Loan ${loan.loanNumber}`}
      px="md"
      py="sm"
      bd="1px solid var(--portal-line)"
      bg="var(--portal-ground)"
      c="var(--mantine-color-text)"
    >
      <Facts facts={facts} />
    </Paper>
  )
}
