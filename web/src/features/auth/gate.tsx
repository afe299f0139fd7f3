import { useEffect, useState } from 'react'
import { shadesOf } from '../../lib/color-scale.ts'
import { useBranding } from './queries.ts'
import { ownAddress } from './return-to.ts'
import { SignInPage } from './sign-in-page.tsx'
import { takeAsking } from './ticket.ts'
import { toldBy, type WayOn } from './way-on.ts'

/** The first screen for whoever comes signed out: signing in alone, without the portal behind it. */
export const Gate = ({ onWayOn }: { onWayOn: (way: WayOn) => Promise<void> }) => {
  const { color } = useBranding()
  const [told] = useState(() => toldBy(window.history.state))
  // Whoever is back from LoanDock without a ticket has asked for none.
  useEffect(() => void takeAsking(), [])
  // The portal's own styles have the colours of no brand in particular.
  useEffect(() => {
    const { style } = document.documentElement
    const shades = color === null ? null : shadesOf(color)
    shades?.forEach((shade, index) => {
      style.setProperty(`--mantine-color-brand-${index}`, shade)
    })
  }, [color])
  const returnTo = ownAddress(new URLSearchParams(window.location.search).get('returnTo'))
  return <SignInPage returnTo={returnTo} told={told} onWayOn={onWayOn} />
}
