import { useLocation } from '@tanstack/react-router'
import { useEffect } from 'react'

/** Moves the focus to the part of the page that its address names. */
export const useArrival = () => {
  const hash = useLocation({ select: (location) => location.hash })
  useEffect(() => {
    if (hash === '') return
    // After the page has focused its title.
    const frame = requestAnimationFrame(() => {
      const part = document.getElementById(hash)
      part?.scrollIntoView({ block: 'start' })
      part?.focus({ preventScroll: true })
    })
    return () => cancelAnimationFrame(frame)
  }, [hash])
}
