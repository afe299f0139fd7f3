import { useEffect, useState } from 'react'
import { computeShades } from '../../lib/color-scale.ts'
import { useBranding } from '../../records/auth/queries.ts'
import {
  type NextStep,
  ownAddress,
  parseSignInState,
  popLoanDockVisit,
  toProblem,
} from './sign-in-flow.ts'
import { SignInPage } from './sign-in-page.tsx'

/** The sign-in page on its own, before the portal is loaded. */
export const Gate = ({
  onNext,
}: {
  onNext: (step: NextStep) => Promise<void>
}) => {
  const { color } = useBranding()
  const [state] = useState(() => parseSignInState(window.history.state))
  // The user came back from LoanDock without a ticket: forget the visit.
  useEffect(() => void popLoanDockVisit(), [])
  // The portal's static styles don't know the brand's color.
  useEffect(() => {
    const { style } = document.documentElement
    const shades = color === null ? null : computeShades(color)
    shades?.forEach((shade, index) => {
      style.setProperty(`--mantine-color-brand-${index}`, shade)
    })
  }, [color])
  const search = new URLSearchParams(window.location.search)
  const returnTo = ownAddress(search.get('returnTo'))
  return (
    <SignInPage
      returnTo={returnTo}
      problem={toProblem(search.get('problem'))}
      state={state}
      onNext={onNext}
    />
  )
}
