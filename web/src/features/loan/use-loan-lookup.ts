import { useDebouncedCallback } from '@mantine/hooks'
import type { Loan } from '@portal/contract/loan/model'
import { useState } from 'react'
import { type LoanFinder, useFindLoan } from './queries.ts'

/** Fewer letters than this are no loan number yet. */
const leastLetters = 4
/** Milliseconds of rest in typing before LoanDock is asked. */
const pause = 400

/** What is known of the number that stands in the field now. */
export type Lookup =
  | { kind: 'EMPTY' | 'LOOKING' | 'NOT_FOUND' }
  | { kind: 'FAILED'; reason: string | null }
  | { kind: 'FOUND'; loan: Loan }

/** Looks loans up while a number is typed. Typing goes on whatever LoanDock does. */
export const useLoanLookup = (finder: LoanFinder, brandName: string) => {
  const [number, setNumber] = useState('')
  const [hasFailed, setHasFailed] = useState(false)
  const find = useFindLoan(finder, brandName, hasFailed)
  const wanted = number.trim()

  const ask = (text: string) =>
    find.mutate(text, { onError: () => setHasFailed(true), onSuccess: () => setHasFailed(false) })
  const askAfterPause = useDebouncedCallback((text: string) => {
    if (text.length >= leastLetters) ask(text)
  }, pause)

  return {
    number,
    type: (text: string) => {
      setNumber(text)
      askAfterPause(text.trim())
    },
    /** Asks at once: Enter, or again after a failure. */
    askNow: () => {
      askAfterPause.cancel()
      if (wanted !== '') ask(wanted)
    },
    lookup: stateOf(wanted, find),
  }
}

type Find = Pick<ReturnType<typeof useFindLoan>, 'variables' | 'status' | 'data' | 'error'>

const stateOf = (wanted: string, { variables, status, data, error }: Find): Lookup => {
  if (wanted === '' || (wanted.length < leastLetters && variables !== wanted)) return { kind: 'EMPTY' }
  if (variables !== wanted || status === 'pending' || status === 'idle') return { kind: 'LOOKING' }
  if (status === 'error') return { kind: 'FAILED', reason: error instanceof Error ? error.message : null }
  return data ? { kind: 'FOUND', loan: data } : { kind: 'NOT_FOUND' }
}
